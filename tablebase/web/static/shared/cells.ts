/**
 * The cells of a board: their names, a1, b1, ... in the first row, and those around its frame; and as a grid of
 * buttons, one of them in the tab order, from which the arrow keys walk on. Buttons may come and go, and the style
 * sheet may lay them out in rows of any length.
 */

import { draw, html, set } from "./dom.ts";

/** Columns to the right of the first place of a grid and rows below it. */
export type Place = [number, number];

export const placeOf = (name: string): Place => [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1];

/** @param at a number of the grid, in reading order */
export const placeAt = (at: number, columns: number): Place => [at % columns, Math.floor(at / columns)];

export const nameAt = ([column, row]: Place) => String.fromCharCode(97 + column) + (row + 1);

export const cellName = (at: number, columns: number) => nameAt(placeAt(at, columns));

export function cellNumber(name: string, columns: number) {
  const [column, row] = placeOf(name);
  return row * columns + column;
}

/** Fit a frame to its board, and write the names of columns and rows around it. */
export function nameLines(frame: HTMLElement, rows: number, columns: number) {
  for (const [name, size] of Object.entries({ rows, columns })) frame.style.setProperty(`--${name}`, String(size));
  const named = (line: string, size: number, name: (at: number) => string) => {
    const names = Array.from({ length: size }, (_, at) => html("span", {}, name(at)));
    for (const each of frame.querySelectorAll(line)) draw(each, names);
  };
  named(".files", columns, (at) => cellName(at, columns)[0]);
  named(".ranks", rows, (at) => String(at + 1));
}

/** Let arrow keys walk over a grid's buttons, which may come and go. */
export function walkable(grid: HTMLElement) {
  new MutationObserver(() => rove(grid)).observe(grid, { childList: true, subtree: true });
  grid.addEventListener("focusin", (event) => rove(grid, event.target as HTMLElement));
  grid.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const buttons = [...grid.querySelectorAll("button")];
    const here = buttons.find((button) => button === document.activeElement);
    const there = here && next(event.key, here, buttons);
    if (!there) return;
    event.preventDefault();
    there.focus();
  });
}

/** Leave one button in the tab order, by default the one that was. */
export function rove(grid: HTMLElement, chosen: HTMLElement | null = grid.querySelector("button[tabindex='0']")) {
  const buttons = grid.querySelectorAll("button");
  const stop = chosen ?? buttons[0];
  for (const button of buttons) set(button, { tabindex: button === stop ? 0 : -1 });
}

function next(key: string, here: HTMLElement, buttons: HTMLElement[]): HTMLElement | undefined {
  const at = buttons.indexOf(here);
  const from = here.getBoundingClientRect();
  /** The nearest button that lies there, by rows first. */
  const nearest = (lies: (box: DOMRect) => boolean) => {
    const boxes = buttons.map((button) => ({ button, box: button.getBoundingClientRect() }));
    const away = ({ box }: { box: DOMRect }) => Math.abs(box.top - from.top) * 1000 + Math.abs(box.left - from.left);
    return boxes.filter(({ box }) => lies(box)).sort((one, other) => away(one) - away(other))[0]?.button;
  };
  const [ArrowLeft, ArrowRight, Home, End] = [at - 1, at + 1, 0, buttons.length - 1].map((place) => buttons[place]);
  const ArrowUp = nearest(({ bottom }) => bottom < from.top + 1);
  const ArrowDown = nearest(({ top }) => top > from.bottom - 1);
  return { ArrowLeft, ArrowRight, ArrowUp, ArrowDown, Home, End }[key];
}
