/**
 * The rule of thumb that the coach follows, and that the computer can play by: a strategy of the
 * library. docs: `data/strategies/safe-moves.toml`.
 */

/** The strategy's name. */
export const RULE = "safe-moves";

/** The largest board on which features are counted, and shifts are searched. */
export const MAX_CELLS = 16;

/** Whether there are strategies under some rules. @param {import("./api.js").Rules | undefined} rules */
export const hasRule = (rules) =>
  rules !== undefined && rules.players === 2 && !rules.landing && !rules.shift && rules.deck.length <= MAX_CELLS;
