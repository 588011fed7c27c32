/** The coach: what a rule of thumb says about a move. Loaded when first needed. */

import { attempt } from "../../../../shared/banner.js";
import { html, icon } from "../../../../shared/dom.js";
import * as api from "./api.js";
import { coachText } from "./coach_words.js";
import { RULE } from "./rule.js";

/**
 * What the coach says about a move, with a button that shows the rule; nothing if there is no choice.
 *
 * @param {string} position in which it is made
 * @param {import("./api.js").Variant} variant
 * @param {string} move
 * @returns {Promise<(Node | string)[]>}
 */
export async function comment(position, variant, move) {
  const [advice, known] = await Promise.all([api.advice(position, variant, RULE), api.strategies()]);
  const said = coachText(advice, move, known);
  if (!said) return [];
  const button = html("button", { type: "button", title: "Show the rule" }, "Coach");
  button.addEventListener("click", () => attempt(showRule));
  return [button, said];
}

async function showRule() {
  const title = html("h2", { id: "rule-title" }, "The coach’s rule");
  const close = html("button", { type: "button", class: "round", "aria-label": "Close" }, icon("close"));
  const words = html("p", {}, await api.wordsOf(RULE));
  const sheet = /** @type {HTMLDialogElement} */ (
    html(
      "dialog",
      { class: "how", "aria-labelledby": "rule-title" },
      html("div", { class: "row" }, title, close),
      words,
    )
  );
  close.addEventListener("click", () => sheet.close());
  sheet.addEventListener("close", () => sheet.remove());
  document.body.append(sheet);
  sheet.showModal();
}
