/**
 * Grades of difficulty.
 *
 * @typedef {"easy" | "medium" | "hard" | "expert" | "master"} Grade
 */

/** The easiest first. Their names are those in `studies/puzzles/posed.py`. @type {Grade[]} */
export const GRADES = ["easy", "medium", "hard", "expert", "master"];

/** The grade on each day of the week, from Monday on. @type {Grade[]} */
const WEEK = ["easy", "medium", "medium", "hard", "hard", "expert", "master"];

/** How hard what is new on a day is. @param {number} day of calendar.js, whose first is a Monday */
export const gradeOf = (day) => WEEK[(day - 1) % WEEK.length];
