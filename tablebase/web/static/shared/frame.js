/** The frame of a board. */

import { cellName } from "./cells.js";
import { html } from "./dom.js";

/** Write the names of columns and rows around a board. @param {HTMLElement} frame @param {number} rows @param {number} columns */
export function nameLines(frame, rows, columns) {
  const named = (/** @type {string} */ line, /** @type {number} */ size, /** @type {(at: number) => string} */ name) =>
    frame.querySelector(line)?.replaceChildren(...Array.from({ length: size }, (_, at) => html("span", {}, name(at))));
  named(".files", columns, (at) => cellName(at, columns)[0]);
  named(".ranks", rows, (at) => String(at + 1));
}
