/** A hand and its piles in words, for those who don't see them. */

import { described, PILES } from "./words.ts";
import type { Game } from "./game.ts";
import type { Teller } from "#shared/app.ts";

export const teller = (mode: { game: Game; send: (type: string, about?: object) => unknown }): Teller => ({
  board: () => [`In hand: ${mode.game.answer?.hand.join(", ") || "nothing"}.`, ...piles(mode.game)].join(" "),
  moves: () => names(mode.game).map((move) => ({ move, said: described(move).label.toLowerCase() })),
  play: (name) => mode.send("move", { name }),
});

const piles = ({ answer }: Game) =>
  PILES.map(([, spoken], pile) => {
    const empty = answer?.piles[pile].length ? "" : ", empty";
    return `${spoken[0].toUpperCase()}${spoken.slice(1)}: ${answer?.tops[pile]}${empty}.`;
  });

/** The moves; in a game of one's own the cards that are drawn have a form. */
const names = ({ answer, canDraw, isOwn }: Game) => [
  ...(answer?.plays.map(({ move }) => move) ?? []),
  ...(canDraw && !isOwn ? ["draw"] : []),
];
