/** A board of cards and pawns in words, for those who don't see it. Loaded when it is asked for. */

import type { Teller } from "#shared/app.ts";
import { cellName } from "#shared/cells.ts";
import type { Move } from "../answers.d.ts";
import { SIDES } from "./notation.ts";
import type { View } from "./session.ts";
import { cardName, moveText, named } from "./words.ts";

/** @param yours whether the reader is to move */
export const teller = (view: View<any>, yours: () => boolean, play: (move: string) => unknown): Teller => ({
  board: () => [...pawns(view), ...rows(view)].join(" "),
  moves: () => (yours() ? moves(view) : []),
  play,
});

const pawns = ({ layout: { cells, columns } }: View<any>) =>
  cells.flatMap((cell, place) =>
    [...(cell?.pawns ?? "")].map(
      (letter) => `${named(SIDES[letter])} pawn on ${cellName(place, columns)}, ${cardName(cell?.card ?? "")}.`,
    ),
  );

/** The cards that are face up, row by row. */
function rows({ layout: { rows, columns, cells } }: View<any>) {
  return Array.from({ length: rows }, (_, row) => {
    const cards = cells.slice(row * columns, (row + 1) * columns).flatMap((cell, column) => {
      if (!cell?.faceUp) return [];
      return `${cellName(row * columns + column, columns)} ${cardName(cell.card)}${cell.exit ? ", the exit" : ""}`;
    });
    return `Row ${row + 1}: ${cards.join(", ") || "all collapsed"}.`;
  });
}

/** The moves by name: best first they would be a hint. */
const moves = (view: View<any>) =>
  view.playable
    .map((move) => ({ move: move.move, said: said(view, move) }))
    .sort((one, other) => one.move.localeCompare(other.move));

const said = (view: View<any>, move: Move) =>
  moveText(move.move) + (move.result && !view.hidden ? ` ${view.worth(move)}` : "");
