/** The names of a board's cells: a1, b1, ... in the first row; and those around its frame. */

import { html } from "./dom.ts";

export const cellName = (place: number, columns: number) =>
  String.fromCharCode(97 + (place % columns)) + (1 + Math.floor(place / columns));

export const cellNumber = (name: string, columns: number) =>
  name.charCodeAt(0) - 97 + (Number(name.slice(1)) - 1) * columns;

/** Write the names of columns and rows around a board. */
export function nameLines(frame: HTMLElement, rows: number, columns: number) {
  const named = (line: string, size: number, name: (at: number) => string) =>
    frame.querySelector(line)?.replaceChildren(...Array.from({ length: size }, (_, at) => html("span", {}, name(at))));
  named(".files", columns, (at) => cellName(at, columns)[0]);
  named(".ranks", rows, (at) => String(at + 1));
}
