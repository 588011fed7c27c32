/** Leaving a round of a match: what it costs, and what else there is. Loaded when it is asked for. */

import { ask } from "#shared/ask.js";
import { counted } from "#shared/words.js";
import { other, read } from "../../shared/notation.js";
import { named } from "../../shared/words.js";
import { cost, count, lastMatch, remember } from "../match.js";
import { closeKept } from "../record.js";
import { playerOf, roundText, scoreText } from "../words.js";

/**
 * @typedef {import("../../shared/api.js").Side} Side
 * @typedef {import("../match.js").Match} Match
 */

/**
 * Ask whether to leave a round.
 *
 * @param {Match} match
 * @param {import("../../shared/api.js").Probe} probe of the last position
 * @param {Side} side that leaves
 * @param {boolean} friends whether both players are at this screen
 * @returns {Promise<{choice: "" | "later" | "give up" | "end", points: number}>}
 */
async function askToLeave(match, probe, side, friends) {
  const { points, why } = priceOf(probe, side);
  const winner = playerOf(match, other(side));
  const choice = await ask(
    `Leave round ${match.round}?`,
    `If ${friends ? `${named(side)} gives` : "you give"} up, ${winner} ${winner === "you" ? "score" : "scores"} ${counted(points, "point")}. ${why} Ending the match scores nothing.`,
    [
      { value: "", label: "Keep playing", primary: true },
      { value: "later", label: "Play on later" },
      { value: "give up", label: `Give up: ${counted(points, "point")} for ${winner}` },
      { value: "end", label: "End match" },
    ],
  );
  return { choice: /** @type {"" | "later" | "give up" | "end"} */ (choice), points };
}

/**
 * Leave a round, if the player knows what it costs.
 *
 * @param {Match} match
 * @param {import("../../shared/api.js").Probe} probe of the last position
 * @param {import("../words.js").Seat} seat
 * @returns {Promise<{left: boolean, said: string}>} whether it is left, and what that has brought
 */
export async function leave(match, probe, seat) {
  const side = seat === "all" ? probe.side_to_move : seat;
  const { choice, points } = await askToLeave(match, probe, side, seat === "all");
  if (choice === "end") endMatch(match);
  if (choice !== "give up") return { left: choice !== "", said: "" };
  count(match, other(side), points);
  closeKept(match.game, other(side));
  return { left: true, said: roundText(lastMatch() ?? match, other(side), points, "") };
}

/** End the last match, if the player is sure. @returns {Promise<boolean>} whether it is ended */
export async function askAndEnd() {
  const match = lastMatch();
  if (!match || !(await askToEnd(scoreText(match)))) return false;
  endMatch(match);
  return true;
}

/** @param {Match} match */
function endMatch({ game }) {
  remember(null);
  closeKept(game, null);
}

/** The points that leaving a position gives to the opponent, and why. @param {import("../../shared/api.js").Probe} probe @param {Side} side that leaves */
export function priceOf(probe, side) {
  const value = probe.side_to_move === side ? probe : { ...probe, result: opposite(probe.result) };
  const why =
    value.result === "loss" && value.dte // a search may know no more than who wins
      ? "The position is lost: these are the points of perfect play."
      : "One point for each card that is face up now.";
  return { points: cost(read(probe.position), value), why };
}

/** @param {"win" | "loss" | null} result @returns {"win" | "loss" | null} */
const opposite = (result) => result && (result === "win" ? "loss" : "win");

/** Ask whether to end a match. @param {string} score in words */
const askToEnd = async (score) =>
  (await ask("End the match?", `${score}. It then scores nothing.`, [
    { value: "", label: "Keep it", primary: true },
    { value: "end", label: "End match" },
  ])) === "end";
