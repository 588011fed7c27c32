/**
 * Notation of 2D Nim. docs: `tablebase/games/nim/position.py`. A set of stones is a number whose bits
 * are the cells in reading order, the first one the highest.
 */

import { quote, refuse } from "#engine/errors.ts";
import type { Kernels } from "#engine/kernels.ts";
import { flagOf, numberOf, type Query, required } from "#engine/query.ts";
import { cellName } from "#shared/cells.ts";

type Rules = { rows: number; columns: number; take: number; misere: boolean };

export const MOST_CELLS = 64;

/** The stones of the position that a query names, and its rules. @param most cells of the board */
export function parse(query: Query, most: number): { stones: bigint; rules: Rules } {
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
  return { stones: BigInt(`0b${lines.join("")}`), rules: { rows: lines.length, columns, take, misere } };
}

/** The rows of a text, checked. */
function linesOf(text: string) {
  const lines = text.split(/[/\s_]+/).filter(Boolean);
  if (!lines.length) refuse(`${quote(text)} is not a position: expected rows of 1 and 0, or 4x4`);
  lines.forEach((line, number) => {
    const row = `${quote(text)}: row ${number + 1} ${quote(line)} has`;
    const bad = /[^01]/u.exec(line);
    if (bad) refuse(`${row} ${quote(bad[0])} at character ${bad.index + 1}, expected 1 (a stone) or 0 (a gap)`);
    if (line.length !== lines[0].length) refuse(`${row} ${line.length} cells, expected ${lines[0].length} as in row 1`);
  });
  return lines;
}

/** The cells of a board, 1 or 0. */
const cellsOf = (stones: number | bigint, { rows, columns }: Rules) => stones.toString(2).padStart(rows * columns, "0");

export const written = (stones: number | bigint, rules: Rules) =>
  cellsOf(stones, rules).replace(new RegExp(`.{${rules.columns}}(?=.)`, "g"), "$&/");

/** What an answer says of a position itself. */
export const shown = (stones: number | bigint, rules: Rules) => ({
  position: written(stones, rules),
  take: rules.take,
  misere: rules.misere,
  stones: cellsOf(stones, rules).replaceAll("0", "").length,
});

/** The name of a move, and those of the cells of its stones. */
export function named(taken: number | bigint, rules: Rules) {
  const cells = [...cellsOf(taken, rules)].flatMap((stone, at) => (stone === "1" ? cellName(at, rules.columns) : []));
  return { move: cells.length > 1 ? `${cells[0]}-${cells[cells.length - 1]}` : cells[0], cells };
}

/** The masks of all lines that may be taken. */
export function takes(kernels: Kernels, { rows, columns, take }: Rules) {
  kernels.clear();
  const found = kernels.room(8 * rows * columns * (rows + columns));
  const count = kernels.run("list_takes", rows, columns, take, found);
  return kernels.get(BigUint64Array, found, count);
}
