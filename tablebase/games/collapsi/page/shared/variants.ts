/** Choosing an edition of rules, and the one of a new game. */

import { draw, fill, html } from "#shared/dom.ts";
import type { Edition, Rules } from "../answers.d.ts";

/** What an edition is called on the page, if not by its own name. */
const CALLED: Record<string, string> = { single: "one step" };

/** Today's published edition, `TODAY` in rules.py. */
const TODAY = "single";

export const called = (edition: string) => CALLED[edition] ?? edition;

/** What a new game is played under if nobody names an edition. */
export const todaysEdition = ({ editions }: Pick<Rules, "editions">) =>
  (editions.find(({ name }) => name === TODAY) ?? editions[0]).name;

/** @param group of radio buttons */
export function listEditions(group: HTMLElement, { editions }: Rules, chosen: string) {
  draw(group, [...group.querySelectorAll("legend"), ...editions.map(choice)]);
  fill(group, { edition: chosen });
}

function choice({ name, joker_steps: steps }: Edition) {
  const input = html("input", { type: "radio", name: "edition", value: name });
  const title = `The starting card is worth ${steps.join(", ")} ${steps.join() === "1" ? "step" : "steps"}`;
  return html("label", { title }, input, html("span", {}, called(name)));
}
