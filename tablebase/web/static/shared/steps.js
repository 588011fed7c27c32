/** The moves of a game as a list of buttons; each leads to the position after it. */

import { attempt } from "./banner.js";
import { html, part, refill } from "./dom.js";

/**
 * @typedef {{text: string | Node, label: string, side?: string, mark?: string, title?: string}} Shown
 *   how a step is written, how it is read aloud, whose it is, and what was wrong with it
 * @typedef {{steps: unknown[], at: number, goTo: (at: number) => unknown}} Record
 */

/** Show a game's steps in `#moves`. @param {HTMLElement} root of the mode @param {Record} game @param {(at: number) => Shown} describe a step other than the first */
export function showSteps(root, game, describe) {
  const list = part(root, "moves");
  const shown = game.steps.map((_, at) => step(game, at, at ? describe(at) : { text: "start", label: "Start" }));
  refill(
    list,
    shown.map((button) => html("li", {}, button)),
  );
}

/** @param {Record} game @param {number} at @param {Shown} shown */
function step(game, at, { text, label, side = "", mark = "", title }) {
  const button = html("button", { type: "button", class: `move ${side}`, "aria-label": label, title }, text);
  if (mark) button.append(html("span", { class: "mark" }, mark));
  if (at === game.at) button.setAttribute("aria-current", "step");
  button.classList.toggle("taken-back", at > game.at);
  button.onclick = () => attempt(() => game.goTo(at));
  return button;
}
