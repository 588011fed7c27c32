/**
 * The puzzles, fetched when they are first needed.
 *
 * @typedef {import("../shared/grades.js").Grade} Grade
 * @typedef {{position: string, moves: string[], choices: number[], grade: Grade}} Puzzle
 *   the moves of the solution, the opponent's too; and which of them are to be found, from 0 on
 * @typedef {Record<"daily" | Grade, Puzzle[]>} Collection those of the days, and those to train with
 */

import { GRADES } from "../shared/grades.js";

/** @type {Promise<Collection> | null} */
let fetched = null;

function collection() {
  fetched ??= fetch(new URL("collection.csv", import.meta.url)).then(async (answer) => {
    if (!answer.ok) throw new Error(`the puzzles can't be loaded: the host answered ${answer.status}`);
    return read(await answer.text());
  });
  fetched.catch(() => (fetched = null));
  return fetched;
}

/** The file, see `studies/puzzles/collection.py`: lines of day, grade, distance, position, solution. @param {string} text */
function read(text) {
  /** @type {Collection} */
  const found = { daily: [], easy: [], medium: [], hard: [], expert: [], master: [] };
  for (const line of text.trimEnd().split("\n").slice(1)) {
    const [day, grade, , position, solution] = line.split(",");
    const moves = solution.split(" ");
    const puzzle = {
      position,
      moves: moves.map((move) => move.replace("!", "")),
      choices: moves.flatMap((move, at) => (move.endsWith("!") ? [at] : [])),
      grade: GRADES[Number(grade) - 1],
    };
    found[day ? "daily" : puzzle.grade].push(puzzle);
  }
  return found;
}

/** How many puzzles there are. @param {"daily" | Grade} from */
export const countOf = async (from) => (await collection())[from].length;

/**
 * A puzzle; after the last the first comes again.
 *
 * @param {"daily" | Grade} from
 * @param {number} number from 1 on
 * @returns {Promise<Puzzle>}
 */
export async function puzzle(from, number) {
  const all = (await collection())[from];
  return all[(number - 1) % all.length];
}
