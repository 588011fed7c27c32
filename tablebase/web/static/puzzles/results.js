/**
 * What the reader has done, kept on this device.
 *
 * @typedef {import("./collection.js").Grade} Grade
 * @typedef {{marks: string, done: boolean}} Result of a day: + for each move found, - for a wrong
 *   one, with which the try ends
 * @typedef {Record<number, Result>} Results by day
 */

import { keep, setting } from "../shared/settings.js";

/** @returns {Results} */
const results = () => setting("puzzles.days", {});

/** @param {number} day @returns {Result | undefined} */
export const resultOf = (day) => results()[day];

/** @param {number} day @param {Result} result */
export const keepResult = (day, result) => keep("puzzles.days", { ...results(), [day]: result });

/** @param {Result | undefined} result */
const solved = (result) => result?.done === true && !result.marks.includes("-");

/**
 * Days in a row that were solved, up to today or, while today's puzzle is open, yesterday; and the
 * most there ever were.
 *
 * @param {number} today
 */
export function streaks(today) {
  const kept = results();
  let [run, best] = [0, 0];
  const days = Object.keys(kept).map(Number);
  for (let day = Math.min(today, ...days); day <= today; day++) {
    if (solved(kept[day])) run++;
    else if (day < today || kept[day]?.done) run = 0;
    best = Math.max(best, run);
  }
  return { streak: run, best };
}

/**
 * The result without the moves, to be sent to friends.
 *
 * @param {number} day @param {string} marks @param {number} choices @param {number} streak
 */
export function shareText(day, marks, choices, streak) {
  const found = marks.replaceAll("-", "").length;
  const strip = "✅".repeat(found) + (found < choices ? "❌" : "") + "⬜".repeat(Math.max(0, choices - found - 1));
  const days = streak > 1 ? ` · ${streak} days in a row` : "";
  return `Collapsi puzzle ${day}: ${found} of ${choices}${days}\n${strip}`;
}

/**
 * Which puzzle of each grade comes next in training, and how many were solved in a row.
 *
 * @typedef {{next: Partial<Record<Grade, number>>, row: number}} Training
 * @returns {Training}
 */
export const training = () => setting("puzzles.training", { next: {}, row: 0 });

/** @param {Partial<Training>} changes */
export const keepTraining = (changes) => keep("puzzles.training", { ...training(), ...changes });
