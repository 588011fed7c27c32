/**
 * How the computer plays.
 *
 * @typedef {import("../shared/api.js").Rules} Rules
 */

import { isForMany } from "../shared/game.js";
import { hasRule, RULE } from "../shared/rule.js";

/** The strengths in players' words: what each is called, and what it does. @type {Record<string, [string, string]>} */
export const LEVELS = {
  beginner: ["easy", "It looks two moves ahead. Otherwise it often plays at random."],
  casual: ["medium", "It looks four moves ahead, and slips now and then."],
  strong: ["hard", "It looks eight moves ahead, and rarely slips."],
  perfect: ["perfect", "It never makes a mistake. You can win only if you make none either."],
  [RULE]: ["rule of thumb", "Stronger than easy, weaker than medium. It follows this rule:"],
};

/** With three and four players: what each plays for. docs: `tablebase/games/collapsi/placings/opponents.py`. @type {Record<string, [string, string]>} */
export const CONCEPTS = {
  alone: ["against all", "expects all others to play against it together"],
  maxn: [
    "for itself",
    "plays for its own points, expects all others to do the same, and between equal moves hinders the next player",
  ],
  pair: ["as a pair", "plays with the player opposite against the other two"],
};

const FIRST = "beginner";

/** The computer's levels under some rules. @param {Rules} rules */
export function levelsOf(rules) {
  const { players } = rules;
  if (isForMany(rules) && !rules.tabled) return [FIRST];
  const strengths = Object.keys(LEVELS).filter((level) => level !== RULE || hasRule(rules));
  const concepts = Object.keys(CONCEPTS).filter((concept) => isForMany(rules) && (concept !== "pair" || players === 4));
  return [...strengths, ...concepts];
}

/** A level, or the first if there is no such level under some rules. @param {string} level @param {Rules} rules */
export const levelFor = (level, rules) => (levelsOf(rules).includes(level) ? level : FIRST);
