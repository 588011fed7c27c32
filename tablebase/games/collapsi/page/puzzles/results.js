/**
 * What the reader has done, kept on this device.
 *
 * @typedef {import("../shared/grades.js").Grade} Grade
 * @typedef {{marks: string, done: boolean}} Result of a day: + for each move found, - for a wrong
 *   one, with which the try ends
 */

import { Days, inARow } from "../../../../shared/days.js";
import { keep, setting } from "../../../../shared/settings.js";

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

/**
 * Which puzzle of each grade comes next in training, and how many were solved in a row.
 *
 * @typedef {{next: Partial<Record<Grade, number>>, row: number}} Training
 * @returns {Training}
 */
export const training = () => setting("puzzles.training", { next: {}, row: 0 });

/** @param {Partial<Training>} changes */
export const keepTraining = (changes) => keep("puzzles.training", { ...training(), ...changes });
