/**
 * The puzzles, fetched when they are first needed.
 *
 * @typedef {import("../shared/grades.js").Grade} Grade
 * @typedef {(typeof THEMES)[number]} Theme
 * @typedef {"daily" | "own" | Grade | Theme} Kind which puzzles: of the days, the reader's own lost
 *   wins, or those to train with, by grade or theme
 * @typedef {object} Puzzle
 * @property {string} position
 * @property {string[]} moves the solution, the opponent's moves too
 * @property {number[]} choices which of them are to be found, from 0 on
 * @property {Grade | null} grade null for the reader's own
 * @property {import("../shared/api.js").Variant} [variant] by default the published game
 * @property {string} [played] the move by which the reader gave the win away: any move that wins is
 *   right then
 * @typedef {Record<Exclude<Kind, "own">, Puzzle[]>} Collection
 */

import { GRADES } from "../shared/grades.js";
import { ownPuzzles } from "./own.js";

/** What puzzles are about, as `studies/puzzles/themes.py` computes it. */
export const THEMES = /** @type {const} */ (["trap", "wrap", "quiet", "parity", "long"]);

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

/** The file, see `studies/puzzles/collection.py`: lines of day, grade, distance, position, solution, themes. @param {string} text */
function read(text) {
  /** @type {Kind[]} */
  const kinds = ["daily", ...GRADES, ...THEMES];
  /** @type {any} */
  const empty = Object.fromEntries(kinds.map((kind) => [kind, []]));
  /** @type {Collection} */
  const found = empty;
  for (const line of text.trimEnd().split("\n").slice(1)) {
    const [day, grade, , position, solution, themes] = line.split(",");
    const moves = solution.split(" ");
    const puzzle = {
      position,
      moves: moves.map((move) => move.replace("!", "")),
      choices: moves.flatMap((move, at) => (move.endsWith("!") ? [at] : [])),
      grade: GRADES[Number(grade) - 1],
    };
    if (day) found.daily.push(puzzle);
    else for (const kind of kindsOf(puzzle.grade, themes)) found[kind].push(puzzle);
  }
  for (const theme of THEMES) found[theme].sort((one, other) => rank(one) - rank(other)); // easy ones first
  return found;
}

/** @param {Grade} grade @param {string} themes @returns {(Grade | Theme)[]} */
const kindsOf = (grade, themes) => [grade, ...THEMES.filter((theme) => themes.split(" ").includes(theme))];

/** @param {Puzzle} puzzle */
const rank = ({ grade }) => (grade ? GRADES.indexOf(grade) : 0);

/** @param {Kind} from */
const all = async (from) => (from === "own" ? ownPuzzles() : (await collection())[from]);

/** How many puzzles there are. @param {Kind} from */
export const countOf = async (from) => (await all(from)).length;

/**
 * A puzzle; after the last the first comes again.
 *
 * @param {Kind} from
 * @param {number} number from 1 on
 * @returns {Promise<Puzzle>}
 */
export async function puzzle(from, number) {
  const found = await all(from);
  return found[(number - 1) % found.length];
}
