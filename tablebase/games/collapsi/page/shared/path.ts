/**
 * A path over the board as lines to draw, and a pawn that walks along it. The board's edges are joined:
 * where a path leaves by one edge and enters by the opposite one, one line ends outside the board and the
 * next begins there.
 */

import type { Place } from "#shared/cells.ts";
import { svg } from "#shared/dom.ts";

/** X and y in cells; a cell's middle is at a half. */
type Point = [number, number];

type Size = { rows: number; columns: number };

const middle = ([column, row]: Place): Point => [column + 0.5, row + 0.5];

/** Units of a drawing to a cell. */
export const UNITS = 100;

/** How far outside the board a line ends, in cells. */
const OUTSIDE = 0.14;

/** @returns the lines of a path, from its first place's middle to the last one's */
function polylines(path: Place[], size: Size): Point[][] {
  const lines = [[middle(path[0])]];
  for (let at = 1; at < path.length; at++) {
    const from = middle(path[at - 1]);
    const to = middle(path[at]);
    const out = crossing(from, to, size);
    if (out) {
      lines[lines.length - 1].push(out[0]);
      lines.push([out[1]]);
    }
    lines[lines.length - 1].push(to);
  }
  return lines;
}

/** Where a step leaves the board and where it enters again; null if it stays on it. */
function crossing([x, y]: Point, [toX, toY]: Point, { rows, columns }: Size): Point[] | null {
  const [across, down] = [ends(x, toX, columns), ends(y, toY, rows)];
  if (across) return across.map((out) => [out, y]);
  return down?.map((out) => [x, out]) ?? null;
}

/** The same in one direction. @param size of the board */
function ends(from: number, to: number, size: number) {
  if (Math.abs(from - to) <= 1) return null;
  return from > to ? [size + OUTSIDE, -OUTSIDE] : [-OUTSIDE, size + OUTSIDE];
}

/** A path as a part of a drawing, in `UNITS` to a cell: lines, each with the head of an arrow. @param kind its classes */
export function arrows({ path, kind }: { path: Place[]; kind: string }, size: Size) {
  const parts = polylines(path, size).flatMap((points) => {
    const scaled = points.map(([x, y]) => [x * UNITS, y * UNITS]);
    const head = arrowHead(scaled[scaled.length - 2], scaled[scaled.length - 1]);
    return [svg("polyline", { points: scaled.join(" ") }), svg("path", { d: head })];
  });
  return svg("g", { class: `path ${kind}`, "data-key": `${path}` }, ...parts);
}

/** The head of an arrow from one point to another, at its end. */
function arrowHead([fromX, fromY]: number[], [x, y]: number[]) {
  const length = Math.hypot(x - fromX, y - fromY);
  const [dx, dy] = [((x - fromX) / length) * 15, ((y - fromY) / length) * 15];
  return `M${x - dx - dy},${y - dy + dx}L${x},${y}L${x - dx + dy},${y - dy - dx}`;
}

const STEP_MS = 150;

/** How long a walk takes, in milliseconds. */
export const walkTime = (path: Place[]) => STEP_MS * (path.length - 1);

/**
 * Show a line shifting once the pawn has arrived.
 *
 * @param elements where they are now
 * @param step by how many cells to the right and down they have moved
 */
export function slide(elements: Element[], [right, down]: [number, number], delay: number) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const frames = { translate: [`${-100 * right}% ${-100 * down}%`, "0 0"] };
  for (const element of elements)
    element.animate(frames, { duration: STEP_MS, delay, easing: "ease-in-out", fill: "backwards" });
}

/**
 * @param pawn an element the size of a cell, on the last place of the path
 * @returns settled when the pawn has arrived, or was sent elsewhere
 */
export async function walk(pawn: HTMLElement, path: Place[], size: Size): Promise<unknown> {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const [endX, endY] = middle(path[path.length - 1]);
  const frame: (x: number, y: number, offset: number, opacity?: number) => Keyframe = (x, y, offset, opacity = 1) => ({
    translate: `${(x - endX) * 100}% ${(y - endY) * 100}%`,
    offset: offset / (path.length - 1),
    opacity,
  });
  const frames = [frame(...middle(path[0]), 0)];
  for (let at = 1; at < path.length; at++) {
    const [from, to] = [middle(path[at - 1]), middle(path[at])];
    const out = crossing(from, to, size);
    if (out) {
      // It fades out over one edge and in over the other.
      frames.push(frame(...out[0], at - 0.5, 0), frame(...out[1], at - 0.5, 0));
    }
    frames.push(frame(...to, at));
  }
  await pawn.animate(frames, { duration: walkTime(path), easing: "ease-in-out" }).finished.catch(() => {});
}
