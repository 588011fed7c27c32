/** How good a move is, compared with the best one. */

/** A value, or what is known of it. */
type Known = { result: "win" | "loss" | null; dte: number | null };

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
export type Verdict = "best" | "slower" | "blunder" | "sooner";

/**
 * What is said of a move: its value, the best move with its path and distance, how many moves win, whether
 * it was the only legal one, and whether values are what one of several players can force.
 */
export type Judgement = {
  verdict: Verdict;
  result: "win" | "loss";
  dte: number;
  best: string;
  bestPath: string[];
  bestDte: number;
  winning: number;
  forced: boolean;
  many: boolean;
};

/**
 * How good a move is.
 *
 * @param probe of the position it is played in
 * @returns null if too little is known
 */
export function judge(move: MoveValue, probe: Probe): Judgement | null {
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
