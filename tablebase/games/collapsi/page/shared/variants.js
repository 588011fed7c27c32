/**
 * Choosing rules and their edition.
 *
 * @typedef {import("./api.js").Rules} Rules
 */

import { html } from "../../../../shared/dom.js";
import { Turn } from "../engine/turns.js";
import { textOfOwn } from "./own_rules.js";
import { called, grouped } from "./rule_sets.js";

/** What an edition is called on the page, if not by its own name. @type {Record<string, string>} */
const CALLED = { single: "one step" };

/** @param {HTMLSelectElement} list @param {Rules[]} offered @param {string} chosen */
export function listRules(list, offered, chosen) {
  if (offered.length > 0 && list.options.length !== offered.length) list.replaceChildren(...optionsOf(offered));
  list.value = chosen;
}

/** The choices of a list of rules, in groups. @param {Rules[]} offered */
export const optionsOf = (offered) =>
  grouped(offered).map(([group, sets]) =>
    html("optgroup", { label: group }, ...sets.map((rules) => html("option", { value: rules.name }, label(rules)))),
  );

/** The rules in a few words. @param {Rules} rules */
function label(rules) {
  const known = called(rules.name);
  if (known) return known.title;
  const { rows, columns, wrap, picture } = rules;
  const name = textOfOwn(rules.name) ? "my own" : rules.name;
  const words = [];
  const size = `${rows}x${columns}`;
  if (name !== size) words.push(size);
  if (picture.join("").includes("_")) words.push("with gaps");
  if (!wrap) words.push("edges not joined");
  words.push(...new Turn(rules).words);
  return words.length ? `${name} (${words.join(", ")})` : name;
}

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
  const title = `The joker is worth ${steps.join(", ")} ${steps.join() === "1" ? "step" : "steps"}`;
  return html("label", { title }, input, html("span", {}, CALLED[name] ?? name));
}
