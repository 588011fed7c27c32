/** A board of 2D Nim in words, for those who don't see it. */

import { cellName } from "#shared/cells.ts";
import { sizeOf, type Table } from "./table.ts";
import { worth } from "./words.ts";
import type { Teller } from "#shared/app.ts";

export const teller = (mode: { game: Table; send: (type: string, about?: object) => unknown }): Teller => ({
  board: () => rows(mode.game.position).join(" "),
  moves: () => (mode.game.isYours ? moves(mode.game) : []),
  play: (name) => mode.send("move", { name }),
});

/** The stones that are left, row by row. */
function rows(position: string) {
  const { columns } = sizeOf(position);
  return position.split("/").map((row, at) => {
    const stones = [...row].flatMap((stone, column) => (stone === "1" ? cellName(at * columns + column, columns) : []));
    return `Row ${at + 1}: ${stones.join(", ") || "empty"}.`;
  });
}

/** The moves by name: best first they would be a hint. */
const moves = ({ answer, isOpen }: Table) =>
  (answer?.moves ?? [])
    .map((take) => ({ move: take.move, said: take.move.replace("-", " to ") + (isOpen ? ` ${worth(take)}` : "") }))
    .sort((one, other) => one.move.localeCompare(other.move));
