/**
 * Positions decided without a search: by pairing moves, and by the values of small parts. docs:
 * `tablebase/games/nim/pairing.py`, with the proofs.
 *
 * A cell is a number in a grid with a gap after each row, so that no neighbours wrap around.
 *
 * @typedef {import("./position.js").Rules} Rules
 * @typedef {number[]} Part connected cells
 */

import { heapOf } from "./small.js";

const SMALL = 10;

/**
 * A function of positions: whether the side to move loses, or null if the parts do not show it.
 *
 * @param {Rules} rules @returns {(board: string) => boolean | null}
 */
export function judgeOf(rules) {
  const width = rules.columns + 1;
  /** The same parts come back after other moves. @type {Map<string, import("./small.js").Heap>} */
  const known = new Map();
  const heap = (/** @type {Part} */ part) => {
    const key = part.join();
    const found = known.get(key) ?? heapOf(part, width, rules.take);
    known.set(key, found);
    return found;
  };
  return (board) => {
    const found = parts(board, rules.columns);
    const small = found.filter((part) => part.length <= SMALL).map(heap);
    const large = found.filter((part) => part.length > SMALL);
    return rules.misere ? isLostMisere(small, large) : isLostNormal(small, large, width, rules.take);
  };
}

/** @param {import("./small.js").Heap[]} small @param {Part[]} large @param {number} width @param {number} take */
function isLostNormal(small, large, width, take) {
  const left = new Set();
  for (const part of large) {
    if (pairsUp(part, width, take)) continue;
    const shape = shapeOf(part, width);
    if (!left.delete(shape)) left.add(shape); // twins cancel
  }
  return left.size ? null : small.reduce((sum, { value }) => sum ^ value, 0) === 0;
}

/** @param {import("./small.js").Heap[]} small @param {Part[]} large */
function isLostMisere(small, large) {
  if (large.length || !small.every(({ tame }) => tame)) return null;
  const value = small.reduce((sum, heap) => sum ^ heap.value, 0);
  return value === (small.every(({ fickle }) => fickle) ? 1 : 0);
}

/** The connected parts of a board, their cells in order. @param {string} board @param {number} columns @returns {Part[]} */
function parts(board, columns) {
  const width = columns + 1;
  const left = new Set();
  for (let at = 0; at < board.length; at++) if (board[at] === "1") left.add(at + Math.floor(at / columns));
  const found = [];
  for (const start of left) {
    const part = [start];
    left.delete(start);
    for (const cell of part)
      for (const near of [cell - width, cell - 1, cell + 1, cell + width]) if (left.delete(near)) part.push(near);
    found.push(part.sort((a, b) => a - b));
  }
  return found;
}

/** Whether a half-turn or a reflection lets every move be answered by its image. @param {Part} part @param {number} width @param {number} take */
function pairsUp(part, width, take) {
  const cells = new Set(part);
  return images(part, width).some((image) => part.every((cell) => pairs(cell, image(cell), cells, width, take)));
}

/** The half-turn and the reflections that may map a part to itself. @param {Part} part @param {number} width @returns {((cell: number) => number)[]} */
function images(part, width) {
  const [rows, columns] = [part.map((cell) => Math.floor(cell / width)), part.map((cell) => cell % width)];
  const [top, bottom, left, right] = [Math.min(...rows), Math.max(...rows), Math.min(...columns), Math.max(...columns)];
  const image = (/** @type {(row: number, column: number) => number[]} */ turned) => (/** @type {number} */ cell) => {
    const [row, column] = turned(Math.floor(cell / width) - top, (cell % width) - left);
    return (row + top) * width + column + left;
  };
  const [height, breadth] = [bottom - top, right - left];
  const found = [
    image((row, column) => [height - row, breadth - column]),
    image((row, column) => [height - row, column]),
    image((row, column) => [row, breadth - column]),
  ];
  if (height === breadth)
    found.push(
      image((row, column) => [column, row]),
      image((row, column) => [breadth - column, height - row]),
    );
  return found;
}

/**
 * Whether a cell's image is there, and no move can take both, or the cell if they are the same.
 *
 * @param {number} cell @param {number} image @param {Set<number>} cells @param {number} width @param {number} take
 */
function pairs(cell, image, cells, width, take) {
  if (!cells.has(image)) return false;
  const [first, last] = [Math.min(cell, image), Math.max(cell, image)];
  const row = Math.floor(first / width) === Math.floor(last / width);
  if (!row && first % width !== last % width) return true;
  const step = row ? 1 : width;
  if ((last - first) / step >= take) return true;
  for (let between = first; between <= last; between += step) if (!cells.has(between)) return true;
  return false;
}

/** The same for all images of a part under turns, reflections and shifts. @param {Part} part @param {number} width */
function shapeOf(part, width) {
  const places = part.map((cell) => [Math.floor(cell / width), cell % width]);
  const turned = [places, places.map(([row, column]) => [column, row])];
  const found = turned.flatMap((image) =>
    [1, -1].flatMap((down) =>
      [1, -1].map((right) => atCorner(image.map(([row, column]) => [down * row, right * column]))),
    ),
  );
  return found.sort()[0];
}

/** Cells moved to the corner, in words. @param {number[][]} cells */
function atCorner(cells) {
  const [top, left] = [0, 1].map((side) => Math.min(...cells.map((cell) => cell[side])));
  return cells
    .map(([row, column]) => `${row - top}.${column - left}`)
    .sort()
    .join();
}
