/**
 * Kayles in the browser, by its kernels: this only reads rows and writes them.
 *
 *     kayles/probe    {position}    a row of 1 (standing) and 0: "1101"; the answer is the server's
 *     kayles/search   {position}    {position, result, dte, line: [move]}, for up to 30 pins, 16 standing
 */

import { EngineError, quote, required, room } from "../../../engine/kit.js";

const MOST_PINS = 20;
const MOST_SEARCHED = 30;
const MOST_STANDING = 16;

const { probe, search } = room({
  kernels: new URL("kernels.wasm", import.meta.url),
  data: new URL("room.json", import.meta.url),
  read(query, question) {
    const row = required(query, "position");
    if (!/^[01]+$/.test(row)) throw new EngineError(`${quote(row)} is no row of pins: expected 1 and 0`, "position");
    const most = question === "search" ? MOST_SEARCHED : MOST_PINS;
    if (row.length > most) throw new EngineError(`a row of ${row.length} pins: expected at most ${most}`, "position");
    const standing = row.replaceAll("0", "").length;
    if (question === "search" && standing > MOST_STANDING)
      throw new EngineError(`${standing} pins stand: expected at most ${MOST_STANDING}`, "position");
    return { key: `${row.length}`, rank: parseInt(row, 2) };
  },
  shown: (position) => ({ position: rowOf(position) }),
  move(before, after) {
    const [pins, left] = [rowOf(before), rowOf(after)];
    return { move: [...pins].flatMap((pin, at) => (pin === left[at] ? [] : [at + 1])).join("-") };
  },
});

export const answers = { probe, search };

/** @param {import("../../../engine/room.js").Place} position */
const rowOf = ({ key, rank }) => rank.toString(2).padStart(Number(key), "0");
