/** What games show below and beside a board: a headline, a sheet with buttons, their moves, figures. */

import { button } from "./commands.ts";
import { type Attributes, classes, draw, html, part, refill, show, toBoard } from "./dom.ts";

/** A button. */
export type Action = { label: string; run: () => unknown; primary?: boolean };

export type Said = {
  headline: [string, string];
  colour?: string;
  sheet: [string, string];
  actions: Action[];
};

/** Describe a game: in its headline, in the sheet, and to screen readers. @param root of the mode */
export function showSheet(root: HTMLElement, { headline, colour = "", sheet: [said, more], actions }: Said) {
  showHeadline(root, colour, headline);
  show(root, { "sheet-main": said, "sheet-more": more, status: [...headline, said].join(". ") });
  const row = part(root, "actions");
  const focused = row.contains(document.activeElement);
  draw(
    row,
    actions.map(({ label, run, primary }) => button({ "data-key": label, class: primary && "primary" }, run, label)),
  );
  if (focused && !row.contains(document.activeElement)) toBoard(root); // what had the focus is gone
}

/**
 * @param root of the mode
 * @param colour of a side, or ""
 */
export function showHeadline(root: HTMLElement, colour: string, [main, sub]: [string, string]) {
  show(root, { headline: { class: `headline ${colour}` }, "headline-main": main, "headline-sub": sub });
}

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
  const steps = game.steps.map((_, at) => {
    const { text, label, side = "", mark, title } = at ? describe(at) : { text: "start", label: "Start" };
    const looks = { class: classes(`move ${side}`, { "taken-back": at > game.at }), title, "aria-label": label };
    const attributes = { ...looks, "aria-current": at === game.at && "step" };
    const signs = mark ? [html("span", { class: "mark" }, mark)] : [];
    return html(
      "li",
      {},
      button(attributes, () => send("go", { at }), text, ...signs),
    );
  });
  refill(part(root, "moves"), steps);
}

/** One of the things to do, with its sign. @param said for those who don't see that */
export const marked = (attributes: Attributes, sign: string, said: string) =>
  html("li", attributes, html("span", { "aria-hidden": "true" }, sign), html("span", { class: "unseen" }, said));

/**
 * @param list of class `figures`
 * @param figures by their names
 */
export const showFigures = (list: HTMLElement, figures: Record<string, number>) =>
  list.replaceChildren(
    ...Object.entries(figures).map(([name, value]) =>
      html("div", {}, html("dt", {}, name), html("dd", {}, String(value))),
    ),
  );
