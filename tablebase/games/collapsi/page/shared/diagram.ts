/** A small picture of a position, with paths drawn on it. */

import { nameAt, placeOf } from "#shared/cells.ts";
import { svg } from "#shared/dom.ts";
import { type Cell, read, SIDES } from "./notation.ts";
import { arrows, UNITS } from "./path.ts";

type Drawn = { path: string[]; kind: "played" | "better" | "reply" };

/** How far the picture goes beyond the board, for paths over its edges. */
const MARGIN = 18;

/** @param label the picture in words, for screen readers; who sees it reads the names of cells where they are large */
export function diagram(position: string, drawn: Drawn[], label: string) {
  const { rows, columns, cells } = read(position);
  const [width, height] = [columns * UNITS, rows * UNITS];
  const box = `${-MARGIN} ${-MARGIN} ${width + 2 * MARGIN} ${height + 2 * MARGIN}`;
  const shapes = cells.flatMap((cell, place) => {
    if (!cell) return [];
    const [x, y] = [(place % columns) * UNITS, Math.floor(place / columns) * UNITS];
    return [card(cell, x, y), ...pawns(cell.pawns, x, y)];
  });
  const names = [
    ...Array.from({ length: columns }, (_, at) => name(nameAt([at, 0])[0], (at + 0.5) * UNITS, -2)),
    ...Array.from({ length: rows }, (_, at) => name(String(at + 1), -MARGIN / 2, (at + 0.5) * UNITS + 5)),
  ];
  const paths = drawn.map(({ path, kind }) => arrows({ path: path.map(placeOf), kind }, { rows, columns }));
  return svg(
    "svg",
    { class: "diagram", viewBox: box, role: "img", "aria-label": label },
    ...names,
    ...shapes,
    ...paths,
  );
}

const name = (text: string, x: number, y: number) => svg("text", { class: "cell-name", x, y }, text);

function card({ card: letter, faceUp, pawns: here }: Cell, x: number, y: number) {
  const face = svg("rect", { class: faceUp ? "face" : "back", x: x + 7, y: y + 7, width: 86, height: 86, rx: 10 });
  if (!faceUp) return svg("g", {}, face);
  const [at, kind] = here ? [{ x: x + 20, y: y + 32 }, "corner"] : [{ x: x + 50, y: y + 67 }, null];
  return svg("g", {}, face, svg("text", { ...at, class: kind }, letter));
}

const pawns = (letters: string, x: number, y: number) =>
  [...letters].map((letter, at) => {
    const middle = x + 50 + (letters.length > 1 ? (at ? 18 : -18) : 0);
    const disc = svg("circle", { class: `disc ${SIDES[letter]}`, cx: middle, cy: y + 56, r: 27 });
    return svg("g", {}, disc, svg("text", { class: "disc-letter", x: middle, y: y + 67 }, letter.toUpperCase()));
  });
