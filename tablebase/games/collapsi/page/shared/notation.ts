/**
 * Positions as text, and the board's places. What makes a position possible is the server's
 * business; here text is only taken apart and put together.
 */

import { cellName, cellNumber } from "#shared/cells.ts";
import type { Side } from "./api.ts";

/** With the letters of the pawns on it; `exit` is of Solo. */
export type Cell = { card: string; faceUp: boolean; pawns: string; exit?: boolean };

/**
 * A cell for each place of the grid, in reading order, null where there is none; and whose turn it is, the
 * players' letters.
 */
export type Layout = { rows: number; columns: number; cells: (Cell | null)[]; turn: string };

const CELL = /(x?)([AJ2-9?])([rbgy]*)|_/g;

export const SIDES: Record<string, Side> = { r: "red", b: "blue", g: "green", y: "yellow" };

/** Take a position apart. @param position as the server writes it */
export function read(position: string): Layout {
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

/** Put a position together: the inverse of `read`. */
export function write({ rows, columns, cells, turn }: Layout) {
  const words = cells.map((cell) => (cell ? (cell.faceUp ? "" : "x") + cell.card + cell.pawns : "_"));
  const written = Array.from({ length: rows }, (_, row) => words.slice(row * columns, (row + 1) * columns).join(""));
  return `${written.join("/")} ${turn}`;
}

export const sideToMove = ({ turn }: Layout) => SIDES[turn[0]];

/** @returns of two */
export const other = (side: Side): Side => (side === "red" ? "blue" : "red");

/** By how many rows and columns a shift moves. */
export const SHIFTS: Record<string, [number, number]> = { L: [0, -1], R: [0, 1], U: [-1, 0], D: [1, 0] };

/** A move's name taken apart: the cell that it ends on, and the letter of the shift that follows, or "". */
export const parted = (move: string) => ({ cell: move.slice(0, 2), shift: move.slice(2) });

/** The cell where the pawn stands after a move and its shift. */
export function landed(move: string, rows: number, columns: number) {
  const { cell, shift } = parted(move);
  const place = cellNumber(cell, columns);
  const [down, right] = SHIFTS[shift] ?? [0, 0];
  const row = (Math.floor(place / columns) + down + rows) % rows;
  return cellName(row * columns + (((place % columns) + right + columns) % columns), columns);
}
