/** A hand and its piles in words, for those who don't see them. */

import { described, PILES } from "./words.js";

/** @typedef {import("./game.js").Game} Game */

/** @param {{game: Game, send: (type: string, about?: object) => unknown}} mode @returns {import("#shared/app.js").Teller} */
export const teller = (mode) => ({
  board: () => [`In hand: ${mode.game.answer?.hand.join(", ") || "nothing"}.`, ...piles(mode.game)].join(" "),
  moves: () => names(mode.game).map((move) => ({ move, said: described(move).label.toLowerCase() })),
  play: (name) => mode.send("move", { name }),
});

/** @param {Game} game */
const piles = ({ answer }) =>
  PILES.map(([, spoken], pile) => {
    const empty = answer?.piles[pile].length ? "" : ", empty";
    return `${spoken[0].toUpperCase()}${spoken.slice(1)}: ${answer?.tops[pile]}${empty}.`;
  });

/** The moves; in a game of one's own the cards that are drawn have a form. @param {Game} game */
const names = ({ answer, canDraw, isOwn }) => [
  ...(answer?.plays.map(({ move }) => move) ?? []),
  ...(canDraw && !isOwn ? ["draw"] : []),
];
