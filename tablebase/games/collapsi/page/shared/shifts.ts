/**
 * Choosing a shift: once a destination is chosen, an arrow on the last card at each end of its row and its
 * column, and where a player may also stay, a button on the card itself.
 */

import { placeOf } from "#shared/cells.ts";
import { button } from "#shared/commands.ts";
import { classes, draw, html, set } from "#shared/dom.ts";
import type { Move } from "../answers.d.ts";
import { inOrder, isInLine, KEYS, parted } from "./notation.ts";
import type { View as ViewType } from "./session.ts";
import { shiftText } from "./words.ts";

type View = ViewType<any>;

const SIGNS: Record<string, string> = { "": "●", L: "◀", R: "▶", U: "▲", D: "▼" };

/** A value in few words. */
function worth(value: string) {
  const [verb, , number = ""] = value.split(" ");
  return html("span", { class: "worth", "aria-hidden": "true" }, html("span", { class: "verb" }, `${verb} `), number);
}

export type ShiftChoice = ReturnType<typeof shiftChoice>;

/** @param leave called with the cell to go back to */
export function shiftChoice(view: View, choose: (move: string) => void, leave: (cell: string) => void) {
  const element = html("div", { class: "shifts", role: "group" });
  element.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const shift = KEYS[event.key];
    if (event.key === "Escape") leave(view.aimed);
    else if (shift) (element.querySelector(`[data-shift="${shift}"]`) as HTMLElement | null)?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return {
    element,
    /** Show the arrows of the destination that is chosen. */
    render() {
      const moves = view.movesOn(view.aimed);
      set(element, { hidden: !moves.length, "aria-label": `Shift the row or the column of ${view.aimed}` });
      const sorted = Object.keys(SIGNS).flatMap((shift) => moves.filter(({ move }) => parted(move).shift === shift));
      draw(
        element,
        sorted.map((move) => arrow(view, move, choose)),
      );
    },
    focus: () => (element.firstElementChild as HTMLElement | null)?.focus(),
  };
}

function arrow(view: View, move: Move, choose: (move: string) => void) {
  const { cell, shift } = parted(move.move);
  const value = view.hidden || !move.result ? "" : view.worth(move);
  const here = placeOf(cell);
  const last = inOrder(view.layout, shift).findLast((place) => isInLine(place, here, shift));
  const [column, row] = (shift && last) || here;
  const kind = value && (move.keeps_win ? "win" : "loss");
  const said = `${shiftText(shift)}${value && `, ${value}`}${value && move.is_best ? ", best" : ""}`;
  const leave = () => view.point("");
  const made = button(
    {
      class: classes(`shift ${kind}`, {
        best: value !== "" && move.is_best === true && move.keeps_win === true,
        leftmost: !shift && column === 0, // where an arrow needs room
        rightmost: !shift && column === view.layout.columns - 1,
      }),
      "data-key": move.move,
      "data-move": move.move,
      "data-shift": shift,
      "aria-label": said,
      title: said,
      onfocus: () => view.point(move.move),
      onblur: leave,
      onpointerleave: leave,
      onpointerenter: ({ pointerType }) => pointerType === "mouse" && view.point(move.move),
    },
    () => choose(move.move),
    html("span", { "aria-hidden": "true" }, SIGNS[shift]),
    ...(value ? [worth(value)] : []),
  );
  made.style.gridArea = `${row + 1} / ${column + 1}`;
  return made;
}
