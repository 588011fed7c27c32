/*
 * Begins what takes longest before the page's modules are there: the engine's worker, which client.js
 * takes over, and fetching the mode that is shown first. It is not a module, and runs as soon as it has
 * arrived.
 */
"use strict";

if (!("engineWorker" in self)) {
  // The page's modules were not faster.
  const { src } = /** @type {HTMLScriptElement} */ (document.currentScript);
  const at = (/** @type {string} */ path) => new URL(path, src).href;
  /** @param {Record<string, string>} attributes */
  const link = (attributes) => document.head.append(Object.assign(document.createElement("link"), attributes));

  const worker = new Worker(at("worker.js"), { type: "module" });
  const shared = Object.assign(self, { engineWorker: /** @type {Worker | null} */ (worker) });
  worker.addEventListener("error", () => (shared.engineWorker = null));

  // Only one mode is shown first. This is `modeOf` of address.js.
  const query = new URLSearchParams(location.search);
  const mode = query.get("mode") ?? (query.size ? "analyse" : "play");
  if (mode === "analyse" || mode === "play") {
    link({ rel: "modulepreload", href: at(`../${mode}/index.js`) });
    link({ rel: "preload", as: "style", href: at(`../${mode}/style.css`) });
    link({ rel: "preload", as: "fetch", crossOrigin: "", href: at(`../${mode}/page.html`) });
  }
}
