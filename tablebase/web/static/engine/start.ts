/*
 * Begins what takes longest before the page's modules are there: the engine's worker, which client.ts
 * takes over, and fetching the mode that is shown first. It is not a module, and runs before the page
 * is drawn.
 */

import { modeOf, ROOMS } from "../rooms.ts";
import "../theme.ts";

const link = (path: string, attributes: Record<string, string>) =>
  document.head.append(Object.assign(document.createElement("link"), { ...attributes, href: path }));

const worker = new Worker("static/engine/worker.js", { type: "module", name: "tablebase engine" });
const shared = Object.assign(self, { engineWorker: worker as Worker | null });
worker.addEventListener("error", () => (shared.engineWorker = null));

const { first, modes } = ROOMS;
const mode = modeOf(new URLSearchParams(location.search));
if (mode !== first) link("static/others.js", { rel: "modulepreload" });
link(`${modes[mode]}index.js`, { rel: "modulepreload" });
link(`${modes[mode]}style.css`, { rel: "preload", as: "style" });
link(`${modes[mode]}page.html`, { rel: "preload", as: "fetch", crossOrigin: "" });
