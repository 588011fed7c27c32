/**
 * What a sample says, in words and numbers.
 *
 * @typedef {import("./sample.js").Counts} Counts
 */

import { counted } from "../shared/words.js";
import { wilson } from "./interval.js";

/** A share as a percentage with one decimal. @param {number} share */
export const percent = (share) => (100 * share).toFixed(1);

/** Red's share of the deals whose winner is known, and its interval. @param {Counts} counts */
export function shareOf({ wins, deals }) {
  const known = deals - (wins.unknown ?? 0);
  const red = wins.red ?? 0;
  return known ? { share: red / known, interval: wilson(red, known) } : { share: 0, interval: /** @type {[number, number]} */ ([0, 1]) };
}

/** @param {Counts} counts @param {number} players */
export function verdict(counts, players) {
  const { share, interval } = shareOf(counts);
  const [low, high] = interval.map(percent);
  const said = [`Red ${players > 2 ? "can force a win in" : "wins"} ${percent(share)}% of the deals (${low} to ${high}%).`];
  if (players === 2) said.push(fairness(interval));
  else said.push(`In ${percent((counts.wins.nobody ?? 0) / counts.deals)}% nobody can force a win.`);
  said.push(`Games last ${mean(counts.lengths).toFixed(1)} moves on average.`);
  if (counts.wins.unknown) said.push(`${counted(counts.wins.unknown, "deal")} took too long and ${counts.wins.unknown === 1 ? "is" : "are"} not counted.`);
  return said.join(" ");
}

/** @param {[number, number]} interval */
function fairness([low, high]) {
  if (low > 0.5) return "The first player is favoured.";
  if (high < 0.5) return "The second player is favoured.";
  return high - low < 0.1 ? "That is close to fair." : "It may be fair. Test more deals to find out.";
}

/** @param {Record<number, number>} lengths */
function mean(lengths) {
  const all = Object.entries(lengths);
  const games = all.reduce((sum, [, deals]) => sum + deals, 0);
  return all.reduce((sum, [plies, deals]) => sum + Number(plies) * deals, 0) / Math.max(1, games);
}
