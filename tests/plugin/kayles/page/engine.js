/**
 * Kayles in the browser, with its kernels: all rows of a length are solved when one is asked for. A
 * longer row of which few pins stand is searched.
 *
 *     kayles/probe    {position}    a row of 1 (standing) and 0: "1101"; the answer is the server's
 *     kayles/search   {position}    {position, result, dte, line: [move]}, for up to 30 pins, 16 standing
 *
 * @typedef {import("./answers.js").Row} Row
 * @typedef {import("../../../engine/answers.js").Query} Query
 * @typedef {import("../../../engine/answers.js").Work} Work
 */

import { json } from "../../../engine/data.js";
import { EngineError, quote } from "../../../engine/errors.js";
import { loader } from "../../../engine/kernels.js";
import { paused } from "../../../engine/paused.js";
import { required } from "../../../engine/query.js";
import { Search } from "../../../engine/search.js";
import { Shared } from "../../../engine/shared.js";
import { Solver } from "../../../engine/solver.js";

const MOST_PINS = 20;
const MOST_SEARCHED = 30;
const MOST_STANDING = 16;

/** All rows of a length. @type {Map<number, Solver>} */
const solved = new Map();
const shared = new Shared();

/** @type {() => Promise<import("../../../engine/data.js").LoopsCoding>} */
const coding = json(new URL("coding.json", import.meta.url));
const kernels = loader(new URL("kernels.wasm", import.meta.url));

export const answers = { probe, search };

/** @param {Query} query @param {Work} work @returns {Promise<Row>} */
async function probe(query, work) {
  const position = rowOf(query, MOST_PINS);
  const row = parseInt(position, 2);
  const pins = position.length;
  const { values, replies } = await coding();
  const table = await shared.get(
    `${pins}`,
    () => solved.get(pins),
    () => solve(pins, work),
  );
  const worth = table.code(row);
  const found = legal(position).map(({ move, bits }) => ({
    move,
    after: row & ~bits,
    worth: replies[table.code(row & ~bits)],
  }));
  found.sort((one, other) => other.worth - one.worth);
  return {
    position,
    ...values[worth],
    moves: found.map((one) => ({
      move: one.move,
      ...values[one.worth],
      keeps_win: values[one.worth].result === "win",
      is_best: one.worth === worth,
      position: one.after.toString(2).padStart(pins, "0"),
    })),
  };
}

/** @param {Query} query @param {Work} work */
async function search(query, work) {
  const position = rowOf(query, MOST_SEARCHED);
  const standing = position.replaceAll("0", "").length;
  if (standing > MOST_STANDING)
    throw new EngineError(`${standing} pins stand: expected at most ${MOST_STANDING}`, "position");
  const search = new Search(await kernels(), rules(position.length), await coding());
  const state = [BigInt(parseInt(position, 2))];
  const { values } = await coding();
  const code = await paused(search.code(state), work);
  const line = [];
  let row = position;
  for (const number of await paused(search.line(state), work)) {
    const { move, bits } = legal(row)[number];
    line.push(move);
    row = (parseInt(row, 2) & ~bits).toString(2).padStart(row.length, "0");
  }
  return { position, ...values[code], line };
}

/** A row that is not too long. @param {Query} query @param {number} most */
function rowOf(query, most) {
  const row = required(query, "position");
  if (!/^[01]+$/.test(row)) throw new EngineError(`${quote(row)} is no row of pins: expected 1 and 0`, "position");
  if (row.length > most) throw new EngineError(`a row of ${row.length} pins: expected at most ${most}`, "position");
  return row;
}

/** @param {number} pins @param {Work} work */
async function solve(pins, work) {
  const table = new Solver(await kernels(), rules(pins), await coding());
  await paused(table.solve(), work);
  solved.set(pins, table);
  return table;
}

/** What the kernels need of a row's length. @param {number} pins */
const rules = (pins) => ({
  context: BigUint64Array.from(taken(pins), ({ bits }) => BigInt(bits)),
  size: 2 ** pins,
  layers: pins + 1,
  maxMoves: 2 * pins,
});

/** The legal moves. @param {string} row */
const legal = (row) => taken(row.length).filter(({ bits }) => (parseInt(row, 2) & bits) === bits);

/** What may be knocked down: one pin, then two neighbours. @param {number} pins */
function taken(pins) {
  const bit = (/** @type {number} */ at) => 1 << (pins - at);
  const numbers = Array.from({ length: pins }, (_, index) => index + 1);
  return [
    ...numbers.map((at) => ({ move: `${at}`, bits: bit(at) })),
    ...numbers.slice(0, -1).map((at) => ({ move: `${at}-${at + 1}`, bits: bit(at) | bit(at + 1) })),
  ];
}
