/**
 * 2D Nim: every position of a board is solved, and any of them looked up; on larger boards there are
 * proofs. docs: `tablebase/games/nim/`.
 *
 *     nim/probe    {position, take?, misere?}   rows of 1 and 0: "1110/1000/0000/0000"
 *         {position, take, misere, stones, result, dte, moves: [{move, cells, result, dte,
 *         keeps_win, is_best, position}]}: for the side to move; the best moves first; `cells` are
 *         the names of the stones taken. At most 25 cells.
 *     nim/decide   {position, take?, misere?}   up to 64 cells, not solved: see decide.js
 *
 * @typedef {import("../../../../engine/answers.js").Query} Query
 * @typedef {import("../../../../engine/answers.js").Work} Work
 * @typedef {import("../../../../engine/kernels.js").Kernels} Kernels
 * @typedef {import("./position.js").Rules} Rules
 * @typedef {import("../../../../engine/data.js").Coding} Coding
 */

import { json } from "../../../../engine/data.js";
import { loader } from "../../../../engine/kernels.js";
import { Shared } from "../../../../engine/shared.js";
import { decide } from "./decide.js";
import { legal, lines, parse, shown, without, written } from "./position.js";

const MAX_CELLS = 25;
const LOW_CELLS = 8;
const PIECES = 64;

/** The codes of the last board, in a memory of their own. @type {{key: string, kernels: Kernels, codes: number} | null} */
let kept = null;

const shared = new Shared();

/** The codings of both games, normal and misere. @type {() => Promise<{normal: Coding, misere: Coding}>} */
const codings = json(new URL("codings.json", import.meta.url));

const kernels = loader(new URL("kernels.wasm", import.meta.url));

export const answers = { probe, decide };

/** @param {Query} query @param {Work} work @returns {Promise<import("../answers.js").Board>} */
async function probe(query, work) {
  const { board, rules } = parse(query, MAX_CELLS);
  const { normal, misere } = await codings();
  const coding = rules.misere ? misere : normal;
  const key = JSON.stringify(rules);
  const { codes, kernels: memory } = await shared.get(
    key,
    () => (kept?.key === key ? kept : null),
    () => solved(key, rules, work),
  );
  const code = (/** @type {string} */ cells) => memory.bytes(codes, 2 ** cells.length)[parseInt(cells, 2)];
  const found = legal(board, rules).map(({ places, move, cells }) => {
    const after = without(board, places);
    const worth = coding.replies[code(after)];
    const { result, dte } = coding.values[worth];
    return {
      worth,
      move,
      cells,
      result,
      dte,
      keeps_win: result === "win",
      is_best: worth === code(board),
      position: written(after, rules),
    };
  });
  found.sort((a, b) => b.worth - a.worth);
  return {
    ...shown(board, rules),
    ...coding.values[code(board)],
    moves: found.map(({ worth, ...move }) => move),
  };
}

/** @param {string} key @param {Rules} rules @param {Work} work */
async function solved(key, rules, work) {
  kept = null; // freed before the next one is made
  const cells = rules.rows * rules.columns;
  const memory = await kernels();
  const bit = (/** @type {number} */ place) => 1 << (cells - 1 - place);
  const masks = Int32Array.from(lines(rules), ({ places }) => places.reduce((mask, place) => mask | bit(place), 0));
  const fixed = [cells, Number(rules.misere), masks.length, memory.put(masks)];
  const codes = memory.room(2 ** cells);
  const blocks = 2 ** Math.max(cells - LOW_CELLS, 0);
  const pieces = Math.min(PIECES, blocks);
  for (let done = 0; done < pieces; done++) {
    const bounds = [done, done + 1].map((piece) => (blocks * piece) / pieces);
    memory.run("solve_nim", ...fixed, bounds[0], bounds[1], codes);
    if (cells > 16) {
      work.report({ done: done + 1, of: pieces });
      await work.pause();
    }
  }
  return (kept = { key, kernels: memory, codes });
}
