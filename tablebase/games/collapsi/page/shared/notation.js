/**
 * Positions as text, and the board's places. What makes a position possible is the server's
 * business; here text is only taken apart and put together.
 *
 * @typedef {{card: string, faceUp: boolean, pawns: string, exit?: boolean}} Cell with the letters of
 *   the pawns on it; `exit` is of Solo
 * @typedef {{rows: number, columns: number, cells: (Cell | null)[], turn: string}} Layout
 *   a cell for each place of the grid, in reading order, null where there is none; and whose turn
 *   it is, the players' letters
 * @typedef {import("./api.js").Side} Side
 */

import { cellName, cellNumber } from "#shared/cells.js";

const CELL = /(x?)([AJ2-9?])([rbgy]*)|_/g;

/** @type {Record<string, Side>} */
export const SIDES = { r: "red", b: "blue", g: "green", y: "yellow" };

/**
 * Take a position apart.
 *
 * @param {string} position as the server writes it
 * @returns {Layout}
 */
export function read(position) {
  const [board, turn] = position.split(" ");
  const rows = board
    .split("/")
    .map((row) =>
      [...row.matchAll(CELL)].map(([written, down, card, pawns]) =>
        written === "_" ? null : { card, faceUp: !down, pawns },
      ),
    );
  return { rows: rows.length, columns: rows[0].length, cells: rows.flat(), turn };
}

/**
 * Put a position together: the inverse of `read`.
 *
 * @param {Layout} layout
 */
export function write({ rows, columns, cells, turn }) {
  const words = cells.map((cell) => (cell ? (cell.faceUp ? "" : "x") + cell.card + cell.pawns : "_"));
  const written = Array.from({ length: rows }, (_, row) => words.slice(row * columns, (row + 1) * columns).join(""));
  return `${written.join("/")} ${turn}`;
}

/** @param {Layout} layout */
export const sideToMove = ({ turn }) => SIDES[turn[0]];

/** @param {Side} side @returns {Side} of two */
export const other = (side) => (side === "red" ? "blue" : "red");

/** By how many rows and columns a shift moves. @type {Record<string, [number, number]>} */
export const SHIFTS = { L: [0, -1], R: [0, 1], U: [-1, 0], D: [1, 0] };

/** A move's name taken apart: the cell that it ends on, and the letter of the shift that follows, or "". @param {string} move */
export const parted = (move) => ({ cell: move.slice(0, 2), shift: move.slice(2) });

/** The cell where the pawn stands after a move and its shift. @param {string} move @param {number} rows @param {number} columns */
export function landed(move, rows, columns) {
  const { cell, shift } = parted(move);
  const place = cellNumber(cell, columns);
  const [down, right] = SHIFTS[shift] ?? [0, 0];
  const row = (Math.floor(place / columns) + down + rows) % rows;
  return cellName(row * columns + (((place % columns) + right + columns) % columns), columns);
}
