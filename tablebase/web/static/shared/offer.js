/** The offer of a new version, loaded when there is one. */

import { html } from "./dom.js";
import { styles } from "./files.js";

/** Offer the new version that waits. "Reload" takes the newest one there is by then. @param {ServiceWorkerRegistration} registration */
export function offer(registration) {
  if (document.getElementById("update")) return;
  styles(new URL("update.css", import.meta.url).href);
  const bar = html("div", { id: "update", role: "status" }, "A new version is ready.");
  bar.append(
    button("Reload", () => registration.waiting?.postMessage("take over")),
    button("Later", () => bar.remove()),
  );
  document.body.append(bar);
}

/** @param {string} text @param {() => void} pressed */
function button(text, pressed) {
  const made = html("button", { type: "button" }, text);
  made.addEventListener("click", pressed);
  return made;
}
