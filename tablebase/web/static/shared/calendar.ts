/**
 * What is new every day: puzzles, and boards of Solo. Days are numbered from a Monday on, by the
 * reader's own date, so that the new one comes at midnight and everybody has the same one on the
 * same date.
 */

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
