/** A pawn walks along its path, unless the reader prefers no motion. */

import { crossing } from "./path.ts";

const STEP_MS = 150;

/** How long a walk takes, in milliseconds. */
export const walkTime = (path: number[]) => STEP_MS * (path.length - 1);

/**
 * Show a line shifting once the pawn has arrived.
 *
 * @param elements where they are now
 * @param step by how many cells to the right and down they have moved
 */
export function slide(elements: (HTMLElement | null | undefined)[], [right, down]: [number, number], delay: number) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const frames = { translate: [`${-100 * right}% ${-100 * down}%`, "0 0"] };
  for (const element of elements)
    element?.animate(frames, { duration: STEP_MS, delay, easing: "ease-in-out", fill: "backwards" });
}

/**
 * @param pawn an element the size of a cell, on the last cell of the path
 * @param path cells, in order
 * @returns settled when the pawn has arrived, or was sent elsewhere
 */
export async function walk(pawn: HTMLElement, path: number[], rows: number, columns: number): Promise<unknown> {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const place: (cell: number) => [number, number] = (cell) => [
    (cell % columns) + 0.5,
    Math.floor(cell / columns) + 0.5,
  ];
  const [endX, endY] = place(path[path.length - 1]);
  const frame: (x: number, y: number, offset: number, opacity?: number) => Keyframe = (x, y, offset, opacity = 1) => ({
    translate: `${(x - endX) * 100}% ${(y - endY) * 100}%`,
    offset: offset / (path.length - 1),
    opacity,
  });
  const frames = [frame(...place(path[0]), 0)];
  for (let at = 1; at < path.length; at++) {
    const [from, to] = [place(path[at - 1]), place(path[at])];
    const out = crossing(from, to, rows, columns);
    if (out) {
      // It fades out over one edge and in over the other.
      frames.push(frame(...out[0], at - 0.5, 0), frame(...out[1], at - 0.5, 0));
    }
    frames.push(frame(...to, at));
  }
  await pawn.animate(frames, { duration: walkTime(path), easing: "ease-in-out" }).finished.catch(() => {});
}
