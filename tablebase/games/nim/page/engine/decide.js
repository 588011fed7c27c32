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

import { loader } from "../../../../engine/kernels.js";
import { Moves } from "../../../../engine/moves.js";
import { judgeOf } from "./pairing.js";
import { MOST_CELLS, named, parse, shown, takes, written } from "./position.js";

/** @type {Result[]} the best first */
const ORDER = ["win", null, "loss"];

const kernels = loader(new URL("kernels.wasm", import.meta.url));

/** @param {Query} query @returns {Promise<import("../answers.js").ProvenBoard>} */
export async function decide(query) {
  const { stones, rules } = parse(query, MOST_CELLS);
  const memory = await kernels();
  const context = takes(memory, rules);
  const after = new Moves(memory, { context, maxMoves: context.length }).listed(stones);
  const isLost = judgeOf(rules);
  const board = (/** @type {bigint} */ left) => written(left, rules).replaceAll("/", "");
  const lost = isLost(board(stones));
  const moves = after.map((left) => ({
    ...named(stones - left, rules),
    result: lost ? "loss" : resultBefore(isLost(board(left))),
    position: written(left, rules),
  }));
  moves.sort((a, b) => ORDER.indexOf(a.result) - ORDER.indexOf(b.result));
  const end = rules.misere ? "win" : "loss";
  return { ...shown(stones, rules), result: moves.length ? moves[0].result : end, moves };
}

/** The result of a move, by whether the position after it is lost. @param {boolean | null} lost @returns {Result} */
const resultBefore = (lost) => (lost === null ? null : lost ? "win" : "loss");
