/**
 * What counted deals say of a design, in words and numbers: who wins a round, and a match of rounds with
 * alternating starts until a player has enough points. The winner of a round gets a point for each card still face
 * up, so the lengths of games say it all. Shares of a sample have 95 % intervals.
 * docs: `tablebase/games/collapsi/studies/match.py`.
 */

import { counted } from "#shared/judge.ts";
import { Turn } from "../engine/turns.ts";
import { TARGET } from "../shared/game.ts";
import { cellsOf, type Draft } from "./draft.ts";
import type { Counts } from "./sample.ts";

type Share = { share: number; interval: [number, number] };

/** Deals by plies; the first player wins the odd ones. */
type Lengths = Record<number, number>;

/** A share this close to one half counts as fair. */
const NEAR = 0.02;

/** The fewest deals that say something about a match: with fewer its interval is too narrow. */
const FEWEST = 30;

/** A small share of all deals, to estimate how much each deal matters. */
const PART = 1e-4;

/** The 0.975 quantile of the normal distribution. */
export const Z = 1.959963984540054;

/** A share as a percentage, by default with one decimal. */
export const percent = (share: number, decimals: number = 1) => (100 * share).toFixed(decimals);

/** A share that stands for itself, with as many decimals as there are to show. */
export const shown = (share: number, { exact }: Counts) => `${percent(share, exact ? 2 : 1)}%`;

/** The number of deals whose winner is known. */
export const decided = ({ wins, deals }: Counts) => deals - (wins.unknown ?? 0);

const dealsOf = (lengths: Lengths) => Object.values(lengths).reduce((sum, deals) => sum + deals, 0);

export const mean = (lengths: Lengths) =>
  Object.entries(lengths).reduce((sum, [plies, deals]) => sum + Number(plies) * deals, 0) /
  Math.max(1, dealsOf(lengths));

/** Red's share of the deals whose winner is known. */
export function shareOf(counts: Counts): Share {
  const { wins, exact } = counts;
  const known = decided(counts);
  if (!known) return { share: 0, interval: [0, 1] };
  const share = (wins.red ?? 0) / known;
  return { share, interval: exact ? [share, share] : wilson(wins.red ?? 0, known) };
}

/** Wilson's 95 % interval of a share, as `tablebase lab` computes it. */
export function wilson(successes: number, number: number): [number, number] {
  const share = successes / number;
  const middle = share + (Z * Z) / (2 * number);
  const half = Z * Math.sqrt((share * (1 - share)) / number + (Z * Z) / (4 * number * number));
  const scale = 1 + (Z * Z) / number;
  return [Math.max((middle - half) / scale, 0), Math.min((middle + half) / scale, 1)];
}

/**
 * The share of matches won by the player who starts.
 *
 * @returns null where the lengths of the rounds do not give their points, or are few
 */
export function matchOf(counts: Counts, draft: Draft): Share | null {
  const { lengths, exact } = counts;
  const known = dealsOf(lengths);
  if (!new Turn(draft).isScored || known < FEWEST || known < decided(counts)) return null;
  const cards = cellsOf(draft);
  const share = starterChance(lengths, cards);
  return { share, interval: exact ? [share, share] : starterInterval(lengths, cards) };
}

/** The chance to win a match for the player who starts it. @param cards with jokers */
export function starterChance(lengths: Lengths, cards: number): number {
  const ends = Object.entries(lengths).map(([plies, deals]) => ({ plies: Number(plies), deals }));
  /** For the player who starts the next round, by their points and the other's. */
  const found = Array.from({ length: TARGET }, () => Array(TARGET).fill(0));
  for (let total = 2 * TARGET - 2; total >= 0; total--)
    for (let mine = Math.max(0, total - TARGET + 1); mine <= Math.min(total, TARGET - 1); mine++) {
      const theirs = total - mine;
      const after = (plies: number) => {
        const [won, points] = [plies % 2, cards - plies];
        if ((won ? mine : theirs) + points >= TARGET) return won;
        return 1 - (won ? found[theirs][mine + points] : found[theirs + points][mine]);
      };
      const won = ends.reduce((sum, { plies, deals }) => sum + deals * after(plies), 0);
      found[mine][theirs] = won / dealsOf(lengths);
    }
  return found[0][0];
}

/**
 * The 95 % interval of this chance if the deals are a sample, from how much each deal changes it.
 *
 * @param cards with jokers
 */
export function starterInterval(lengths: Lengths, cards: number): [number, number] {
  const [middle, all] = [starterChance(lengths, cards), dealsOf(lengths)];
  const variance = Object.entries(lengths).reduce((sum, [plies, deals]) => {
    const more = starterChance({ ...lengths, [plies]: deals + PART * all }, cards);
    return sum + (deals / all) * (((more - middle) * (1 + PART)) / PART) ** 2;
  }, 0);
  const half = Z * Math.sqrt(variance / all);
  return [Math.max(middle - half, 0), Math.min(middle + half, 1)];
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
  const of = ({ share: middle, interval: [low, high] }: Share, what: string, exactly = "exact") =>
    `${shown(middle, counts)} of the ${what} (${exact ? exactly : `${percent(low)} to ${percent(high)}%`})`;
  const said = [`Red ${twoSided ? "wins" : "can force a win in"} ${of(share, "deals", "exact, all deals")}.`];
  if (twoSided) said.push(favoured(share.interval, "The first player is favoured.", "The second player is favoured."));
  else said.push(`In ${percent((wins.nobody ?? 0) / deals)}% nobody can force a win.`);
  const match = matchOf(counts, draft);
  if (match)
    said.push(
      `The player who starts wins ${of(match, `matches to ${TARGET} points`)}.`,
      favoured(match.interval, "Starting a match is an advantage.", "Starting a match is a disadvantage."),
    );
  // With more players a number of moves is only how long somebody is safe.
  if (twoSided && dealsOf(lengths)) said.push(`Games last ${mean(lengths).toFixed(exact ? 2 : 1)} moves on average.`);
  return said;
}

/** @param interval of the first's share @param first what to say if that is above 1/2 @param second if below */
function favoured([low, high]: [number, number], first: string, second: string) {
  if (low > 0.5 - NEAR && high < 0.5 + NEAR) return "That is close to fair.";
  if (low > 0.5) return first;
  if (high < 0.5) return second;
  return high - low < 0.1 ? "That is close to fair." : "It may be fair. Test more deals to find out.";
}
