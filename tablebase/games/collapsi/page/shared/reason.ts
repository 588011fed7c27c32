/** The concrete reason why a move is good or bad: the reply that matters, and how the game ends. */

import { html } from "#shared/dom.ts";
import { named } from "./words.ts";
import type { Probe } from "./api.ts";

/** @param line best play from the position after the move */
export function reason(line: Probe[]): (Node | string)[] {
  const loser = named(line[line.length - 1].side_to_move);
  const [reply, ...rest] = line.slice(0, -1).map(({ moves }) => moves[0].move);
  if (!reply) return [`${loser} cannot move.`];
  const then = rest.length ? `, then ${rest.join(" ")},` : "";
  const key = line[0].result === "win" ? "Key reply" : "Best defence";
  return [`${key}: `, html("b", {}, reply), ` (${replyText(line[0])})${then} and ${loser} cannot move.`];
}

/** The reply that matters, in words that follow its name. @param probe of the position after the move */
export function replyText({ moves }: Probe) {
  const winning = moves.filter((move) => move.keeps_win).length;
  if (!winning) return "lasts longest";
  if (winning === 1) return moves.length === 1 ? "the only move" : "the only one that wins";
  return `the quickest of ${winning} that win`;
}
