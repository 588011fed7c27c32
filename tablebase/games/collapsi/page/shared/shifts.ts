/**
 * Choosing a shift: once a destination is chosen, an arrow on the last card at each end of its row and its
 * column, and where a player may also stay, a button on the card itself.
 */

import { button } from "#shared/commands.ts";
import { classes, draw, html, set } from "#shared/dom.ts";
import type { Move } from "../answers.d.ts";
import { inOrder, isInLine, KEYS, parted, placeOf } from "./notation.ts";
import type { View as ViewType } from "./session.ts";
import { shiftText } from "./words.ts";

type View = ViewType<any>;

const SIGNS: Record<string, string> = { "": "●", L: "◀", R: "▶", U: "▲", D: "▼" };

/** A value in few words. */
function worth(value: string) {
  const [verb, , number = ""] = value.split(" ");
  return html("span", { class: "worth", "aria-hidden": "true" }, html("span", { class: "verb" }, `${verb} `), number);
}

export class ShiftChoice {
  view: View;
  choose: (move: string) => void;

  /** The destination that arrows are shown for, or "". */
  #cell = "";
  element = html("div", { class: "shifts", role: "group" });

  /** @param leave called with the cell to go back to */
  constructor(view: View, choose: (move: string) => void, leave: (cell: string) => void) {
    this.view = view;
    this.choose = choose;
    this.element.addEventListener("keydown", (event) => this.#key(event, leave));
  }

  /** Show the arrows of the destination that is chosen. */
  render() {
    const { view, element } = this;
    const moves = view.movesOn(view.aimed);
    this.#cell = view.aimed;
    set(element, { hidden: !moves.length, "aria-label": `Shift the row or the column of ${this.#cell}` });
    const order = Object.keys(SIGNS);
    const sorted = moves.toSorted((a, b) => order.indexOf(parted(a.move).shift) - order.indexOf(parted(b.move).shift));
    draw(
      element,
      sorted.map((move) => this.#arrow(move)),
    );
  }

  focus() {
    (this.element.firstElementChild as HTMLElement | null)?.focus();
  }

  #button(move: string) {
    return this.element.querySelector(`[data-move="${move}"]`) as HTMLElement | null;
  }

  /** What an arrow shows about a move. */
  #value(move: Move) {
    return this.view.hidden || !move.result ? "" : this.view.worth(move);
  }

  #arrow(move: Move) {
    const { view } = this;
    const { columns } = view.layout;
    const { cell, shift } = parted(move.move);
    const value = this.#value(move);
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
          rightmost: !shift && column === columns - 1,
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
      () => this.choose(move.move),
      html("span", { "aria-hidden": "true" }, SIGNS[shift]),
      ...(value ? [worth(value)] : []),
    );
    made.style.gridArea = `${row + 1} / ${column + 1}`;
    return made;
  }

  #key(event: KeyboardEvent, leave: (cell: string) => void) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const cell = this.#cell;
    if (event.key === "Escape") leave(cell);
    else if (KEYS[event.key]) this.#button(cell + KEYS[event.key])?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
