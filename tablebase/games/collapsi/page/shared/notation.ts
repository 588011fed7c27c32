/**
 * Positions as text, and the board's places. What makes a position possible is the server's
 * business; here text is only taken apart and put together.
 */

import { type Place, placeAt, placeOf } from "#shared/cells.ts";
import type { Side } from "./api.ts";

/** With the letters of the pawns on it; `exit` is of Solo. */
export type Cell = { card: string; faceUp: boolean; pawns: string; exit?: boolean };

/**
 * A cell for each place of the grid, in reading order, null where there is none; and whose turn it is, the
 * players' letters.
 */
export type Layout = { rows: number; columns: number; cells: (Cell | null)[]; turn: string };

/** The card of a place that has none: a board that may have gaps shows them while it is edited. */
export const GAP = " ";

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

export const added = ([column, row]: Place, [right, down]: Place): Place => [column + right, row + down];

/** By how much a shift moves. */
export const SHIFTS: Record<string, Place> = { "": [0, 0], L: [-1, 0], R: [1, 0], U: [0, -1], D: [0, 1] };

/** The arrow keys, by the shifts in their directions. */
export const KEYS: Record<string, string> = { ArrowLeft: "L", ArrowRight: "R", ArrowUp: "U", ArrowDown: "D" };

/** A move's name taken apart: the cell that it ends on, and the letter of the shift that follows, or "". */
export function parted(move: string) {
  const [cell, shift = ""] = move.split(/(?=[LRUD]$)/);
  return { cell, shift };
}

/** The place where the pawn stands after a move and its shift, in the layout before. @param spreads as of turns */
export function landed(move: string, { rows, columns }: { rows: number; columns: number }, spreads: boolean): Place {
  const { cell, shift } = parted(move);
  const [column, row] = added(placeOf(cell), SHIFTS[shift]);
  return spreads ? [column, row] : [(column + columns) % columns, (row + rows) % rows];
}

/** Whether a place is in the line that a shift moves. @param through another place of it */
export const isInLine = (place: Place, through: Place, shift: string) =>
  SHIFTS[shift][0] ? place[1] === through[1] : place[0] === through[0];

/** The places of cards in the direction of a shift, line after line. */
export function inOrder({ cells, rows, columns }: Layout, shift: string): Place[] {
  const [right, down] = SHIFTS[shift];
  const rank = ([column, row]: Place) => right * (row * columns + column) + down * (column * rows + row);
  const places = cells.flatMap((cell, at) => (cell ? [placeAt(at, columns)] : []));
  return places.sort((one, other) => rank(one) - rank(other));
}
