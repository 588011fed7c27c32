/**
 * The moves by which a win was given away: which of them can be tried again, and what is kept of
 * them with a game.
 */

import type { Mistake } from "../puzzles/collection.ts";
import type { Side } from "../shared/api.ts";
import { type Game, toMove } from "../shared/game.ts";
import type { Seat } from "./words.ts";

/** Their numbers, in the order in which they were made. */
export const mistakes = (game: Game, seat: Seat) =>
  game.steps.flatMap(({ judgement }, at) =>
    judgement?.verdict === "blunder" && (seat === "all" || toMove(game, at - 1) === seat) ? [at] : [],
  );

/** The number of a side's last move up to the position shown; 0 if there is none. */
export function lastOf(game: Game, seat: Seat) {
  for (let at = game.at; at > 0; at--) if (toMove(game, at - 1) === seat) return at;
  return 0;
}

/** Those of the players who did not win. */
export const losing = (game: Game, winner: Side) =>
  mistakes(game, "all").filter((at) => toMove(game, at - 1) !== winner);

/** The move to try again: the one looked at, or else the one that lost; 0 if there is none. */
export function tryAgainAt(game: Game, seat: Seat, winner: Side) {
  const all = mistakes(game, seat);
  if (all.includes(game.at + 1)) return game.at + 1;
  return (seat === "all" ? losing(game, winner) : all).pop() ?? 0;
}

/** The mistakes of a player, to be kept as puzzles; nobody's where friends play. */
export const mistakesOf = (game: Game, seat: Seat): Mistake[] =>
  seat === "all"
    ? []
    : mistakes(game, seat).map((at) => {
        const { move, judgement } = game.steps[at];
        return { position: game.steps[at - 1].position, edition: game.edition, move, best: judgement?.best ?? "" };
      });
