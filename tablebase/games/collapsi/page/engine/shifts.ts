/**
 * Shifts: a row or a column moves by one cell, and what leaves one end comes back at the other.
 * docs: `tablebase/games/collapsi/turns/shift.py`.
 */

import type { Rules } from "./rules.ts";

/** By how many rows and columns a shift moves. */
const DIRECTIONS: Record<string, [number, number]> = { L: [0, -1], R: [0, 1], U: [-1, 0], D: [1, 0] };

/** Where the content of each cell goes. */
export function imagesOf({ rows, columns, size }: Rules, cell: number, letter: string): number[] {
  const [down, right] = DIRECTIONS[letter];
  const [row, column] = [Math.floor(cell / columns), cell % columns];
  return Array.from({ length: size }, (_, at) => {
    const [r, c] = [Math.floor(at / columns), at % columns];
    if (right ? r !== row : c !== column) return at;
    return ((r + down + rows) % rows) * columns + ((c + right + columns) % columns);
  });
}

/** The shifts of all rows and columns. */
export const allShifts = (rules: Rules) =>
  [...rules.neighbours.keys()].flatMap((cell) =>
    Object.keys(DIRECTIONS).map((letter) => imagesOf(rules, cell, letter)),
  );
