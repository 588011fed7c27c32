/**
 * What the engine knows of a position: the value of every move where it solves the board, and on
 * larger boards what is proven of each.
 *
 * @typedef {import("./table.js").Probe} Probe
 * @typedef {import("./table.js").Take} Take
 */

import { ask } from "#engine/client.js";
import { judge } from "#shared/judge.js";

const SOLVED_CELLS = 25;

/** @param {string} position @param {import("./table.js").Limits} limits @returns {Promise<Probe>} */
export async function probed(position, limits) {
  const query = { position, ...limits };
  return cellsOf(position) > SOLVED_CELLS ? withoutDistances(await ask("nim/decide", query)) : ask("nim/probe", query);
}

/** The number of cells, as far as a text can be read. @param {string} position */
function cellsOf(position) {
  const size = /^\s*([0-9]+)x([0-9]+)\s*$/.exec(position);
  return size ? Number(size[1]) * Number(size[2]) : position.replaceAll(/[^01]/g, "").length;
}

/** What is proven, in the form of a probe: it is never known how soon. @param {any} decision @returns {Probe} */
function withoutDistances(decision) {
  const [best] = decision.moves;
  const known = (/** @type {any} */ move) => ({
    ...move,
    dte: null,
    keeps_win: move.result === "win",
    is_best: move.result === best.result,
  });
  return { ...decision, dte: null, moves: decision.moves.map(known) };
}

/** Whether a board is too large to be solved. @param {Probe | null} probe */
export const isLarge = (probe) => probe?.dte === null;

/**
 * How good a move is; on a large board only a proven mistake is judged.
 *
 * @param {Take} move
 * @param {Probe} before of the position it was made in
 * @param {Probe | null} after of the one it led to
 * @returns {Pick<import("#shared/judge.js").Judgement, "verdict" | "best"> | null}
 */
export function judged(move, before, after) {
  if (!isLarge(before)) return judge(move, before);
  const lost = before.result === "win" && after?.result === "win";
  return lost ? { verdict: "blunder", best: before.moves[0].move } : null;
}

/** Where the knowledge of a large board comes from, or why there is none. @param {Probe} probe */
export function proof({ result, misere }) {
  if (!result) return "Neither copying nor small parts decide this position, and the board is too large to solve.";
  if (misere) return "This is proven by the values of small parts.";
  return "This is proven by copying: the winner answers a move with its mirror image, or by the values of small parts.";
}
