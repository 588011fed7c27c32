/**
 * The puzzles, fetched when they are first needed.
 *
 * @typedef {import("../shared/grades.js").Grade} Grade
 * @typedef {(typeof THEMES)[number]} Theme
 * @typedef {"daily" | "own" | Trained} Kind which puzzles: of the days, the reader's own lost wins, or
 *   those to train with
 * @typedef {"all" | Grade | Theme | `${Grade}.${Theme}`} Trained all of them, or those of a grade, of a
 *   theme, or of both
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

/**
 * The puzzles of a grade and a theme.
 *
 * @param {Grade | ""} grade "" for all
 * @param {Theme | ""} theme "" for all
 * @returns {Trained}
 */
export function trained(grade, theme) {
  if (grade && theme) return `${grade}.${theme}`;
  return grade || theme || "all";
}

/** The grade and the theme of puzzles to train with; "" for all. @param {string} kind @returns {{grade: Grade | "", theme: Theme | ""}} */
export function partsOf(kind) {
  const parts = kind.split(".");
  const [grade = ""] = GRADES.filter((known) => parts.includes(known));
  const [theme = ""] = THEMES.filter((known) => parts.includes(known));
  return { grade, theme };
}

/** All kinds to train with. @type {Trained[]} */
export const TRAINED = ["", ...GRADES].flatMap((grade) =>
  ["", ...THEMES].map((theme) => trained(/** @type {Grade | ""} */ (grade), /** @type {Theme | ""} */ (theme))),
);

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
  /** @type {any} */
  const empty = Object.fromEntries(["daily", ...TRAINED].map((kind) => [kind, []]));
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
  for (const kind of TRAINED) found[kind].sort((one, other) => rank(one) - rank(other)); // easy ones first
  return found;
}

/** @param {Grade} grade @param {string} themes */
const kindsOf = (grade, themes) => {
  const about = THEMES.filter((theme) => themes.split(" ").includes(theme));
  return [
    trained("", ""),
    trained(grade, ""),
    ...about.flatMap((theme) => [trained("", theme), trained(grade, theme)]),
  ];
};

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
