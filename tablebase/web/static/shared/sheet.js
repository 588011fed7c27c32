/**
 * The sheet below a game: what there is to say, and the buttons that go with it.
 *
 * @typedef {{label: string, run: () => unknown, primary?: boolean}} Action a button
 */

import { attempt } from "./banner.js";
import { html, part, write } from "./dom.js";
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
    offer(part(root, "actions"), actions());
  });
}

/** Show buttons; one that stays keeps the focus. @param {HTMLElement} row @param {Action[]} actions */
function offer(row, actions) {
  const focused =
    document.activeElement instanceof HTMLElement && row.contains(document.activeElement)
      ? document.activeElement.textContent
      : null;
  const buttons = actions.map(({ label, run, primary }) => {
    const button = html("button", { type: "button", class: primary ? "primary" : "" }, label);
    button.addEventListener("click", () => attempt(run));
    return button;
  });
  row.replaceChildren(...buttons);
  buttons.find((button) => button.textContent === focused)?.focus();
}
