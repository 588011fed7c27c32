/** A board of 2D Nim in words, for those who don't see it. */

import { cellName } from "#shared/cells.js";
import { sizeOf } from "./table.js";
import { worth } from "./words.js";

/** @typedef {import("./table.js").Table} Table */

/** @param {{game: Table, send: (type: string, about?: object) => unknown}} mode @returns {import("#shared/app.js").Teller} */
export const teller = (mode) => ({
  board: () => rows(mode.game.position).join(" "),
  moves: () => (mode.game.isYours ? moves(mode.game) : []),
  play: (name) => mode.send("move", { name }),
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
const moves = ({ answer, isOpen }) =>
  (answer?.moves ?? [])
    .map((take) => ({ move: take.move, said: take.move.replace("-", " to ") + (isOpen ? ` ${worth(take)}` : "") }))
    .sort((one, other) => one.move.localeCompare(other.move));
