/** How the computer plays, and its move. */

import type { Rules } from "../answers.d.ts";
import * as api from "../shared/api.ts";
import { current, hasRule, isForMany, RULE } from "../shared/game.ts";
import type { Shown } from "../shared/session.ts";

/** The strengths in players' words: what each is called, and what it does. */
export const LEVELS: Record<string, [string, string]> = {
  beginner: ["easy", "It looks two moves ahead. Otherwise it often plays at random."],
  casual: ["medium", "It looks four moves ahead, and slips now and then."],
  strong: ["hard", "It looks eight moves ahead, and rarely slips."],
  perfect: ["perfect", "It never makes a mistake. You can win only if you make none either."],
  [RULE]: ["rule of thumb", "Stronger than easy, weaker than medium. It follows this rule:"],
};

/** With three and four players: what each plays for. docs: `tablebase/games/collapsi/placings/opponents.py`. */
export const CONCEPTS: Record<string, [string, string]> = {
  alone: ["against all", "expects all others to play against it together"],
  maxn: [
    "for itself",
    "plays for its own points, expects all others to do the same, and between equal moves hinders the next player",
  ],
  pair: ["as a pair", "plays with the player opposite against the other two"],
};

const FIRST = "beginner";

/** The computer's levels under some rules. */
export function levelsOf(rules: Rules) {
  const { players } = rules;
  if (isForMany(rules) && !rules.tabled) return [FIRST];
  const strengths = Object.keys(LEVELS).filter((level) => level !== RULE || hasRule(rules));
  const concepts = Object.keys(CONCEPTS).filter((concept) => isForMany(rules) && (concept !== "pair" || players === 4));
  return [...strengths, ...concepts];
}

/** A level, or the first if there is no such level under some rules. */
export const levelFor = (level: string, rules: Rules) => (levelsOf(rules).includes(level) ? level : FIRST);

/** The move that the computer makes in the position shown. @returns its name */
export async function chosen({ rules, game, probe }: Shown<any>, level: string): Promise<string> {
  if (level === RULE) return oneOf((await api.advice(current(game).position, game, RULE)).made);
  if (rules?.tabled) return (await api.reply(current(game).position, game, level)).move;
  const moves = probe?.moves ?? [];
  // The best move found so far; any move if nothing is known.
  return (moves[0]?.result ? moves[0] : oneOf(moves)).move;
}

const oneOf = <T>(list: T[]) => list[Math.floor(Math.random() * list.length)];
