/**
 * How fair a match is: rounds with alternating starts until a player has enough points. The winner
 * of a round gets a point for each card still face up, so the lengths of games say it all.
 * docs: `tablebase/games/collapsi/studies/match.py`.
 */

import { TARGET } from "../shared/game.ts";

/** Deals by plies; the first player wins the odd ones. */
type Lengths = Record<number, number>;

/** Of a round, for who starts it. */
type End = { won: boolean; points: number; likely: number };

/** A small share of all deals, to estimate how much each deal matters. */
const PART = 1e-4;

/** @param cards with jokers */
function endsOf(lengths: Lengths, cards: number): End[] {
  const all = Object.entries(lengths).map(([plies, deals]) => ({ plies: Number(plies), deals }));
  const deals = all.reduce((sum, each) => sum + each.deals, 0);
  return all.map((each) => ({ won: each.plies % 2 === 1, points: cards - each.plies, likely: each.deals / deals }));
}

/** The chance to win a match for the player who starts it. */
function chance(ends: End[]) {
  /** For the player who starts the next round, by their points and the other's. */
  const found = Array.from({ length: TARGET }, () => Array(TARGET).fill(0));
  for (let total = 2 * TARGET - 2; total >= 0; total--)
    for (let mine = Math.max(0, total - TARGET + 1); mine <= Math.min(total, TARGET - 1); mine++) {
      const theirs = total - mine;
      const after = ({ won, points }: End) => {
        if ((won ? mine : theirs) + points >= TARGET) return Number(won);
        return 1 - (won ? found[theirs][mine + points] : found[theirs + points][mine]);
      };
      found[mine][theirs] = ends.reduce((sum, end) => sum + end.likely * after(end), 0);
    }
  return found[0][0];
}

/** The chance to win a match for the player who starts it. @param cards with jokers */
export const starterChance = (lengths: Lengths, cards: number) => chance(endsOf(lengths, cards));

/**
 * The 95 % interval of this chance if the deals are a sample, from how much each deal changes it.
 *
 * @param cards with jokers
 */
export function starterInterval(lengths: Lengths, cards: number): [number, number] {
  const ends = endsOf(lengths, cards);
  const deals = Object.values(lengths).reduce((sum, count) => sum + count, 0);
  const middle = chance(ends);
  const variance = ends.reduce((sum, end) => {
    const more = ends.map((other) => ({ ...other, likely: (1 - PART) * other.likely + (other === end ? PART : 0) }));
    return sum + end.likely * ((chance(more) - middle) / PART) ** 2;
  }, 0);
  const half = Z * Math.sqrt(variance / deals);
  return [Math.max(middle - half, 0), Math.min(middle + half, 1)];
}

/** The 0.975 quantile of the normal distribution. */
export const Z = 1.959963984540054;

/** Wilson's 95 % interval of a share, as `tablebase lab` computes it. */
export function wilson(successes: number, number: number): [number, number] {
  const share = successes / number;
  const middle = share + (Z * Z) / (2 * number);
  const half = Z * Math.sqrt((share * (1 - share)) / number + (Z * Z) / (4 * number * number));
  const scale = 1 + (Z * Z) / number;
  return [Math.max((middle - half) / scale, 0), Math.min((middle + half) / scale, 1)];
}
