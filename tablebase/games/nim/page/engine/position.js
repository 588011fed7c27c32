/**
 * Positions of 2D Nim, and the lines that may be taken. docs: `tablebase/games/nim/position.py`.
 *
 * @typedef {import("../../../../engine/query.js").Query} Query
 * @typedef {{rows: number, columns: number, take: number, misere: boolean}} Rules
 * @typedef {{places: number[], cells: string[], move: string}} Line the places of its cells in
 *   reading order, their names, and the name of the move that takes it
 */

import { EngineError, quote } from "../../../../engine/errors.js";
import { flagOf, numberOf, required } from "../../../../engine/query.js";

export const MOST_CELLS = 64;

/**
 * The cells of the position that a query names, 1 or 0 in reading order, and its rules.
 *
 * @param {Query} query @param {number} most cells of the board @returns {{board: string, rules: Rules}}
 */
export function parse(query, most) {
  const text = required(query, "position");
  const take = numberOf(query, "take", 1, most, 3);
  const misere = flagOf(query, "misere", true);
  const size = /^([0-9]{1,2})x([0-9]{1,2})$/.exec(text.trim());
  const lines = size ? Array(Number(size[1])).fill("1".repeat(Number(size[2]))) : linesOf(text);
  const columns = size ? Number(size[2]) : lines[0].length;
  const cells = lines.length * columns;
  if (!cells || columns > 26 || cells > MOST_CELLS)
    refuse(
      `board ${lines.length}x${columns}: expected at least one row, 1 to 26 columns and at most ${MOST_CELLS} cells`,
    );
  if (cells > most) refuse(`${quote(text)}: a board of ${cells} cells: expected ${most} at most`);
  return { board: lines.join(""), rules: { rows: lines.length, columns, take, misere } };
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

/** What an answer says of a position itself. @param {string} board @param {Rules} rules */
export const shown = (board, rules) => ({
  position: written(board, rules),
  take: rules.take,
  misere: rules.misere,
  stones: board.replaceAll("0", "").length,
});

/** @param {string} board @param {Rules} rules */
export const written = (board, { rows, columns }) =>
  Array.from({ length: rows }, (_, row) => board.slice(row * columns, (row + 1) * columns)).join("/");

/** The board without some stones. @param {string} board @param {number[]} places */
export function without(board, places) {
  const cells = [...board];
  for (const place of places) cells[place] = "0";
  return cells.join("");
}

/** The lines of a board that may be taken, in the order of the library. @param {string} board @param {Rules} rules */
export const legal = (board, rules) =>
  lines(rules).filter(({ places }) => places.every((place) => board[place] === "1"));

/** @param {number} place @param {number} columns */
const cellName = (place, columns) => String.fromCharCode(97 + (place % columns)) + (1 + Math.floor(place / columns));

/** Every line of stones that may be taken if all are there. @param {Rules} rules @returns {Line[]} */
export function lines({ rows, columns, take }) {
  const found = [];
  for (let place = 0; place < rows * columns; place++) {
    const [across, down] = [columns - (place % columns), rows - Math.floor(place / columns)];
    for (const [step, room, from] of [
      [1, across, 1],
      [columns, down, 2],
    ]) {
      for (let length = from; length <= Math.min(take, room); length++) {
        const places = Array.from({ length }, (_, at) => place + at * step);
        const cells = places.map((at) => cellName(at, columns));
        found.push({ places, cells, move: length > 1 ? `${cells[0]}-${cells[length - 1]}` : cells[0] });
      }
    }
  }
  return found;
}
