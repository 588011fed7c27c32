/** What counted deals say, in words and numbers: of a sample with the 95 % interval. */

import { counted } from "#shared/judge.ts";
import { Turn } from "../engine/turns.ts";
import { TARGET } from "../shared/game.ts";
import { cellsOf, type Draft } from "./draft.ts";
import { starterChance, starterInterval, wilson } from "./match.ts";
import type { Counts } from "./sample.ts";

type Share = { share: number; interval: [number, number] };

/** A share this close to one half counts as fair. */
const NEAR = 0.02;

/** The fewest deals that say something about a match: with fewer its interval is too narrow. */
const FEWEST = 30;

/** A share as a percentage, by default with one decimal. */
export const percent = (share: number, decimals: number = 1) => (100 * share).toFixed(decimals);

/** How many decimals there are to show. */
export const decimals = ({ exact }: Counts) => (exact ? 2 : 1);

/** The number of deals whose winner is known. */
export const decided = ({ wins, deals }: Counts) => deals - (wins.unknown ?? 0);

/** Red's share of the deals whose winner is known. */
export function shareOf(counts: Counts): Share {
  const { wins, exact } = counts;
  const known = decided(counts);
  if (!known) return { share: 0, interval: [0, 1] };
  const share = (wins.red ?? 0) / known;
  return { share, interval: exact ? [share, share] : wilson(wins.red ?? 0, known) };
}

/**
 * The share of matches won by the player who starts.
 *
 * @returns null where the lengths of the rounds do not give their points, or are few
 */
export function matchOf(counts: Counts, draft: Draft): Share | null {
  const { lengths, exact } = counts;
  const known = Object.values(lengths).reduce((sum, count) => sum + count, 0);
  if (!new Turn(draft).isScored || known < FEWEST || known < decided(counts)) return null;
  const cards = cellsOf(draft);
  const share = starterChance(lengths, cards);
  return { share, interval: exact ? [share, share] : starterInterval(lengths, cards) };
}

export function verdict(counts: Counts, draft: Draft) {
  const { unknown = 0 } = counts.wins;
  return [
    ...(decided(counts) ? found(counts, draft) : []),
    ...(unknown ? [`${counted(unknown, "deal")} took too long and ${unknown === 1 ? "is" : "are"} not counted.`] : []),
  ].join(" ");
}

/** What deals whose winners are known say, in sentences. */
function found(counts: Counts, draft: Draft) {
  const { wins, deals, lengths, exact } = counts;
  const { twoSided } = new Turn(draft);
  const share = shareOf(counts);
  const shown = ({ share: middle, interval }: Share, of: string, exactly = "exact") => {
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

/**
 * Who is favoured.
 *
 * @param interval of the first's share
 * @param first what to say if that is above 1/2
 * @param second if below
 */
function fairness([low, high]: [number, number], first: string, second: string) {
  if (low > 0.5 - NEAR && high < 0.5 + NEAR) return "That is close to fair.";
  if (low > 0.5) return first;
  if (high < 0.5) return second;
  return high - low < 0.1 ? "That is close to fair." : "It may be fair. Test more deals to find out.";
}

export function mean(lengths: Record<string, number>) {
  const all = Object.entries(lengths);
  const games = all.reduce((sum, [, deals]) => sum + deals, 0);
  return all.reduce((sum, [plies, deals]) => sum + Number(plies) * deals, 0) / Math.max(1, games);
}
