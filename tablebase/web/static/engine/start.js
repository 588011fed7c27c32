/*
 * Begins what takes longest before the page's modules are there: the engine's worker, which client.js
 * takes over, and fetching the mode that is shown first. It is not a module, and runs as soon as it has
 * arrived. The site builder writes a line before this one that sets `ROOMS`, as in rooms.js, with the modes of the page's own game.
 */
"use strict";

if (!("engineWorker" in self)) {
  // unless the page's modules were faster
  const { src } = /** @type {HTMLScriptElement} */ (document.currentScript);
  const at = (/** @type {string} */ path) => new URL(path, src).href;
  /** @param {Record<string, string>} attributes */
  const link = (attributes) => document.head.append(Object.assign(document.createElement("link"), attributes));

  const worker = new Worker(at("worker.js"), { type: "module" });
  const shared = Object.assign(self, { engineWorker: /** @type {Worker | null} */ (worker) });
  worker.addEventListener("error", () => (shared.engineWorker = null));

  // Only one mode is shown first, as main.js chooses it.
  /** @type {{FIRST: string, LINKED: string, MODES: Record<string, string>}} */
  const { FIRST, LINKED, MODES } = /** @type {any} */ (self).ROOMS;
  const query = new URLSearchParams(location.search);
  const mode = query.get("mode") ?? (query.size ? LINKED : FIRST);
  if (Object.hasOwn(MODES, mode)) {
    if (mode !== FIRST) link({ rel: "modulepreload", href: at("../others.js") });
    link({ rel: "modulepreload", href: at(`../${MODES[mode]}index.js`) });
    link({ rel: "preload", as: "style", href: at(`../${MODES[mode]}style.css`) });
    link({ rel: "preload", as: "fetch", crossOrigin: "", href: at(`../${MODES[mode]}page.html`) });
  }
}
