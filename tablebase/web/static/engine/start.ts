/*
 * Begins what takes longest before the page's modules are there: the engine's worker, which client.ts
 * takes over, and fetching the mode that is shown first. It is not a module, and runs before the page
 * is drawn.
 */

import "../theme.ts";

const link = (path: string, attributes: Record<string, string>) =>
  document.head.append(Object.assign(document.createElement("link"), { ...attributes, href: path }));

const worker = new Worker("static/engine/worker.js", { type: "module", name: "tablebase engine" });
const shared = Object.assign(self, { engineWorker: worker as Worker | null });
worker.addEventListener("error", () => (shared.engineWorker = null));

// Only one mode is shown first, as main.ts chooses it.
const { first, linked, modes } = JSON.parse(document.getElementById("rooms")?.textContent ?? "");
const query = new URLSearchParams(location.search);
const mode = query.get("mode") ?? (query.size ? linked : first);
if (Object.hasOwn(modes, mode)) {
  if (mode !== first) link("static/others.js", { rel: "modulepreload" });
  link(`${modes[mode]}index.js`, { rel: "modulepreload" });
  link(`${modes[mode]}style.css`, { rel: "preload", as: "style" });
  link(`${modes[mode]}page.html`, { rel: "preload", as: "fetch", crossOrigin: "" });
}
