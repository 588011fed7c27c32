/**
 * Who wins a position of any size, as far as pairing and small parts decide it.
 *
 *     nim/decide   {position, take?, misere?}
 *         {position, take, misere, stones, result, moves: [{move, cells, result, position}]}: results
 *         for the side to move, null if not known; moves that win come first, those that lose last.
 *
 * @typedef {import("../../../../engine/answers.js").Query} Query
 * @typedef {"win" | "loss" | null} Result
 */

import { judgeOf } from "./pairing.js";
import { legal, MOST_CELLS, parse, shown, without, written } from "./position.js";

/** @type {Result[]} the best first */
const ORDER = ["win", null, "loss"];

/** @param {Query} query @returns {import("../answers.js").ProvenBoard} */
export function decide(query) {
  const { board, rules } = parse(query, MOST_CELLS);
  const isLost = judgeOf(rules);
  const lost = isLost(board);
  const moves = legal(board, rules).map(({ places, ...line }) => {
    const after = without(board, places);
    return { ...line, result: lost ? "loss" : resultBefore(isLost(after)), position: written(after, rules) };
  });
  moves.sort((a, b) => ORDER.indexOf(a.result) - ORDER.indexOf(b.result));
  const end = rules.misere ? "win" : "loss";
  return { ...shown(board, rules), result: moves.length ? moves[0].result : end, moves };
}

/** The result of a move, by whether the position after it is lost. @param {boolean | null} lost @returns {Result} */
const resultBefore = (lost) => (lost === null ? null : lost ? "win" : "loss");
