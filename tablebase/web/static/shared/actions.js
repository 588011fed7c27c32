/** The buttons for what can be done now, where what cannot has none. */

import { part } from "./dom.js";

/**
 * Show the buttons of the commands that are enabled, and no others. If one that had the focus goes,
 * the board gets it.
 *
 * @param {HTMLElement} root of the mode
 * @param {import("./app.js").Command[]} commands
 */
export function showEnabled(root, commands) {
  const focused = document.activeElement;
  for (const { button, enabled } of commands) {
    if (!button || !enabled) continue;
    const element = /** @type {HTMLButtonElement} */ (part(root, button));
    element.hidden = element.disabled = !enabled();
  }
  if (focused instanceof HTMLElement && focused.hidden && root.contains(focused))
    /** @type {HTMLElement | null} */ (root.querySelector(".stage [tabindex='0']"))?.focus();
}
