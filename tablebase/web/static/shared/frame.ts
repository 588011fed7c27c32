/** The frame of a board. */

import { cellName } from "./cells.ts";
import { html } from "./dom.ts";

/** Write the names of columns and rows around a board. */
export function nameLines(frame: HTMLElement, rows: number, columns: number) {
  const named = (line: string, size: number, name: (at: number) => string) =>
    frame.querySelector(line)?.replaceChildren(...Array.from({ length: size }, (_, at) => html("span", {}, name(at))));
  named(".files", columns, (at) => cellName(at, columns)[0]);
  named(".ranks", rows, (at) => String(at + 1));
}
