/**
 * A board that is turned, mirrored or shifted, and the whole game with it.
 *
 * @typedef {import("../shared/game.js").Game} Game
 * @typedef {import("../shared/game.js").Step} Step
 */

import { cellName, cellNumber } from "#shared/cells.js";
import { current } from "../shared/game.js";
import { landed, parted, read, SHIFTS, write } from "../shared/notation.js";

/**
 * A position after its cells have been moved. Neighbours stay neighbours, so values stay too.
 *
 * @param {string} position
 * @param {string[]} to the name of the cell where each cell goes, in reading order
 */
export function permuted(position, to) {
  const layout = read(position);
  const cells = [...layout.cells];
  const there = to.values();
  for (const cell of layout.cells) {
    if (cell) cells[cellNumber(there.next().value ?? "", layout.columns)] = cell;
  }
  return write({ ...layout, cells });
}

/**
 * What a motion of the board does to names of cells and moves.
 *
 * @param {string} position any on this board
 * @param {string[]} to as for `permuted`
 * @returns {(name: string) => string}
 */
export function renaming(position, to) {
  const { cells, rows, columns } = read(position);
  const names = cells.flatMap((cell, place) => (cell ? [cellName(place, columns)] : []));
  const moved = new Map(names.map((name, at) => [name, to[at]]));
  return (name) => {
    const { cell, shift } = parted(name);
    const to = moved.get(cell) ?? cell;
    const there = moved.get(landed(name, rows, columns)) ?? "";
    return to + (shift && Object.keys(SHIFTS).find((letter) => landed(to + letter, rows, columns) === there));
  };
}

/**
 * The whole game on a turned or shifted board.
 *
 * @param {Game} game
 * @param {string[]} to where each cell goes
 * @returns {Game}
 */
export function transformed(game, to) {
  const moved = renaming(current(game).position, to);
  const line = (/** @type {Step[]} */ steps) =>
    steps.map(({ position, move, path, judgement }) => ({
      position: permuted(position, to),
      move: moved(move),
      path: path.map(moved),
      judgement: judgement && { ...judgement, best: moved(judgement.best), bestPath: judgement.bestPath.map(moved) },
    }));
  if (!game.study) return { ...game, steps: line(game.steps) };
  const lines = game.study.lines.map(line);
  const notes = Object.entries(game.study.notes).map(([moves, note]) => [moves.split(".").map(moved).join("."), note]);
  const { shown } = game.study;
  return { ...game, steps: lines[shown], study: { lines, shown, notes: Object.fromEntries(notes) } };
}
