/**
 * Choosing an edition of rules, and the one of a new game.
 *
 * @typedef {import("./api.js").Rules} Rules
 */

import { html } from "#shared/dom.js";

/** What an edition is called on the page, if not by its own name. @type {Record<string, string>} */
const CALLED = { single: "one step" };

/** Today's published edition, `TODAY` in rules.py. */
const TODAY = "single";

/** What a new game is played under if nobody names an edition. @param {Pick<Rules, "editions">} rules */
export const todaysEdition = ({ editions }) => (editions.find(({ name }) => name === TODAY) ?? editions[0]).name;

/** @param {HTMLElement} group of radio buttons @param {Rules} rules @param {string} chosen */
export function listEditions(group, { editions }, chosen) {
  const inputs = () => /** @type {NodeListOf<HTMLInputElement>} */ (group.querySelectorAll("input"));
  if ([...inputs()].map(({ value }) => value).join() !== editions.map(({ name }) => name).join()) {
    for (const choice of group.querySelectorAll("label")) choice.remove();
    group.append(...editions.map(choice));
  }
  for (const input of inputs()) input.checked = input.value === chosen;
}

/** @param {import("./api.js").Edition} edition */
function choice({ name, joker_steps: steps }) {
  const input = html("input", { type: "radio", name: "edition", value: name });
  const title = `The starting card is worth ${steps.join(", ")} ${steps.join() === "1" ? "step" : "steps"}`;
  return html("label", { title }, input, html("span", {}, CALLED[name] ?? name));
}
