/** Choosing rules from a list. Loaded when the list is asked for. */

import { html } from "#shared/dom.ts";
import { Turn } from "../engine/turns.ts";
import { textOfOwn } from "./own_rules.ts";
import { called, grouped } from "./rule_sets.ts";
import type { Rules } from "../answers.d.ts";

/** What a rule set is called, whatever its name is. */
export const titleOf = (name: string) => called(name)?.title ?? (textOfOwn(name) ? "my own rules" : name);

export function listRules(list: HTMLSelectElement, offered: Rules[], chosen: string) {
  if (offered.length > 0 && list.querySelectorAll("optgroup option").length !== offered.length)
    list.replaceChildren(...optionsOf(offered));
  list.value = chosen;
}

/** The choices of a list of rules, in groups. */
export const optionsOf = (offered: Rules[]) =>
  grouped(offered).map(([group, sets]) =>
    html("optgroup", { label: group }, ...sets.map((rules) => html("option", { value: rules.name }, label(rules)))),
  );

/** The rules in a few words. */
function label(rules: Rules) {
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

/**
 * What is different under rules, and what is known of who wins; both may be "".
 *
 * @param name of the rules
 */
export function noteOf(name: string) {
  const { about = "", known = "" } = called(name) ?? {};
  return { about, known };
}
