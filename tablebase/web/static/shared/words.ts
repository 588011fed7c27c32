/** Numbers, values and mistakes in words. */

import type { Judgement, MoveValue, Verdict } from "./judge.ts";

/** A whole number with a comma every three digits. The first `Intl.NumberFormat` takes too long. */
const written = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ",");

export const counted = (count: number, noun: string) => `${written(count)} ${noun}${count === 1 ? "" : "s"}`;

/**
 * What a move is worth to the side that makes it. Where each player has a value, a loss says how
 * long nobody can put them out.
 */
export function valueText({ result, dte, values }: MoveValue) {
  if (!result) return "not known yet";
  if (values && result === "loss") return `safe for ${dte}`;
  return `${result === "win" ? "wins" : "loses"}${dte === null ? "" : ` in ${dte}`}`;
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
