/** How a board can be turned, mirrored and shifted. */

import type { Place } from "#shared/cells.ts";

/** Where a motion takes a place. @param end the last place of the board */
type Motion = (place: Place, end: Place) => Place;

/** With `end` [0, 0] they turn a direction instead of a place. */
export const TURNS: Record<string, Motion> = {
  rotate: ([column, row], [, last]) => [last - row, column],
  turn: ([column, row], [right, last]) => [right - column, last - row],
  mirror: ([column, row], [right]) => [right - column, row],
  flip: ([column, row], [, last]) => [column, last - row],
};

export const MOTIONS: Record<string, Motion> = {
  ...TURNS,
  left: ([column, row], [right]) => [(column + right) % (right + 1), row],
  right: ([column, row], [right]) => [(column + 1) % (right + 1), row],
  up: ([column, row], [, last]) => [column, (row + last) % (last + 1)],
  down: ([column, row], [, last]) => [column, (row + 1) % (last + 1)],
};
