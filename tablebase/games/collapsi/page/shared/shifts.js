/**
 * Choosing a shift: once a destination is chosen, an arrow at each end of its row and its column,
 * and where a player may also stay, a button on the card itself.
 *
 * @typedef {import("./view.js").View<any>} View
 * @typedef {import("./api.js").MoveValue} MoveValue
 */

import { cellNumber } from "#shared/cells.js";
import { button } from "#shared/commands.js";
import { classes, draw, html, set } from "#shared/dom.js";
import { parted } from "./notation.js";
import { shiftText } from "./words.js";

/** The arrow keys and the letters of the shifts. @type {Record<string, string>} */
const KEYS = { ArrowLeft: "L", ArrowRight: "R", ArrowUp: "U", ArrowDown: "D" };

/** @type {Record<string, string>} */
const SIGNS = { "": "●", L: "◀", R: "▶", U: "▲", D: "▼" };

/** A value in few words. @param {string} value */
function worth(value) {
  const [verb, , number = ""] = value.split(" ");
  return html("span", { class: "worth", "aria-hidden": "true" }, html("span", { class: "verb" }, `${verb} `), number);
}

export class ShiftChoice {
  /** The destination that arrows are shown for, or "". */
  #cell = "";
  element = html("div", { class: "shifts", role: "group" });

  /** @param {View} view @param {(move: string) => void} choose @param {(cell: string) => void} leave called with the cell to go back to */
  constructor(view, choose, leave) {
    this.view = view;
    this.choose = choose;
    this.element.addEventListener("keydown", (event) => this.#key(event, leave));
  }

  /** Show the arrows of the destination that is chosen. */
  render() {
    const { view, element } = this;
    const moves = view.movesOn(view.aimed);
    this.#cell = view.aimed;
    set(element, { hidden: !moves.length, "aria-label": `Shift after ${this.#cell}` });
    const order = Object.keys(SIGNS);
    const sorted = moves.toSorted((a, b) => order.indexOf(parted(a.move).shift) - order.indexOf(parted(b.move).shift));
    draw(
      element,
      sorted.map((move) => this.#arrow(move)),
    );
  }

  focus() {
    /** @type {HTMLElement | null} */ (this.element.firstElementChild)?.focus();
  }

  /** @param {string} move */
  #button(move) {
    return /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-move="${move}"]`));
  }

  /** What an arrow shows about a move. @param {MoveValue} move */
  #value(move) {
    return this.view.hidden || !move.result ? "" : this.view.worth(move);
  }

  /** @param {MoveValue} move */
  #arrow(move) {
    const { view } = this;
    const { rows, columns } = view.layout;
    const { cell, shift } = parted(move.move);
    const value = this.#value(move);
    const place = cellNumber(cell, columns);
    const row = { U: 1, D: rows }[shift] ?? 1 + Math.floor(place / columns);
    const column = { L: 1, R: columns }[shift] ?? 1 + (place % columns);
    const kind = value && (move.keeps_win ? "win" : "loss");
    const said = `${shiftText(cell, shift)}${value && `, ${value}`}${value && move.is_best ? ", best" : ""}`;
    const leave = () => view.point("");
    const made = button(
      {
        class: classes(`shift ${kind}`, {
          best: value !== "" && move.is_best === true && move.keeps_win === true,
          leftmost: !shift && column === 1, // where an arrow needs room
          rightmost: !shift && column === columns,
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
    made.style.gridArea = `${row} / ${column}`;
    return made;
  }

  /** @param {KeyboardEvent} event @param {(cell: string) => void} leave */
  #key(event, leave) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const cell = this.#cell;
    if (event.key === "Escape") leave(cell);
    else if (KEYS[event.key]) this.#button(cell + KEYS[event.key])?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
