/** The computer's move. */

import * as api from "../shared/api.ts";
import { current } from "../shared/game.ts";
import { RULE } from "../shared/rule.ts";
import type { Shown } from "../shared/session.ts";

/** The move that the computer makes in the position shown. @returns its name */
export async function chosen({ rules, game, probe }: Shown<any>, level: string): Promise<string> {
  if (level === RULE) return oneOf((await api.advice(current(game).position, game, RULE)).made);
  if (rules?.tabled) return (await api.reply(current(game).position, game, level)).move;
  const moves = probe?.moves ?? [];
  // The best move found so far; any move if nothing is known.
  return (moves[0]?.result ? moves[0] : oneOf(moves)).move;
}

const oneOf = <T>(list: T[]) => list[Math.floor(Math.random() * list.length)];
