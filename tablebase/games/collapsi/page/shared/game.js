/**
 * A game that is being looked at: its positions, how they were reached, and which one is shown.
 * Plain data that is never changed, only replaced, so that the browser's history can keep it.
 *
 * @typedef {import("./api.js").Probe} Probe
 * @typedef {import("./api.js").MoveValue} MoveValue
 * @typedef {import("../../../../shared/judge.js").Judgement} Judgement
 * @typedef {{position: string, move: string, path: string[], judgement: Judgement | null}} Step
 * @typedef {{rules: string, edition: string, steps: Step[], at: number}} Game
 */

import { judge } from "../../../../shared/judge.js";
import { Turn } from "../engine/turns.js";
import { permuted, read, renaming, sideToMove } from "./notation.js";

/** The name of the published game's rules. */
export const PUBLISHED = "collapsi";

/** The points that win a match. */
export const TARGET = 16;

/**
 * Whether more than two play. What is only for two asks here: the opponent, the editor, the counts.
 *
 * @param {import("./api.js").Rules | undefined} rules two players' while they are not known
 */
export const isForMany = (rules) => !new Turn(rules).twoSided;

/** @param {string} position @param {import("./api.js").Variant} variant @returns {Game} */
export function newGame(position, { rules, edition }) {
  return { rules, edition, steps: [{ position, move: "", path: [], judgement: null }], at: 0 };
}

/** @param {Game} game */
export const current = (game) => game.steps[game.at];

/** @param {Game} game @param {number} [at] */
export const toMove = (game, at = game.at) => sideToMove(read(game.steps[at].position));

/**
 * Play a move. Moves that had been taken back are forgotten, unless it is the one played then.
 *
 * @param {Game} game
 * @param {MoveValue} move
 * @param {Probe} probe of the position shown
 * @returns {Game}
 */
export function play(game, move, probe) {
  const at = game.at + 1;
  if (game.steps[at]?.move === move.move) return { ...game, at };
  const { position, path } = move;
  const step = { position, move: move.move, path, judgement: judge(move, probe) };
  return { ...game, steps: [...game.steps.slice(0, at), step], at };
}

/**
 * The whole game on a turned or shifted board.
 *
 * @param {Game} game
 * @param {string[]} to where each cell goes
 * @returns {Game}
 */
export function transformed(game, to) {
  const moved = renaming(current(game).position, to);
  const steps = game.steps.map(({ position, move, path, judgement }) => ({
    position: permuted(position, to),
    move: moved(move),
    path: path.map(moved),
    judgement: judgement && { ...judgement, best: moved(judgement.best), bestPath: judgement.bestPath.map(moved) },
  }));
  return { ...game, steps };
}
