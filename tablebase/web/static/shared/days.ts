/**
 * What is new every day, puzzles and boards of Solo, and the reader's results in it, kept on this device.
 * Days are numbered from a Monday on, by the reader's own date, so that the new one comes at midnight and
 * everybody has the same one on the same date.
 */

import { keep, setting } from "./store.ts";

/** Results by day. @param name of the setting */
export function daysOf<Result>(name: string, isWon: (result: Result) => boolean, isLost: (result: Result) => boolean) {
  const results = (): Record<number, Result> => setting(name, {});

  /**
   * Days in a row that were won, up to today or, while today is open, yesterday; and the most there
   * ever were.
   */
  function streaks(today: number) {
    const kept = results();
    let [run, best] = [0, 0];
    const days = Object.keys(kept).map(Number);
    for (let day = Math.min(today, ...days); day <= today; day++) {
      const result = kept[day];
      if (result && isWon(result)) run++;
      else if (day < today || (result && isLost(result))) run = 0;
      best = Math.max(best, run);
    }
    return { streak: run, best };
  }

  return {
    any: () => Object.keys(results()).length > 0,
    of: (day: number): Result | undefined => results()[day],
    keep: (day: number, result: Result) => keep(name, { ...results(), [day]: result }),
    streaks,
  };
}

/** A streak as a part of a line, "" if it is none yet. */
export const inARow = (streak: number) => (streak > 1 ? ` · ${streak} days in a row` : "");

/** Day 1, a Monday: year, month from 0, day. */
const FIRST: [number, number, number] = [2026, 10, 16];

const DAY_MS = 24 * 60 * 60 * 1000;

/** The number of a day, 1 or more. */
export function dayOf(date: Date) {
  const midnight = Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return Math.max(1, 1 + Math.round((midnight - Date.UTC(...FIRST)) / DAY_MS));
}

/** A day's name and date, such as "Sun 22 Nov". */
export function dateOf(day: number) {
  const date = new Date(Date.UTC(...FIRST) + (day - 1) * DAY_MS);
  return date.toLocaleDateString("en-GB", { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" });
}
