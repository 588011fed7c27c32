/** Grades of difficulty. */

export type Grade = "easy" | "medium" | "hard" | "expert" | "master";

/** The easiest first. Their names are those in `studies/puzzles/posed.py`. */
export const GRADES: Grade[] = ["easy", "medium", "hard", "expert", "master"];

/** The grade on each day of the week, from Monday on. */
const WEEK: Grade[] = ["easy", "medium", "medium", "hard", "hard", "expert", "master"];

/** How hard what is new on a day is. @param day of days.ts, whose first is a Monday */
export const gradeOf = (day: number) => WEEK[(day - 1) % WEEK.length];
