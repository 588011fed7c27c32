/** What the reader has made of the days' boards. */

import { dayOf, daysOf, inARow } from "#shared/days.ts";

/**
 * The best result of a day: the fewest cards that were left, null before the first game ends, and whether
 * the reader asked for help before clearing the board.
 */
export type Result = { left: number | null; helped: boolean };

export const days = daysOf<Result>(
  "solo.days",
  ({ left, helped }) => left === 0 && !helped,
  ({ helped }) => helped,
);

/** Whether it is today's board, which counts. */
export const isToday = (day: number) => day === dayOf(new Date());

/** The reader's result, if the board counts. */
export const resultOf = ({ day, counts }: { day: number; counts: boolean }) => (counts ? days.of(day) : undefined);

const OPEN: Result = { left: null, helped: false };

/** Note that help was asked for; once the board is cleared, it does not count. */
export function noteHelp(day: number) {
  const before = days.of(day) ?? OPEN;
  if (before.left !== 0) days.keep(day, { ...before, helped: true });
}

/** Note a game that is over. */
export function noteEnd(day: number, left: number) {
  const before = days.of(day) ?? OPEN;
  days.keep(day, { ...before, left: Math.min(left, before.left ?? left) });
}

/** The result without the moves, to be sent to friends. @param cards at the start */
export function shareText(day: number, { left, helped }: Result, cards: number, streak: number) {
  const kept = left ?? cards;
  const result = kept ? `${kept} left` : helped ? "cleared, with help" : "cleared";
  return `Collapsi Solo ${day}: ${result}${inARow(streak)}\n${"🟩".repeat(cards - kept)}${"⬜".repeat(kept)}`;
}
