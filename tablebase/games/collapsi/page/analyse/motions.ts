/** A board that is turned, mirrored or shifted, and the whole game with it. */

import { cellName, cellNumber } from "#shared/cells.ts";
import { current, type Game, type Step } from "../shared/game.ts";
import { landed, parted, read, SHIFTS, write } from "../shared/notation.ts";

/**
 * A position after its cells have been moved. Neighbours stay neighbours, so values stay too.
 *
 * @param to the name of the cell where each cell goes, in reading order
 */
export function permuted(position: string, to: string[]) {
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
 * @param position any on this board
 * @param to as for `permuted`
 */
export function renaming(position: string, to: string[]): (name: string) => string {
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

/** The whole game on a turned or shifted board. @param to where each cell goes */
export function transformed(game: Game, to: string[]): Game {
  const moved = renaming(current(game).position, to);
  const line = (steps: Step[]) =>
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
