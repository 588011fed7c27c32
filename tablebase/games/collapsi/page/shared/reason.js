/** The concrete reason why a move is good or bad: the reply that matters, and how the game ends. */

import { html } from "../../../../shared/dom.js";
import { named, replyText } from "./words.js";

/**
 * @param {import("./api.js").Probe[]} line best play from the position after the move
 * @returns {(Node | string)[]}
 */
export function reason(line) {
  const loser = named(line[line.length - 1].side_to_move);
  const [reply, ...rest] = line.slice(0, -1).map(({ moves }) => moves[0].move);
  if (!reply) return [`${loser} cannot move.`];
  const then = rest.length ? `, then ${rest.join(" ")},` : "";
  const key = line[0].result === "win" ? "Key reply" : "Best defence";
  return [`${key}: `, html("b", {}, reply), ` (${replyText(line[0])})${then} and ${loser} cannot move.`];
}
