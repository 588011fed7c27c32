/**
 * What the reader has done, kept on this device.
 *
 * @typedef {import("../shared/grades.js").Grade} Grade
 * @typedef {import("./collection.js").Kind} Kind
 * @typedef {{marks: string, done: boolean}} Result of a day: + for each move found, - for a wrong
 *   one, with which the try ends
 */

import { Days, inARow } from "#shared/days.js";
import { keep, setting } from "#shared/settings.js";

/** @param {Result} result */
const isMissed = ({ marks }) => marks.includes("-");

/** @type {Days<Result>} */
export const days = new Days("puzzles.days", (result) => result.done && !isMissed(result), isMissed);

/**
 * The result without the moves, to be sent to friends.
 *
 * @param {number} day @param {string} marks @param {number} choices @param {number} streak
 */
export function shareText(day, marks, choices, streak) {
  const found = marks.replaceAll("-", "").length;
  const strip = "✅".repeat(found) + (found < choices ? "❌" : "") + "⬜".repeat(Math.max(0, choices - found - 1));
  return `Collapsi puzzle ${day}: ${found} of ${choices}${inARow(streak)}\n${strip}`;
}

/** The most tries that are kept. */
const MOST_TRIES = 100;

/** The rating of puzzles, on the scale of the reader's; the grades are that far apart. @type {Record<Grade, number>} */
const RATINGS = { easy: 800, medium: 1100, hard: 1400, expert: 1700, master: 2000 };

/** The most points that one puzzle wins or loses, as in the Elo system. */
const STEP = 32;

/**
 * Training: which puzzle of each kind comes next, how many were solved in a row, the reader's rating,
 * and the latest tries, the last one first.
 *
 * @typedef {{kind: string, number: number, solved: boolean, position?: string}} Try of a puzzle, which
 *   is known by its position: numbers differ between kinds; tries from before they were noted have none
 * @typedef {{next: Partial<Record<Kind, number>>, row: number, rating: number, tries: Try[]}} Training
 * @returns {Training}
 */
export const training = () => ({ next: {}, row: 0, rating: 1000, tries: [], ...setting("puzzles.training", {}) });

/** @param {Partial<Training>} changes */
export const keepTraining = (changes) => keep("puzzles.training", { ...training(), ...changes });

/** Note a first try at a puzzle; it changes the rating, unless the puzzle is the reader's own. @param {Try} made @param {Grade | null} grade */
export function keepTry(made, grade) {
  const { rating, tries, row } = training();
  if (tries.some((before) => isSame(before, made))) return;
  const gained = grade ? STEP * (Number(made.solved) - expected(rating, RATINGS[grade])) : 0;
  keepTraining({
    row: made.solved ? row + 1 : 0,
    rating: rating + gained,
    tries: [made, ...tries].slice(0, MOST_TRIES),
  });
}

/** Whether two tries are at the same puzzle. @param {Try} one @param {Try} other */
const isSame = (one, other) =>
  one.position && other.position
    ? one.position === other.position
    : one.kind === other.kind && one.number === other.number;

/** The chance of a player against a puzzle. @param {number} rating @param {number} puzzle */
const expected = (rating, puzzle) => 1 / (1 + 10 ** ((puzzle - rating) / 400));
