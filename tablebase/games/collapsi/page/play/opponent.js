/** The computer's move. */

import * as api from "../shared/api.js";
import { current } from "../shared/game.js";
import { RULE } from "../shared/rule.js";

/**
 * The move that the computer makes in the position shown.
 *
 * @param {import("../shared/session.js").Shown<any>} session
 * @param {string} level
 * @returns {Promise<string>} its name
 */
export async function chosen({ rules, game, probe }, level) {
  if (level === RULE) return oneOf((await api.advice(current(game).position, game, RULE)).made);
  if (rules?.tabled) return (await api.reply(current(game).position, game, level)).move;
  const moves = probe?.moves ?? [];
  // The best move found so far; any move if nothing is known.
  return (moves[0]?.result ? moves[0] : oneOf(moves)).move;
}

/** @template T @param {T[]} list */
const oneOf = (list) => list[Math.floor(Math.random() * list.length)];
