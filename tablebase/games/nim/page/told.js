/** A board of 2D Nim in words, for those who don't see it. */

import { cellName } from "#shared/cells.js";
import { sizeOf } from "./table.js";
import { worth } from "./words.js";

/** @typedef {import("./table.js").Table} Table */

/** @param {Table} table @param {(move: string) => unknown} play @returns {import("#shared/app.js").Teller} */
export const teller = (table, play) => ({
  board: () => rows(table.position).join(" "),
  moves: () => (table.isYours ? moves(table) : []),
  play,
});

/** The stones that are left, row by row. @param {string} position */
function rows(position) {
  const { columns } = sizeOf(position);
  return position.split("/").map((row, at) => {
    const stones = [...row].flatMap((stone, column) => (stone === "1" ? cellName(at * columns + column, columns) : []));
    return `Row ${at + 1}: ${stones.join(", ") || "empty"}.`;
  });
}

/** The moves by name: best first they would be a hint. @param {Table} table */
const moves = (table) =>
  (table.answer?.moves ?? []).map((take) => said(table, take)).sort((one, other) => one.move.localeCompare(other.move));

/** @param {Table} table @param {import("./table.js").Take} take */
function said(table, take) {
  const words = take.move.replace("-", " to ");
  return { move: take.move, said: table.isOpen ? `${words} ${worth(take)}` : words };
}
