/** Leaving a round of a match: what it costs, and what else there is. Loaded when it is asked for. */

import { ask } from "#shared/ask.ts";
import { counted } from "#shared/judge.ts";
import type { Probe, Side } from "../../shared/api.ts";
import { other, read } from "../../shared/notation.ts";
import { named } from "../../shared/words.ts";
import { cost, count, lastMatch, type Match, remember } from "../match.ts";
import { closeKept } from "../record.ts";
import { playerOf, roundText, type Seat, scoreText } from "../words.ts";

/**
 * Ask whether to leave a round.
 *
 * @param probe of the last position
 * @param side that leaves
 * @param friends whether both players are at this screen
 */
async function askToLeave(
  match: Match,
  probe: Probe,
  side: Side,
  friends: boolean,
): Promise<{ choice: "" | "later" | "give up" | "end"; points: number }> {
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
  return { choice: choice as "" | "later" | "give up" | "end", points };
}

/**
 * Leave a round, if the player knows what it costs.
 *
 * @param probe of the last position
 * @returns whether it is left, and what that has brought
 */
export async function leave(match: Match, probe: Probe, seat: Seat): Promise<{ left: boolean; said: string }> {
  const side = seat === "all" ? probe.side_to_move : seat;
  const { choice, points } = await askToLeave(match, probe, side, seat === "all");
  if (choice === "end") endMatch(match);
  if (choice !== "give up") return { left: choice !== "", said: "" };
  count(match, other(side), points);
  closeKept(match.game, other(side));
  return { left: true, said: roundText(lastMatch() ?? match, other(side), points, "") };
}

/** End the last match, if the player is sure. @returns whether it is ended */
export async function askAndEnd(): Promise<boolean> {
  const match = lastMatch();
  if (!match || !(await askToEnd(scoreText(match)))) return false;
  endMatch(match);
  return true;
}

function endMatch({ game }: Match) {
  remember(null);
  closeKept(game, null);
}

/** The points that leaving a position gives to the opponent, and why. @param side that leaves */
export function priceOf(probe: Probe, side: Side) {
  const value = probe.side_to_move === side ? probe : { ...probe, result: opposite(probe.result) };
  const why =
    value.result === "loss" && value.dte // a search may know no more than who wins
      ? "The position is lost: these are the points of perfect play."
      : "One point for each card that is face up now.";
  return { points: cost(read(probe.position), value), why };
}

const opposite = (result: "win" | "loss" | null): "win" | "loss" | null =>
  result && (result === "win" ? "loss" : "win");

/** Ask whether to end a match. @param score in words */
const askToEnd = async (score: string) =>
  (await ask("End the match?", `${score}. It then scores nothing.`, [
    { value: "", label: "Keep it", primary: true },
    { value: "end", label: "End match" },
  ])) === "end";
