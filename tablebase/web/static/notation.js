/**
 * Positions as text, the board's cells, and the board's turns and shifts. What makes a position
 * possible is the server's business; here text is only taken apart and put together.
 *
 * @typedef {{card: string, faceUp: boolean, pawn: "r" | "b" | ""}} Cell
 * @typedef {{rows: number, columns: number, cells: Cell[]}} Layout
 * @typedef {import("./api.js").Side} Side
 */

const CELL = /(x?)([AJ2-9?])([rb]?)/g;

/**
 * Take a position apart.
 *
 * @param {string} position as the server writes it
 * @returns {Layout}
 */
export function read(position) {
  const rows = position.split(" ")[0].split("/");
  const cells = rows.map((row) =>
    [...row.matchAll(CELL)].map(([, down, card, pawn]) => ({
      card,
      faceUp: !down,
      pawn: /** @type {Cell["pawn"]} */ (pawn),
    })),
  );
  return { rows: rows.length, columns: cells[0].length, cells: cells.flat() };
}

/**
 * Put a position together: the inverse of `read`, the side to move included.
 *
 * @param {Layout} layout
 */
export function write({ rows, columns, cells }) {
  const words = cells.map(({ card, faceUp, pawn }) => (faceUp ? "" : "x") + card + pawn);
  const written = Array.from({ length: rows }, (_, row) =>
    words.slice(row * columns, (row + 1) * columns).join(""),
  );
  return `${written.join("/")} ${sideToMove(cells)[0]}`;
}

/**
 * One card collapses at each move, so the number of face-down cards tells who is to move.
 *
 * @param {Cell[]} cells
 * @returns {Side}
 */
export function sideToMove(cells) {
  return cells.filter((cell) => !cell.faceUp).length % 2 ? "blue" : "red";
}

/** @param {Side} side @returns {Side} */
export const other = (side) => (side === "red" ? "blue" : "red");

/** @param {number} cell @param {number} columns */
export const cellName = (cell, columns) =>
  String.fromCharCode(97 + (cell % columns)) + (1 + Math.floor(cell / columns));

/** @param {string} name @param {number} columns */
export const cellNumber = (name, columns) =>
  name.charCodeAt(0) - 97 + (Number(name.slice(1)) - 1) * columns;

/**
 * Where each turn or shift takes the cell in some row and column of a square board.
 *
 * @type {Record<string, (row: number, column: number, size: number) => [number, number]>}
 */
export const MOTIONS = {
  rotate: (row, column, size) => [column, size - 1 - row],
  mirror: (row, column, size) => [row, size - 1 - column],
  left: (row, column, size) => [row, (column + size - 1) % size],
  right: (row, column, size) => [row, (column + 1) % size],
  up: (row, column, size) => [(row + size - 1) % size, column],
  down: (row, column, size) => [(row + 1) % size, column],
};

/**
 * The permutation of a motion: cell `c` goes to cell `permutation[c]`.
 *
 * @param {keyof typeof MOTIONS} motion
 * @param {number} size rows and columns
 */
export function permutation(motion, size) {
  return Array.from({ length: size * size }, (_, cell) => {
    const [row, column] = MOTIONS[motion](Math.floor(cell / size), cell % size, size);
    return row * size + column;
  });
}

/**
 * A position after its cells have been moved. Neighbours stay neighbours, so values stay too.
 *
 * @param {string} position
 * @param {number[]} to
 */
export function permuted(position, to) {
  const layout = read(position);
  const cells = [...layout.cells];
  layout.cells.forEach((cell, from) => (cells[to[from]] = cell));
  return write({ ...layout, cells });
}
