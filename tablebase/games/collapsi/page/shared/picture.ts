/** A picture of a position, drawn on this device, to be shared or saved. Loaded when it is asked for. */

import { html } from "#shared/dom.ts";
import { download } from "#shared/files.ts";
import { type Layout, SIDES } from "./notation.ts";

/** In pixels. */
const [CELL, EDGE] = [150, 30];

const TYPE = "image/png";

/** Share a picture with the device's dialog if it has one, otherwise save it. */
export async function sharePicture(layout: Layout, name: string) {
  const file = new File([await drawn(layout)], `${name}.png`, { type: TYPE });
  const shared = { files: [file] };
  if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.(shared)) await navigator.share(shared);
  else download(file.name, file, TYPE);
}

function drawn({ rows, columns, cells }: Layout): Promise<Blob> {
  const [width, height] = [columns * CELL + 2 * EDGE, rows * CELL + 2 * EDGE];
  const canvas = html("canvas", { width, height }) as HTMLCanvasElement;
  const pen = canvas.getContext("2d") as CanvasRenderingContext2D;
  const box = (colour: string, x: number, y: number, side: number, round = 16) => {
    pen.fillStyle = colour;
    pen.beginPath();
    pen.roundRect(x, y, side, side, round);
    pen.fill();
  };
  pen.fillStyle = "#2d6b5c";
  pen.fillRect(0, 0, width, height);
  pen.font = "700 64px Georgia, serif";
  pen.textAlign = "center";
  for (const [at, cell] of cells.entries()) {
    if (!cell) continue;
    const [x, y] = [EDGE + (at % columns) * CELL, EDGE + Math.floor(at / columns) * CELL];
    box(cell.faceUp ? "#fbf5e6" : "#1d4a3f", x + 6, y + 6, CELL - 12);
    pen.fillStyle = "#2b2a33";
    if (cell.faceUp)
      pen.fillText(cell.card, x + CELL * (cell.pawns ? 0.22 : 0.5), y + CELL * (cell.pawns ? 0.42 : 0.64));
    for (const [other, letter] of [...cell.pawns].entries()) {
      const [middle, colour] = [x + CELL * (0.66 - 0.3 * other), getComputedStyle(document.documentElement)];
      box(colour.getPropertyValue(`--${SIDES[letter]}`).trim(), middle - 36, y + 57, 72, 36);
      pen.fillStyle = letter === "y" ? "#4a3a00" : "#fff";
      pen.fillText(letter.toUpperCase(), middle, y + 114);
    }
  }
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob as Blob), TYPE));
}
