/**
 * A path over the board as lines to draw. The board's edges are joined: where a path leaves by one
 * edge and enters by the opposite one, one line ends outside the board and the next begins there.
 *
 * @typedef {[number, number]} Point x and y in cells; a cell's middle is at a half
 */

/** How far outside the board a line ends, in cells. */
const OUTSIDE = 0.14;

/**
 * @param {number[]} path cells, in order
 * @param {number} rows
 * @param {number} columns
 * @returns {Point[][]} the lines, from the first cell's middle to the last one's
 */
export function polylines(path, rows, columns) {
  /** @type {(cell: number) => Point} */
  const middle = (cell) => [(cell % columns) + 0.5, Math.floor(cell / columns) + 0.5];
  const lines = [[middle(path[0])]];
  for (let at = 1; at < path.length; at++) {
    const from = middle(path[at - 1]);
    const to = middle(path[at]);
    const out = crossing(from, to, rows, columns);
    if (out) {
      lines[lines.length - 1].push(out[0]);
      lines.push([out[1]]);
    }
    lines[lines.length - 1].push(to);
  }
  return lines;
}

/**
 * Where a step leaves the board and where it enters again; null if it stays on it.
 *
 * @param {Point} from
 * @param {Point} to
 * @param {number} rows
 * @param {number} columns
 * @returns {[Point, Point] | null}
 */
export function crossing([x, y], [toX, toY], rows, columns) {
  const [low, right, bottom] = [-OUTSIDE, columns + OUTSIDE, rows + OUTSIDE];
  if (Math.abs(x - toX) > 1) return x > toX ? [[right, y], [low, y]] : [[low, y], [right, y]];
  if (Math.abs(y - toY) > 1) return y > toY ? [[x, bottom], [x, low]] : [[x, low], [x, bottom]];
  return null;
}
