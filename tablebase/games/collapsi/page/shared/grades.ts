/** Grades of difficulty. */

export type Grade = "easy" | "medium" | "hard" | "expert" | "master";

/** The easiest first. Their names are those in `studies/puzzles/posed.py`. */
export const GRADES: Grade[] = ["easy", "medium", "hard", "expert", "master"];

/** The grade on each day of the week, from Monday on. */
const WEEK: Grade[] = ["easy", "medium", "medium", "hard", "hard", "expert", "master"];

/** The most points that one puzzle or game wins or loses, as in the Elo system. */
const STEP = 32;

/** What a rating gains by a result. @param against the rating of the puzzle or the opponent */
export const gained = (rating: number, against: number, won: boolean) =>
  STEP * (Number(won) - 1 / (1 + 10 ** ((against - rating) / 400)));

/** How hard what is new on a day is. @param day of days.ts, whose first is a Monday */
export const gradeOf = (day: number) => WEEK[(day - 1) % WEEK.length];
