/** How good a move is, compared with the best one; numbers, values and mistakes in words. */

/** A value, or what is known of it. */
export type Known = { result: "win" | "loss" | null; dte: number | null };

/** `path` is where a piece walks, and `values` are those of each of several players. */
export type MoveValue = Known & {
  move: string;
  keeps_win: boolean | null;
  is_best: boolean | null;
  path?: string[];
  values?: object | null;
};

/** The best move comes first. */
type Probe = Known & { moves: MoveValue[]; players?: string[] };

/** The best move; a win that takes longer; a win given away; a loss that comes sooner. */
type Verdict = "best" | "slower" | "blunder" | "sooner";

/**
 * What is said of a move: its value, the best move with its path and distance, how many moves win, whether
 * it was the only legal one, and whether values are what one of several players can force.
 */
export type Judgement = NonNullable<ReturnType<typeof judge>>;

/**
 * How good a move is.
 *
 * @param probe of the position it is played in
 * @returns null if too little is known
 */
export function judge(move: MoveValue, probe: Probe) {
  const { move: best, path: bestPath = [], dte: bestDte, is_best: found } = probe.moves[0];
  if (!probe.result || !move.result || !found || move.dte === null || bestDte === null) return null;
  let verdict: Verdict = "sooner";
  if (move.is_best) verdict = "best";
  else if (move.keeps_win) verdict = "slower";
  else if (probe.result === "win") verdict = "blunder";
  const winning = probe.moves.filter((other) => other.keeps_win).length;
  const [forced, many] = [probe.moves.length === 1, !!probe.players];
  return { verdict, result: move.result, dte: move.dte, best, bestPath, bestDte, winning, forced, many };
}

/** A whole number with a comma every three digits. The first `Intl.NumberFormat` takes too long. */
const written = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ",");

export const counted = (count: number, noun: string) => `${written(count)} ${noun}${count === 1 ? "" : "s"}`;

/** How long a game lasts: a ply is a move of either side. */
export const plies = (count: number) => `${count} ${count === 1 ? "ply" : "plies"}`;

/**
 * What a move is worth to the side that makes it. Where each player has a value, a loss says how
 * long nobody can put them out.
 */
export function valueText({ result, dte, values }: MoveValue) {
  if (!result) return "not known yet";
  if (values && result === "loss") return `safe for ${dte}`;
  return `${result === "win" ? "wins" : "loses"}${dte === null ? "" : ` in ${dte}`}`;
}

/** How many of some moves win. */
export function tally(moves: { keeps_win: boolean | null }[]) {
  const winning = moves.filter((move) => move.keeps_win).length;
  if (moves.length === 1) return `the only move ${winning ? "wins" : "loses"}`;
  if (!winning) return `all ${moves.length} moves lose`;
  if (winning === moves.length) return `all ${moves.length} moves win`;
  return `${winning} of ${moves.length} moves ${winning === 1 ? "wins" : "win"}`;
}

const MARKS: Record<Verdict, [string, string]> = {
  best: ["", "best move"],
  slower: ["?!", "wins, but more slowly"],
  blunder: ["??", "gave the win away"],
  sooner: ["?", "loses sooner than necessary"],
};

/** The mark of a move in the list of moves, and what it means. */
export function markOf(judgement?: (Pick<Judgement, "verdict"> & Partial<Judgement>) | null): [string, string] {
  const [mark, meaning] = MARKS[judgement?.verdict ?? "best"];
  return [mark, judgement?.many && mark === "?" ? "not safe for as long as possible" : meaning];
}
