/**
 * How good a move is, compared with the best one.
 *
 * @typedef {{result: "win" | "loss" | null, dte: number | null}} Known a value, or what is known
 *   of it
 * @typedef {Known & {move: string, keeps_win: boolean | null, is_best: boolean | null,
 *   path?: string[], values?: object | null}} MoveValue `path` is where a piece walks, and `values`
 *   are those of each of several players
 * @typedef {Known & {moves: MoveValue[], players?: string[]}} Probe the best move comes first
 * @typedef {"best" | "slower" | "blunder" | "sooner"} Verdict
 *   the best move; a win that takes longer; a win given away; a loss that comes sooner
 * @typedef {{verdict: Verdict, result: "win" | "loss", dte: number, best: string,
 *   bestPath: string[], bestDte: number, winning: number, forced: boolean, many: boolean}} Judgement
 *   of a move: its value, the best move with its path and distance, how many moves win, whether it
 *   was the only legal one, and whether values are what one of several players can force
 */

/**
 * How good a move is.
 *
 * @param {MoveValue} move
 * @param {Probe} probe of the position it is played in
 * @returns {Judgement | null} null if too little is known
 */
export function judge(move, probe) {
  const { move: best, path: bestPath = [], dte: bestDte, is_best: found } = probe.moves[0];
  if (!probe.result || !move.result || !found || move.dte === null || bestDte === null) return null;
  /** @type {Verdict} */
  let verdict = "sooner";
  if (move.is_best) verdict = "best";
  else if (move.keeps_win) verdict = "slower";
  else if (probe.result === "win") verdict = "blunder";
  const winning = probe.moves.filter((other) => other.keeps_win).length;
  const [forced, many] = [probe.moves.length === 1, !!probe.players];
  return { verdict, result: move.result, dte: move.dte, best, bestPath, bestDte, winning, forced, many };
}
