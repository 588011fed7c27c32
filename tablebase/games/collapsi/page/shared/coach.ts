/**
 * The coach: what the rule of thumb says about a move where it is right, and where it is not, the
 * concrete reason why the move loses. Loaded when first needed.
 */

import { button } from "#shared/commands.ts";
import { html, icon } from "#shared/dom.ts";
import * as api from "./api.ts";
import { coachText, isRight } from "./coach_words.ts";
import { reason } from "./words.ts";
import { RULE } from "./rule.ts";
import type { Variant } from "./api.ts";

/**
 * What the rule of thumb says about a move, with a button that shows the rule; nothing where it is
 * wrong, or where nothing can be won.
 *
 * @param position in which the move is made
 */
export async function ruleOfThumb(position: string, variant: Variant, move: string): Promise<(Node | string)[]> {
  const [advice, known] = await Promise.all([api.advice(position, variant, RULE), api.strategies()]);
  const said = isRight(advice) ? coachText(advice, move, known) : "";
  if (!said) return [];
  return [button({}, showRule, "Rule of thumb"), said];
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
  const title = html("h2", { id: "rule-title" }, "Rule of thumb");
  const close = html("button", { type: "button", class: "round", "aria-label": "Close" }, icon("close"));
  const words = html("p", {}, await api.wordsOf(RULE));
  const lesson = html("a", { href: `?mode=learn&lesson=${RULE}`, class: "button" }, "Learn it in three steps");
  const sheet = html(
    "dialog",
    { class: "how", "aria-labelledby": "rule-title" },
    html("div", { class: "row" }, title, close),
    words,
    lesson,
  ) as HTMLDialogElement;
  for (const each of [close, lesson]) each.addEventListener("click", () => sheet.close());
  sheet.addEventListener("close", () => sheet.remove());
  document.body.append(sheet);
  sheet.showModal();
}
