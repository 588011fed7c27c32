/*
 * Starts the engine's worker before the page's modules are there: it takes a while. It is no module,
 * and run as soon as it has arrived. client.js takes the worker over, or starts another.
 */
"use strict";

if (!("engineWorker" in self)) {
  const { src } = /** @type {HTMLScriptElement} */ (document.currentScript);
  const worker = new Worker(new URL("worker.js", src), { type: "module" });
  const shared = Object.assign(self, { engineWorker: /** @type {Worker | null} */ (worker) });
  worker.addEventListener("error", () => (shared.engineWorker = null));
}
