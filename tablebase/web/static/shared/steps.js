/** The moves of a game as a list of buttons; each leads to the position after it. */

import { button } from "./commands.js";
import { classes, html, part, refill } from "./dom.js";

/**
 * @typedef {{text: string | Node, label: string, side?: string, mark?: string, title?: string}} Shown
 *   how a step is written, how it is read aloud, whose it is, and what was wrong with it
 */

/** Show a game's steps in `#moves`. @param {HTMLElement} root of the mode @param {{steps: unknown[], at: number}} game @param {(at: number) => unknown} go @param {(at: number) => Shown} describe a step other than the first */
export function showSteps(root, game, go, describe) {
  const shown = game.steps.map((_, at) => step(game, at, go, at ? describe(at) : { text: "start", label: "Start" }));
  refill(
    part(root, "moves"),
    shown.map((button) => html("li", {}, button)),
  );
}

/** @param {{at: number}} game @param {number} at @param {(at: number) => unknown} go @param {Shown} shown */
const step = (game, at, go, { text, label, side = "", mark, title }) =>
  button(
    {
      class: classes(`move ${side}`, { "taken-back": at > game.at }),
      "aria-label": label,
      title,
      "aria-current": at === game.at && "step",
    },
    () => go(at),
    text,
    ...(mark ? [html("span", { class: "mark" }, mark)] : []),
  );
