/**
 * The moves by which a win was given away: which of them can be tried again, and what is kept of
 * them with a game.
 *
 * @typedef {import("../shared/api.js").Side} Side
 * @typedef {import("../shared/game.js").Game} Game
 * @typedef {import("./words.js").Seat} Seat
 */

import { toMove } from "../shared/game.js";

/** Their numbers, in the order in which they were made. @param {Game} game @param {Seat} seat */
export const mistakes = (game, seat) =>
  game.steps.flatMap(({ judgement }, at) =>
    judgement?.verdict === "blunder" && (seat === "all" || toMove(game, at - 1) === seat) ? [at] : [],
  );

/** The number of a side's last move up to the position shown; 0 if there is none. @param {Game} game @param {Seat} seat */
export function lastOf(game, seat) {
  for (let at = game.at; at > 0; at--) if (toMove(game, at - 1) === seat) return at;
  return 0;
}

/** Those of the players who did not win. @param {Game} game @param {Side} winner */
export const losing = (game, winner) => mistakes(game, "all").filter((at) => toMove(game, at - 1) !== winner);

/** The move to try again: the one looked at, or else the one that lost; 0 if there is none. @param {Game} game @param {Seat} seat @param {Side} winner */
export function tryAgainAt(game, seat, winner) {
  const all = mistakes(game, seat);
  if (all.includes(game.at + 1)) return game.at + 1;
  return (seat === "all" ? losing(game, winner) : all).pop() ?? 0;
}

/**
 * The mistakes of a player, to be kept as puzzles; nobody's where friends play.
 *
 * @param {Game} game @param {Seat} seat
 * @returns {import("../puzzles/own.js").Mistake[]}
 */
export const mistakesOf = (game, seat) =>
  seat === "all"
    ? []
    : mistakes(game, seat).map((at) => {
        const { move, judgement } = game.steps[at];
        return { position: game.steps[at - 1].position, edition: game.edition, move, best: judgement?.best ?? "" };
      });
