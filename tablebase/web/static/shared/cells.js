/** The names of a board's cells: a1, b1, ... in the first row. */

import { html } from "./dom.js";

/** @param {number} place @param {number} columns */
export const cellName = (place, columns) =>
  String.fromCharCode(97 + (place % columns)) + (1 + Math.floor(place / columns));

/** @param {string} name @param {number} columns */
export const cellNumber = (name, columns) => name.charCodeAt(0) - 97 + (Number(name.slice(1)) - 1) * columns;

/** Write the names of columns and rows around a board. @param {HTMLElement} frame @param {number} rows @param {number} columns */
export function nameLines(frame, rows, columns) {
  const named = (/** @type {string} */ line, /** @type {number} */ size, /** @type {(at: number) => string} */ name) =>
    frame.querySelector(line)?.replaceChildren(...Array.from({ length: size }, (_, at) => html("span", {}, name(at))));
  named(".files", columns, (at) => cellName(at, columns)[0]);
  named(".ranks", rows, (at) => String(at + 1));
}
