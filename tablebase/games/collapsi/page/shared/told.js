/** A board of cards and pawns in words, for those who don't see it. Loaded when it is asked for. */

import { cellName } from "#shared/cells.js";
import { parted, SIDES } from "./notation.js";
import { cardName, named, shiftText } from "./words.js";

/**
 * @param {import("./view.js").View<any>} view
 * @param {() => boolean} yours whether the reader is to move
 * @param {(move: string) => unknown} play
 * @returns {import("#shared/app.js").Teller}
 */
export const teller = (view, yours, play) => ({
  board: () => [...pawns(view), ...rows(view)].join(" "),
  moves: () => (yours() ? moves(view) : []),
  play,
});

/** @param {import("./view.js").View<any>} view */
const pawns = ({ layout: { cells, columns } }) =>
  cells.flatMap((cell, place) =>
    [...(cell?.pawns ?? "")].map(
      (letter) => `${named(SIDES[letter])} pawn on ${cellName(place, columns)}, ${cardName(cell?.card ?? "")}.`,
    ),
  );

/** The cards that are face up, row by row. @param {import("./view.js").View<any>} view */
function rows({ layout: { rows, columns, cells } }) {
  return Array.from({ length: rows }, (_, row) => {
    const cards = cells.slice(row * columns, (row + 1) * columns).flatMap((cell, column) => {
      if (!cell?.faceUp) return [];
      return `${cellName(row * columns + column, columns)} ${cardName(cell.card)}${cell.exit ? ", the exit" : ""}`;
    });
    return `Row ${row + 1}: ${cards.join(", ") || "all collapsed"}.`;
  });
}

/** The moves by name: best first they would be a hint. @param {import("./view.js").View<any>} view */
const moves = (view) =>
  view.playable
    .map((move) => ({ move: move.move, said: moveText(view, move) }))
    .sort((one, other) => one.move.localeCompare(other.move));

/** @param {import("./view.js").View<any>} view @param {import("./api.js").MoveValue} move */
function moveText(view, move) {
  const { cell, shift } = parted(move.move);
  const shifted = shift ? `${cell}, ${shiftText(cell, shift)}` : cell;
  return move.result && !view.hidden ? `${shifted} ${view.worth(move)}` : shifted;
}
