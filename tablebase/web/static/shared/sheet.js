/**
 * The sheet below a game: what there is to say, and the buttons that go with it.
 *
 * @typedef {{label: string, run: () => unknown, primary?: boolean}} Action a button
 * @typedef {{title: string, headline: [string, string], colour?: string, sheet: [string, string],
 *   actions: Action[]}} Said `title` is the game's, for the window
 */

import { button } from "./commands.js";
import { draw, part, show, toBoard } from "./dom.js";
import { showHeadline } from "./headline.js";

/** Describe a game: in its headline, in the sheet, and to screen readers. @param {HTMLElement} root of the mode @param {Said} said */
export function showSheet(root, { headline, colour = "", sheet: [said, more], actions }) {
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
