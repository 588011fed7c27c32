/** The sheet below a game: what there is to say, and the buttons that go with it. */

import { button } from "./commands.ts";
import { draw, part, show, toBoard } from "./dom.ts";
import { showHeadline } from "./headline.ts";

/** A button. */
export type Action = { label: string; run: () => unknown; primary?: boolean };

/** `title` is the game's, for the window. */
export type Said = {
  title: string;
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
