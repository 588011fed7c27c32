/**
 * Kayles in the browser: all rows of a length are solved when one is asked for.
 *
 *     kayles/probe    {position}    a row of 1 (standing) and 0: "1101"; the answer is the server's
 *
 * @typedef {import("./answers.js").Row} Row
 */

import { EngineError, quote } from "../../../engine/errors.js";
import { required } from "../../../engine/query.js";

const MOST_PINS = 20;
const FAR = 100; // a loss in t is worth t - FAR, a win in t FAR - t: the more, the better

/** The worth of every row of a length, by its binary number. @type {Map<number, Int8Array>} */
const solved = new Map();

export const answers = { probe };

/** @param {import("../../../engine/answers.js").Query} query @returns {Row} */
function probe(query) {
  const position = required(query, "position");
  if (!/^[01]+$/.test(position))
    throw new EngineError(`${quote(position)} is no row of pins: expected 1 and 0`, "position");
  const pins = position.length;
  if (pins > MOST_PINS) throw new EngineError(`a row of ${pins} pins: expected at most ${MOST_PINS}`, "position");
  const row = parseInt(position, 2);
  const worths = table(pins);
  const moves = taken(pins).filter(({ bits }) => (row & bits) === bits);
  const valued = moves.map(({ move, bits }) => ({ move, after: row & ~bits, worth: reply(worths[row & ~bits]) }));
  valued.sort((one, other) => other.worth - one.worth);
  return {
    position,
    ...valueFrom(worths[row]),
    moves: valued.map(({ move, after, worth }) => ({
      move,
      ...valueFrom(worth),
      keeps_win: worth > 0,
      is_best: worth === worths[row],
      position: after.toString(2).padStart(pins, "0"),
    })),
  };
}

/** What may be knocked down: one pin, then two neighbours. @param {number} pins */
function taken(pins) {
  const bit = (/** @type {number} */ at) => 1 << (pins - at);
  const numbers = Array.from({ length: pins }, (_, index) => index + 1);
  return [
    ...numbers.map((at) => ({ move: `${at}`, bits: bit(at) })),
    ...numbers.slice(0, -1).map((at) => ({ move: `${at}-${at + 1}`, bits: bit(at) | bit(at + 1) })),
  ];
}

/** @param {number} pins @returns {Int8Array} */
function table(pins) {
  const found = solved.get(pins) ?? new Int8Array(2 ** pins).fill(-FAR); // without a pin you have lost
  if (solved.has(pins)) return found;
  const masks = taken(pins).map(({ bits }) => bits);
  for (let row = 1; row < found.length; row++) {
    for (const bits of masks) {
      if ((row & bits) === bits) found[row] = Math.max(found[row], reply(found[row & ~bits]));
    }
  }
  solved.set(pins, found);
  return found;
}

/** What a move is worth, from what the row after it is worth to the other side. @param {number} worth */
const reply = (worth) => (worth < 0 ? -worth - 1 : -worth + 1);

/** @param {number} worth @returns {Pick<Row, "result" | "dte">} */
const valueFrom = (worth) => (worth > 0 ? { result: "win", dte: FAR - worth } : { result: "loss", dte: FAR + worth });
