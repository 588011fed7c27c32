/**
 * A game that is being looked at: its positions, how they were reached, and which one is shown.
 * Plain data that is never changed, only replaced, so that the browser's history can keep it.
 *
 * @typedef {import("./api.js").Probe} Probe
 * @typedef {import("./api.js").MoveValue} MoveValue
 * @typedef {"best" | "slower" | "blunder" | "sooner"} Verdict
 *   the best move; a win that takes longer; a win given away; a loss that comes sooner
 * @typedef {{verdict: Verdict, result: "win" | "loss", dte: number, best: string,
 *   bestDte: number, winning: number}} Judgement
 *   of a move: its value, the best move, that one's distance, and how many moves win
 * @typedef {{position: string, move: string, path: string[], judgement: Judgement | null}} Step
 * @typedef {{edition: string, steps: Step[], at: number}} Game
 */

import { cellName, cellNumber, permuted, read, sideToMove } from "./notation.js";

/** @param {string} position @param {string} edition @returns {Game} */
export function newGame(position, edition) {
  return { edition, steps: [{ position, move: "", path: [], judgement: null }], at: 0 };
}

/** @param {Game} game */
export const current = (game) => game.steps[game.at];

/** @param {Game} game @param {number} [at] */
export const toMove = (game, at = game.at) => sideToMove(read(game.steps[at].position).cells);

/**
 * How good a move is.
 *
 * @param {MoveValue} move
 * @param {Probe} probe of the position it is played in
 * @returns {Judgement}
 */
export function judge(move, probe) {
  const { move: best, dte: bestDte } = probe.moves[0];
  /** @type {Verdict} */
  let verdict = "sooner";
  if (move.is_best) verdict = "best";
  else if (move.keeps_win) verdict = "slower";
  else if (probe.result === "win") verdict = "blunder";
  const winning = probe.moves.filter((other) => other.keeps_win).length;
  return { verdict, result: move.result, dte: move.dte, best, bestDte, winning };
}

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
 * @param {number[]} to where each cell goes
 * @returns {Game}
 */
export function transformed(game, to) {
  const { columns } = read(current(game).position);
  /** @param {string} name */
  const moved = (name) => name && cellName(to[cellNumber(name, columns)], columns);
  const steps = game.steps.map(({ position, move, path, judgement }) => ({
    position: permuted(position, to),
    move: moved(move),
    path: path.map(moved),
    judgement: judgement && { ...judgement, best: moved(judgement.best) },
  }));
  return { ...game, steps };
}
