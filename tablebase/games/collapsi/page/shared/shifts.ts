/**
 * Choosing a shift: once a destination is chosen, an arrow on the last card at each end of its row and its
 * column, and where a player may also stay, a button on the card itself.
 */

import { placeOf } from "#shared/cells.ts";
import { classes, html } from "#shared/dom.ts";
import type { Move } from "../answers.d.ts";
import { inOrder, isInLine, parted } from "./notation.ts";
import type { View as ViewType } from "./session.ts";
import { shiftText } from "./words.ts";

type View = ViewType<any>;

const SIGNS: Record<string, string> = { "": "●", L: "◀", R: "▶", U: "▲", D: "▼" };

/** A value in few words. */
function worth(value: string) {
  const [verb, , number = ""] = value.split(" ");
  return html("span", { class: "worth", "aria-hidden": "true" }, html("span", { class: "verb" }, `${verb} `), number);
}

/** The arrows of the destination that is chosen; none while there is none. */
export function arrowsOf(view: View) {
  const moves = view.movesOn(view.aimed);
  const sorted = Object.keys(SIGNS).flatMap((shift) => moves.filter(({ move }) => parted(move).shift === shift));
  return sorted.map((move) => arrow(view, move));
}

function arrow(view: View, move: Move) {
  const { cell, shift } = parted(move.move);
  const value = view.hidden || !move.result ? "" : view.worth(move);
  const here = placeOf(cell);
  const last = inOrder(view.layout, shift).findLast((place) => isInLine(place, here, shift));
  const [column, row] = (shift && last) || here;
  const kind = value && (move.keeps_win ? "win" : "loss");
  const said = `${shiftText(shift)}${value && `, ${value}`}${value && move.is_best ? ", best" : ""}`;
  const named = {
    best: value !== "" && move.is_best === true && move.keeps_win === true,
    leftmost: !shift && column === 0, // where an arrow needs room
    rightmost: !shift && column === view.layout.columns - 1,
  };
  const attributes = {
    type: "button",
    class: classes(`shift ${kind}`, named),
    "data-key": move.move,
    "data-move": move.move,
    "data-shift": shift,
    "aria-label": said,
    title: said,
  };
  const sign = html("span", { "aria-hidden": "true" }, SIGNS[shift]);
  const made = html("button", attributes, sign, ...(value ? [worth(value)] : []));
  made.style.gridArea = `${row + 1} / ${column + 1}`;
  return made;
}
