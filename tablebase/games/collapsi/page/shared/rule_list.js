/**
 * Choosing rules from a list. Loaded when the list is asked for.
 *
 * @typedef {import("./api.js").Rules} Rules
 */

import { html } from "#shared/dom.js";
import { Turn } from "../engine/turns.js";
import { textOfOwn } from "./own_rules.js";
import { called, grouped } from "./rule_sets.js";

/** What a rule set is called, whatever its name is. @param {string} name */
export const titleOf = (name) => called(name)?.title ?? (textOfOwn(name) ? "my own rules" : name);

/** @param {HTMLSelectElement} list @param {Rules[]} offered @param {string} chosen */
export function listRules(list, offered, chosen) {
  if (offered.length > 0 && list.querySelectorAll("optgroup option").length !== offered.length)
    list.replaceChildren(...optionsOf(offered));
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

/** What is different under rules, and what is known of who wins; both may be "". @param {string} name of the rules */
export function noteOf(name) {
  const { about = "", known = "" } = called(name) ?? {};
  return { about, known };
}
