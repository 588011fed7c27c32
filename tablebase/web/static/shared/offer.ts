/** The offer of a new version, loaded when there is one. */

import { html } from "./dom.ts";
import { styles } from "./files.ts";

/** Offer the new version that waits. "Reload" takes the newest one there is by then. */
export function offer(registration: ServiceWorkerRegistration) {
  if (document.getElementById("update")) return;
  styles(new URL("update.css", import.meta.url).href);
  const bar = html("div", { id: "update", role: "status" }, "A new version is ready.");
  bar.append(
    button("Reload", () => registration.waiting?.postMessage("take over")),
    button("Later", () => bar.remove()),
  );
  document.body.append(bar);
}

function button(text: string, pressed: () => void) {
  const made = html("button", { type: "button" }, text);
  made.addEventListener("click", pressed);
  return made;
}
