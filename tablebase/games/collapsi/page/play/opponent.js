/** The computer's move. */

import { chosen as chosenBy } from "../../../../engine/opponent.js";
import { Turn } from "../engine/turns.js";
import * as api from "../shared/api.js";
import { current } from "../shared/game.js";
import { RULE } from "../shared/rule.js";

/**
 * The move that the computer makes in the position shown.
 *
 * @param {import("../shared/session.js").Session} session
 * @param {string} level
 * @returns {Promise<string>} its name
 */
export async function chosen({ rules, game, probe }, level) {
  if (level === RULE) return oneOf((await api.advice(current(game).position, game, RULE)).made);
  if (rules?.tabled) return (await api.reply(current(game).position, game, level)).move;
  const moves = probe?.moves ?? [];
  if (new Turn(rules).linesMove)
    return ofStrength(
      moves,
      (await api.levels()).find(({ name }) => name === level),
    );
  // The best move found so far; any move if nothing is known.
  return (moves[0]?.result ? moves[0] : oneOf(moves)).move;
}

/**
 * The move that a player of some strength makes, who sees only known values.
 *
 * @param {import("../shared/api.js").MoveValue[]} moves best first
 * @param {import("../shared/api.js").Level | undefined} strength
 */
function ofStrength(moves, strength) {
  const best = moves.some((move) => move.is_best)
    ? (/** @type {any} */ move) => move.is_best
    : (/** @type {any} */ move) => move === moves[0];
  const known = moves.map((move) => ({ name: move.move, value: knownValue(move), best: best(move) }));
  const perfect = { name: "perfect", sight: moves.length, slip: 0 };
  return chosenBy({ value: known[0].value, moves: known }, strength ?? perfect, Math.random).name;
}

/** @param {import("../shared/api.js").MoveValue} move */
const knownValue = ({ result, dte }) => (result && dte !== null ? { result, dte } : null);

/** @template T @param {T[]} list */
const oneOf = (list) => list[Math.floor(Math.random() * list.length)];
