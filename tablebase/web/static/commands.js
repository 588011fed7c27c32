/**
 * What buttons and keys do, in one table.
 *
 * @typedef {{button: string, key: string, does: string, run: () => unknown,
 *   enabled?: () => boolean}} Command
 */

import { attempt } from "./banner.js";
import { byId, html } from "./dom.js";

/**
 * @param {Command[]} commands
 * @param {import("./explorer.js").Explorer} explorer
 */
export function mountCommands(commands, explorer) {
  for (const { button, key, does, run } of commands) {
    const element = byId(button);
    element.title = `${does} (${key})`;
    element.setAttribute("aria-keyshortcuts", key);
    element.addEventListener("click", () => attempt(run));
    byId("keys").append(html("div", {}, html("dt", {}, html("kbd", {}, key)), html("dd", {}, does)));
  }
  explorer.addEventListener("change", () => {
    for (const { button, enabled } of commands) {
      if (enabled) /** @type {HTMLButtonElement} */ (byId(button)).disabled = !enabled();
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || typing(event.target)) return;
    const command = commands.find(({ key }) => key === event.key);
    if (!command || command.enabled?.() === false) return;
    event.preventDefault();
    attempt(command.run);
  });
}

/** Whether a key belongs to the field it is typed into. @param {EventTarget | null} target */
const typing = (target) => target instanceof Element && target.matches("input:not([type=radio]), select, textarea");
