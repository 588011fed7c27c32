/**
 * Numbers, values and mistakes in words.
 *
 * @typedef {import("./judge.js").MoveValue} MoveValue
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

/** The mark of a move in the list of moves, and what it means. @type {Record<string, [string, string]>} */
export const MARKS = {
  best: ["", "best move"],
  slower: ["?!", "wins, but more slowly"],
  blunder: ["??", "gave the win away"],
  sooner: ["?", "loses sooner than necessary"],
};
