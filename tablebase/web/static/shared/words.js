/**
 * Numbers, values and mistakes in words.
 *
 * @typedef {import("./judge.js").MoveValue} MoveValue
 * @typedef {import("./judge.js").Judgement} Judgement
 */

/** A whole number with a comma every three digits. The first `Intl.NumberFormat` takes too long. @param {number} count */
const written = (count) => String(count).replace(/\B(?=(\d{3})+$)/g, ",");

/** @param {number} count @param {string} noun */
export const counted = (count, noun) => `${written(count)} ${noun}${count === 1 ? "" : "s"}`;

/**
 * What a move is worth to the side that makes it. Where each player has a value, a loss says how
 * long nobody can put them out.
 *
 * @param {MoveValue} move
 */
export function valueText({ result, dte, values }) {
  if (!result) return "not known yet";
  if (values && result === "loss") return `safe for ${dte}`;
  return `${result === "win" ? "wins" : "loses"}${dte === null ? "" : ` in ${dte}`}`;
}

/** @type {Record<import("./judge.js").Verdict, [string, string]>} */
const MARKS = {
  best: ["", "best move"],
  slower: ["?!", "wins, but more slowly"],
  blunder: ["??", "gave the win away"],
  sooner: ["?", "loses sooner than necessary"],
};

/** The mark of a move in the list of moves, and what it means. @param {(Pick<Judgement, "verdict"> & Partial<Judgement>) | null} [judgement] @returns {[string, string]} */
export function markOf(judgement) {
  const [mark, meaning] = MARKS[judgement?.verdict ?? "best"];
  return [mark, judgement?.many && mark === "?" ? "not safe for as long as possible" : meaning];
}
