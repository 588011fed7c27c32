/** The moves of a game as a list of buttons; each leads to the position after it. */

import { button } from "./commands.ts";
import { classes, html, part, refill } from "./dom.ts";

/** Takes an event, as a machine does. */
export type Send = (type: string, about?: object) => unknown;

/** How a step is written, how it is read aloud, whose it is, and what was wrong with it. */
export type Shown = { text: string | Node; label: string; side?: string; mark?: string; title?: string };

/**
 * Show a game's steps in `#moves`.
 *
 * @param root of the mode
 * @param describe a step other than the first
 */
export function showSteps(
  root: HTMLElement,
  game: { steps: unknown[]; at: number },
  send: Send,
  describe: (at: number) => Shown,
) {
  const shown = game.steps.map((_, at) => step(game, at, send, at ? describe(at) : { text: "start", label: "Start" }));
  refill(
    part(root, "moves"),
    shown.map((button) => html("li", {}, button)),
  );
}

const step = (game: { at: number }, at: number, send: Send, { text, label, side = "", mark, title }: Shown) =>
  button(
    {
      class: classes(`move ${side}`, { "taken-back": at > game.at }),
      "aria-label": label,
      title,
      "aria-current": at === game.at && "step",
    },
    () => send("go", { at }),
    text,
    ...(mark ? [html("span", { class: "mark" }, mark)] : []),
  );
