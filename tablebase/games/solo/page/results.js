/**
 * What the reader has made of the days' boards.
 *
 * @typedef {{left: number | null, helped: boolean}} Result of a day: the fewest cards that were left,
 *   null before the first game ends; and whether help was asked for until the board was cleared
 */

import { Days, inARow } from "#shared/days.js";

/** @type {Days<Result>} */
export const days = new Days(
  "solo.days",
  ({ left, helped }) => left === 0 && !helped,
  ({ helped }) => helped,
);

/** @type {Result} */
const OPEN = { left: null, helped: false };

/** Note that help was asked for; once the board is cleared, it does not count. @param {number} day */
export function noteHelp(day) {
  const before = days.of(day) ?? OPEN;
  if (before.left !== 0) days.keep(day, { ...before, helped: true });
}

/** Note a game that is over. @param {number} day @param {number} left */
export function noteEnd(day, left) {
  const before = days.of(day) ?? OPEN;
  days.keep(day, { ...before, left: Math.min(left, before.left ?? left) });
}

/**
 * The result without the moves, to be sent to friends.
 *
 * @param {number} day @param {Result} result @param {number} cards at the start @param {number} streak
 */
export function shareText(day, { left, helped }, cards, streak) {
  const kept = left ?? cards;
  const result = kept ? `${kept} left` : helped ? "cleared, with help" : "cleared";
  return `Collapsi Solo ${day}: ${result}${inARow(streak)}\n${"🟩".repeat(cards - kept)}${"⬜".repeat(kept)}`;
}
