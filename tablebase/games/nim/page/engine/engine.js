/**
 * 2D Nim: every position of a board is solved, and any of them looked up. docs:
 * `tablebase/games/nim/`.
 *
 *     nim/probe    {position, take?, misere?}   rows of 1 and 0: "1110/1000/0000/0000"
 *         {position, take, misere, stones, result, dte, moves: [{move, cells, result, dte,
 *         keeps_win, is_best, position}]}: for the side to move; the best moves first; `cells` are
 *         the names of the stones taken. At most 25 cells.
 *
 * @typedef {import("../../../../engine/answers.js").Query} Query
 * @typedef {import("../../../../engine/answers.js").Work} Work
 * @typedef {import("../../../../engine/kernels.js").Kernels} Kernels
 * @typedef {{rows: number, columns: number, take: number, misere: boolean}} Rules
 * @typedef {import("../../../../engine/data.js").Coding} Coding
 */

import { json } from "../../../../engine/data.js";
import { EngineError, quote } from "../../../../engine/errors.js";
import { loader } from "../../../../engine/kernels.js";
import { numberOf, required } from "../../../../engine/query.js";
import { Shared } from "../../../../engine/shared.js";

const MAX_CELLS = 25;
const LOW_CELLS = 8;
const PIECES = 64;

/** The codes of the last board, in a memory of their own. @type {{key: string, kernels: Kernels, codes: number} | null} */
let kept = null;

const shared = new Shared();

/** The codings of both games, normal and misere. @type {() => Promise<{normal: Coding, misere: Coding}>} */
const codings = json(new URL("codings.json", import.meta.url));

const kernels = loader(new URL("kernels.wasm", import.meta.url));

export const answers = { probe };

/** @param {Query} query @param {Work} work */
async function probe(query, work) {
  const { stones, rules } = parse(query);
  const { normal, misere } = await codings();
  const coding = rules.misere ? misere : normal;
  const key = JSON.stringify(rules);
  const { codes, kernels: memory } = await shared.get(
    key,
    () => (kept?.key === key ? kept : null),
    () => solved(key, rules, work),
  );
  const code = (/** @type {number} */ mask) => memory.bytes(codes, 2 ** (rules.rows * rules.columns))[mask];
  const moves = takes(rules).filter(({ mask }) => (stones & mask) === mask);
  const found = moves.map(({ mask, move, cells }) => {
    const worth = coding.replies[code(stones & ~mask)];
    const { result, dte } = coding.values[worth];
    const after = written(stones & ~mask, rules);
    return {
      worth,
      move,
      cells,
      result,
      dte,
      keeps_win: result === "win",
      is_best: worth === code(stones),
      position: after,
    };
  });
  found.sort((a, b) => b.worth - a.worth);
  return {
    position: written(stones, rules),
    take: rules.take,
    misere: rules.misere,
    stones: written(stones, rules).replace(/[^1]/g, "").length,
    ...coding.values[code(stones)],
    moves: found.map(({ worth, ...move }) => move),
  };
}

/** @param {Query} query @returns {{stones: number, rules: Rules}} */
function parse(query) {
  const text = required(query, "position");
  const take = numberOf(query, "take", 1, MAX_CELLS, 3);
  const misere = ![false, "false", 0, "0"].includes(query.misere ?? true);
  const size = /^([0-9]{1,2})x([0-9]{1,2})$/.exec(text.trim());
  const lines = size ? Array(Number(size[1])).fill("1".repeat(Number(size[2]))) : linesOf(text);
  const columns = size ? Number(size[2]) : lines[0].length;
  const cells = lines.length * columns;
  if (!cells || columns > 26 || cells > 64)
    refuse(`board ${lines.length}x${columns}: expected at least one row, 1 to 26 columns and at most 64 cells`);
  if (cells > MAX_CELLS) refuse(`${quote(text)}: a board of ${cells} cells: expected ${MAX_CELLS} at most`);
  return { stones: parseInt(lines.join(""), 2), rules: { rows: lines.length, columns, take, misere } };
}

/** @param {string} problem @returns {never} */
function refuse(problem) {
  throw new EngineError(problem, "position");
}

/** The rows of a text, checked. @param {string} text */
function linesOf(text) {
  const lines = text.split(/[/\s]+/).filter(Boolean);
  if (!lines.length) refuse(`${quote(text)} is not a position: expected rows of 1 and 0, or 4x4`);
  lines.forEach((line, number) => {
    const row = `${quote(text)}: row ${number + 1} ${quote(line)} has`;
    const bad = /[^01]/u.exec(line);
    if (bad) refuse(`${row} ${quote(bad[0])} at character ${bad.index + 1}, expected 1 (a stone) or 0 (a gap)`);
    if (line.length !== lines[0].length) refuse(`${row} ${line.length} cells, expected ${lines[0].length} as in row 1`);
  });
  return lines;
}

/** @param {number} stones @param {Rules} rules */
function written(stones, { rows, columns }) {
  const cells = stones.toString(2).padStart(rows * columns, "0");
  return Array.from({ length: rows }, (_, row) => cells.slice(row * columns, (row + 1) * columns)).join("/");
}

/** Every line of stones that may be taken if all are there, in the order of the library. @param {Rules} rules */
function takes({ rows, columns, take }) {
  const name = (/** @type {number} */ cell) =>
    String.fromCharCode(97 + (cell % columns)) + (1 + Math.floor(cell / columns));
  const found = [];
  for (let cell = 0; cell < rows * columns; cell++) {
    const [across, down] = [columns - (cell % columns), rows - Math.floor(cell / columns)];
    for (const [step, room, from] of [
      [1, across, 1],
      [columns, down, 2],
    ]) {
      for (let length = from; length <= Math.min(take, room); length++) {
        const cells = Array.from({ length }, (_, at) => cell + at * step);
        const mask = cells.reduce((sum, at) => sum | (1 << (rows * columns - 1 - at)), 0);
        const names = cells.map(name);
        found.push({ mask, cells: names, move: length > 1 ? `${names[0]}-${names[length - 1]}` : names[0] });
      }
    }
  }
  return found;
}

/** @param {string} key @param {Rules} rules @param {Work} work */
async function solved(key, rules, work) {
  kept = null; // freed before the next one is made
  const cells = rules.rows * rules.columns;
  const memory = await kernels();
  const masks = Int32Array.from(takes(rules), ({ mask }) => mask);
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
