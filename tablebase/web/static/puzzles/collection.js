/**
 * The puzzles, fetched when they are first needed.
 *
 * @typedef {"easy" | "medium" | "hard"} Grade
 * @typedef {{position: string, moves: string[], choices: number[], grade: Grade}} Puzzle
 *   all moves of the solution, the opponent's too; and which of them are to be found, from 0 on
 */

/** @type {Grade[]} */
export const GRADES = ["easy", "medium", "hard"];

/** @type {Promise<Record<"daily" | Grade, string[]>> | null} */
let fetched = null;

function lines() {
  fetched ??= fetch(new URL("collection.json", import.meta.url)).then((answer) => {
    if (!answer.ok) throw new Error(`the puzzles can't be loaded: the host answered ${answer.status}`);
    return answer.json();
  });
  fetched.catch(() => (fetched = null));
  return fetched;
}

/**
 * A puzzle; after the last the first comes again.
 *
 * @param {"daily" | Grade} from
 * @param {number} number from 1 on
 * @returns {Promise<Puzzle>}
 */
export async function puzzle(from, number) {
  const all = (await lines())[from];
  const [board, turn, ...moves] = all[(number - 1) % all.length].split(" ");
  const choices = moves.flatMap((move, at) => (move.endsWith("!") ? [at] : []));
  return {
    position: `${board} ${turn}`,
    moves: moves.map((move) => move.replace("!", "")),
    choices,
    grade: GRADES[Math.min(choices.length, 4) - 2],
  };
}
