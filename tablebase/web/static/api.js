/**
 * The server's answers. Everything the page knows about a position's value comes from here.
 *
 * @typedef {"red" | "blue"} Side
 * @typedef {{result: "win" | "loss", dte: number}} Value
 * @typedef {Value & {move: string, keeps_win: boolean, is_best: boolean, position: string,
 *   path: string[]}} MoveValue
 * @typedef {Value & {position: string, edition: string, ply: number, side_to_move: Side,
 *   winner: Side, score: number, moves: MoveValue[], table: string, origin: string,
 *   deal: string}} Probe
 * @typedef {{positions: number, longest_dte: number,
 *   values: (Value & {positions: number})[]}} DealStatistics
 * @typedef {{position: string, seed: number, winner: Side, dte: number,
 *   winning_moves: number}} RandomDeal
 * @typedef {{name: string, description: string}} Level
 */

/** An answer that did not come, or that says what is wrong with the question. */
export class ApiError extends Error {
  /** What to try again, if not all that the user asked for. @type {(() => unknown) | null} */
  again = null;
}

/**
 * @param {string} name
 * @param {Record<string, string>} [parameters] those that are empty are left out
 * @returns {Promise<any>}
 */
async function ask(name, parameters = {}) {
  const given = Object.entries(parameters).filter(([, value]) => value);
  let response;
  try {
    response = await fetch(`api/${name}?${new URLSearchParams(given)}`);
  } catch {
    throw new ApiError("The server does not answer. Is it still running?");
  }
  const answer = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer;
  throw new ApiError(answer?.error ?? `the server answered ${response.status}`);
}

/** @type {Map<string, Promise<Probe[]>>} */
const lines = new Map();
const LINES_KEPT = 200;

/**
 * Best play from a position: the probes of its positions, itself first. Answers never change,
 * so the last few are kept.
 *
 * @param {string} position
 * @param {string} edition
 * @returns {Promise<Probe[]>}
 */
export function line(position, edition) {
  const key = `${edition} ${position}`;
  let answer = lines.get(key);
  if (!answer) {
    answer = ask("line", { position, edition }).then((found) => found.line);
    answer.catch(() => lines.delete(key));
    lines.set(key, answer);
    if (lines.size > LINES_KEPT) lines.delete(/** @type {string} */ (lines.keys().next().value));
  }
  return answer;
}

/** @param {string} position @param {string} edition @returns {Promise<Probe>} */
export const probe = (position, edition) => ask("probe", { position, edition });

/** @param {string} deal @param {string} edition @returns {Promise<DealStatistics>} */
export const deal = (deal, edition) => ask("deal", { deal, edition });

/**
 * @param {string} edition
 * @param {{winner?: string, length?: string, difficulty?: string, seed?: string}} filters
 * @returns {Promise<RandomDeal>}
 */
export const random = (edition, filters) => ask("random", { edition, ...filters });

/** @returns {Promise<Level[]>} */
export const levels = () => ask("levels");

/**
 * @param {string} position @param {string} edition @param {string} level
 * @returns {Promise<{move: string}>}
 */
export const reply = (position, edition, level) => ask("reply", { position, edition, level });
