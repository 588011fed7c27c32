/**
 * What counted deals say, in words and numbers: of a sample with the 95 % interval.
 *
 * @typedef {import("./sample.js").Counts} Counts
 * @typedef {import("./draft.js").Draft} Draft
 * @typedef {{share: number, interval: [number, number]}} Share
 */

import { counted } from "#shared/words.js";
import { Turn } from "../engine/turns.js";
import { TARGET } from "../shared/game.js";
import { cellsOf } from "./draft.js";
import { wilson } from "./interval.js";
import { starterChance, starterInterval } from "./match.js";

/** A share this close to one half counts as fair. */
const NEAR = 0.02;

/** The fewest deals that say something about a match: with fewer its interval is too narrow. */
const FEWEST = 30;

/** A share as a percentage, by default with one decimal. @param {number} share @param {number} [decimals] */
export const percent = (share, decimals = 1) => (100 * share).toFixed(decimals);

/** How many decimals there are to show. @param {Counts} counts */
export const decimals = ({ exact }) => (exact ? 2 : 1);

/** The number of deals whose winner is known. @param {Counts} counts */
export const decided = ({ wins, deals }) => deals - (wins.unknown ?? 0);

/** Red's share of the deals whose winner is known. @param {Counts} counts @returns {Share} */
export function shareOf(counts) {
  const { wins, exact } = counts;
  const known = decided(counts);
  if (!known) return { share: 0, interval: [0, 1] };
  const share = (wins.red ?? 0) / known;
  return { share, interval: exact ? [share, share] : wilson(wins.red ?? 0, known) };
}

/**
 * The share of matches won by the player who starts.
 *
 * @param {Counts} counts @param {Draft} draft
 * @returns {Share | null} null where the lengths of the rounds do not give their points, or are few
 */
export function matchOf(counts, draft) {
  const { lengths, exact } = counts;
  const known = Object.values(lengths).reduce((sum, count) => sum + count, 0);
  if (!new Turn(draft).isScored || known < FEWEST || known < decided(counts)) return null;
  const cards = cellsOf(draft);
  const share = starterChance(lengths, cards);
  return { share, interval: exact ? [share, share] : starterInterval(lengths, cards) };
}

/** @param {Counts} counts @param {Draft} draft */
export function verdict(counts, draft) {
  const { unknown = 0 } = counts.wins;
  return [
    ...(decided(counts) ? found(counts, draft) : []),
    ...(unknown ? [`${counted(unknown, "deal")} took too long and ${unknown === 1 ? "is" : "are"} not counted.`] : []),
  ].join(" ");
}

/** What deals whose winners are known say, in sentences. @param {Counts} counts @param {Draft} draft */
function found(counts, draft) {
  const { wins, deals, lengths, exact } = counts;
  const { twoSided } = new Turn(draft);
  const share = shareOf(counts);
  const shown = (/** @type {Share} */ { share: middle, interval }, /** @type {string} */ of, exactly = "exact") => {
    const [low, high] = interval.map((end) => percent(end));
    return `${percent(middle, decimals(counts))}% of the ${of} (${exact ? exactly : `${low} to ${high}%`})`;
  };
  const said = [`Red ${twoSided ? "wins" : "can force a win in"} ${shown(share, "deals", "exact, all deals")}.`];
  if (twoSided) said.push(fairness(share.interval, "The first player is favoured.", "The second player is favoured."));
  else said.push(`In ${percent((wins.nobody ?? 0) / deals)}% nobody can force a win.`);
  const match = matchOf(counts, draft);
  if (match)
    said.push(
      `The player who starts wins ${shown(match, `matches to ${TARGET} points`)}.`,
      fairness(match.interval, "Starting a match is an advantage.", "Starting a match is a disadvantage."),
    );
  // With more players a number of moves is only how long somebody is safe.
  if (twoSided && Object.keys(lengths).length)
    said.push(`Games last ${mean(lengths).toFixed(decimals(counts))} moves on average.`);
  return said;
}

/** Who is favoured. @param {[number, number]} interval of the first's share @param {string} first what to say if that is above 1/2 @param {string} second if below */
function fairness([low, high], first, second) {
  if (low > 0.5 - NEAR && high < 0.5 + NEAR) return "That is close to fair.";
  if (low > 0.5) return first;
  if (high < 0.5) return second;
  return high - low < 0.1 ? "That is close to fair." : "It may be fair. Test more deals to find out.";
}

/** @param {Record<string, number>} lengths */
export function mean(lengths) {
  const all = Object.entries(lengths);
  const games = all.reduce((sum, [, deals]) => sum + deals, 0);
  return all.reduce((sum, [plies, deals]) => sum + Number(plies) * deals, 0) / Math.max(1, games);
}
