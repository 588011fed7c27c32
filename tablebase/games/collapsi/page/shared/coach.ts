/**
 * The coach: whether the rule of thumb agrees with a move, where the rule is right; and how a mistake loses.
 * Loaded when first needed.
 */

import { button } from "#shared/commands.ts";
import { byId, write } from "#shared/dom.ts";
import type { Advice, Variant } from "./api.ts";
import * as api from "./api.ts";
import { RULE } from "./game.ts";
import { listed, reason } from "./words.ts";

/**
 * What the rule of thumb says about a move, with a button that shows the rule; nothing where it is
 * wrong, or where nothing can be won.
 *
 * @param position in which the move is made
 */
export async function ruleOfThumb(position: string, variant: Variant, move: string): Promise<(Node | string)[]> {
  const advice = await api.advice(position, variant, RULE);
  const said = isRight(advice) ? coachText(advice, move) : "";
  return said ? [button({}, showRule, "Rule of thumb"), said] : [];
}

/**
 * What the coach says about a mistake: the rule of thumb, or else how the move loses.
 *
 * @param position in which it was made
 */
export async function comment(position: string, variant: Variant, move: string): Promise<(Node | string)[]> {
  const said = await ruleOfThumb(position, variant, move);
  if (said.length) return said;
  const made = (await api.probe(position, variant)).moves.find((each) => each.move === move);
  return made ? reason(await api.line(made.position, variant)) : [];
}

async function showRule() {
  write(byId("rule-words"), await api.wordsOf(RULE));
  (byId("rule") as HTMLDialogElement).showModal();
}

/** The most moves that are listed. */
const LISTED = 4;

/** Whether all moves that the rule makes keep a win. */
export const isRight = ({ made, moves }: Pick<Advice, "made" | "moves">) =>
  moves.every((each) => !made.includes(each.move) || each.keeps_win);

/** What the rule says about a move, in words that follow its name; nothing if all moves are alike to it. */
export function coachText({ made, moves }: Pick<Advice, "made" | "moves">, name: string) {
  const move = moves.find((each) => each.move === name);
  if (!move || made.length === moves.length) return "";
  if (made.includes(name)) return "agrees.";
  const too = move.keeps_win ? `, which ${made.length > 1 ? "win" : "wins"} too` : "";
  const names = moves.map((each) => each.move).filter((each) => made.includes(each));
  return `says ${names.length > LISTED ? `${names.length} cards` : listed(names, "disjunction")}${too}.`;
}
