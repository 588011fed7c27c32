/** A hand and its piles in words, for those who don't see them. */

import { described, PILES } from "./words.js";

/** @typedef {import("./game.js").Game} Game */

/** @param {Game} game @returns {import("#shared/app.js").Teller} */
export const teller = (game) => ({
  board: () => [`In hand: ${game.answer?.hand.join(", ") || "nothing"}.`, ...piles(game)].join(" "),
  moves: () => names(game).map((move) => ({ move, said: described(move).label.toLowerCase() })),
  play: (move) => game.play(move),
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
