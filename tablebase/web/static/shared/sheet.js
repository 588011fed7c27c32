/**
 * The sheet below a game: what there is to say, and the buttons that go with it.
 *
 * @typedef {{label: string, run: () => unknown, primary?: boolean}} Action a button
 */

import { attempt } from "./banner.js";
import { draw, html, part, toBoard, write } from "./dom.js";
import { showHeadline } from "./headline.js";

/**
 * Describe a game whenever it changes: in its headline, in the sheet, and to screen readers.
 *
 * @param {HTMLElement} root of the mode
 * @param {EventTarget} game
 * @param {{headline: () => [string, string], colour: () => string, sheet: () => [string, string], actions: () => Action[]}} say
 */
export function mountSheet(root, game, { headline, colour, sheet, actions }) {
  game.addEventListener("change", () => {
    const [main, sub] = headline();
    const [said, more] = sheet();
    showHeadline(root, colour(), [main, sub]);
    write(part(root, "sheet-main"), said);
    write(part(root, "sheet-more"), more);
    write(part(root, "status"), [main, sub, said].join(". "));
    offer(root, actions());
  });
}

/** Show buttons. One that goes leaves the focus to what is played on. @param {HTMLElement} root @param {Action[]} actions */
function offer(root, actions) {
  const row = part(root, "actions");
  const focused = row.contains(document.activeElement);
  const buttons = actions.map(({ label, run, primary }) => {
    const button = html("button", { type: "button", "data-key": label, class: primary && "primary" }, label);
    button.onclick = () => attempt(run);
    return button;
  });
  draw(row, buttons);
  if (focused && !row.contains(document.activeElement)) toBoard(root);
}
