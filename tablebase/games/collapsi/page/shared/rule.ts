/**
 * The rule of thumb that the coach follows, and that the computer can play by: a strategy of the
 * library. docs: `data/strategies/safe-moves.toml`.
 */

import { Turn } from "../engine/turns.ts";
import type { Rules } from "../answers.d.ts";

/** The strategy's name. */
export const RULE = "safe-moves";

/** The largest board on which features are counted. */
const MAX_CELLS = 16;

/** Whether there are strategies under some rules. */
export const hasRule = (rules: Rules | undefined) =>
  rules !== undefined && new Turn(rules).isPublished && rules.deck.length <= MAX_CELLS;
