/**
 * Choosing rules from a list, by group: what readers call them, and what is different. Sets that have no
 * such name, as those of a server's own files, go by their own. Loaded when the list is asked for.
 */

import { html } from "#shared/dom.ts";
import known from "../../known/called.json" with { type: "json" };
import type { Rules } from "../answers.d.ts";
import { Turn } from "../engine/turns.ts";
import { textOfOwn } from "./address.ts";

type Called = { title: string; about: string; known?: string };

const GROUPS = known.groups as unknown as [string, Record<string, Called>][];
const OTHERS = "More";

/** What a rule set is called; undefined if it goes by its name. */
const called = (name: string) => GROUPS.map(([, sets]) => sets[name]).find(Boolean);

/** What a rule set is called, whatever its name is. */
export const titleOf = (name: string) => called(name)?.title ?? (textOfOwn(name) ? "my own rules" : name);

export function listRules(list: HTMLSelectElement, offered: Rules[], chosen: string) {
  if (offered.length > 0 && list.querySelectorAll("optgroup option").length !== offered.length)
    list.replaceChildren(...optionsOf(offered));
  list.value = chosen;
}

/** The choices of a list of rules, in groups, in the order in which they are listed. */
export function optionsOf(offered: Rules[]) {
  const groups = GROUPS.map(([group, sets]) => ({
    group,
    found: Object.keys(sets).flatMap((name) => offered.find((rules) => rules.name === name) ?? []),
  }));
  const others = offered.filter(({ name }) => !called(name));
  return [...groups, { group: OTHERS, found: others }].flatMap(({ group, found }) => {
    const options = found.map((rules) => html("option", { value: rules.name }, label(rules)));
    return options.length ? html("optgroup", { label: group }, ...options) : [];
  });
}

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
