/** What the reader has done, kept on this device. */

import { dayOf, daysOf, inARow } from "#shared/days.ts";
import { keep, setting } from "#shared/store.ts";
import { type Grade, gained } from "../shared/grades.ts";
import type { Kind } from "./collection.ts";

/** Of a day: + for each move found, - for a wrong one, with which the try ends. */
type Result = { marks: string; done: boolean };

/**
 * A try at a puzzle. Its position names the puzzle, since numbers differ between kinds. Old tries have no
 * position.
 */
export type Try = { kind: string; number: number; solved: boolean; position?: string };

type Training = { next: Partial<Record<Kind, number>>; row: number; rating: number; tries: Try[] };

/** Whether the last mark is of a wrong move. */
export const isMissed = ({ marks }: { marks: string }) => marks.includes("-");

/** How many moves were found. */
export const foundIn = ({ marks }: { marks: string }) => marks.replaceAll("-", "").length;

export const days = daysOf<Result>("puzzles.days", (result) => result.done && !isMissed(result), isMissed);

/** The streak that goes on today, as a part of a line. */
export const streakText = () => inARow(days.streaks(dayOf(new Date())).streak);

/** The result without the moves, to be sent to friends. */
export function shareText(day: number, marks: string, choices: number, streak: number) {
  const found = foundIn({ marks });
  const strip = "✅".repeat(found) + (found < choices ? "❌" : "") + "⬜".repeat(Math.max(0, choices - found - 1));
  return `Collapsi puzzle ${day}: ${found} of ${choices}${inARow(streak)}\n${strip}`;
}

/** The most tries that are kept. */
const MOST_TRIES = 100;

/** The rating of puzzles, on the scale of the reader's; the grades are that far apart. */
const RATINGS: Record<Grade, number> = { easy: 800, medium: 1100, hard: 1400, expert: 1700, master: 2000 };

/**
 * Training: which puzzle of each kind comes next, how many were solved in a row, the reader's rating,
 * and the latest tries, the last one first.
 */
export const training = (): Training => ({
  next: {},
  row: 0,
  rating: 1000,
  tries: [],
  ...setting("puzzles.training", {}),
});

export const keepTraining = (changes: Partial<Training>) => keep("puzzles.training", { ...training(), ...changes });

/** Note a first try at a puzzle; it changes the rating, unless the puzzle is the reader's own. */
export function keepTry(made: Try, grade: Grade | null) {
  const { rating, tries, row } = training();
  if (tries.some((before) => isSame(before, made))) return;
  keepTraining({
    row: made.solved ? row + 1 : 0,
    rating: rating + (grade ? gained(rating, RATINGS[grade], made.solved) : 0),
    tries: [made, ...tries].slice(0, MOST_TRIES),
  });
}

/** Whether two tries are at the same puzzle. */
const isSame = (one: Try, other: Try) =>
  one.position && other.position
    ? one.position === other.position
    : one.kind === other.kind && one.number === other.number;
