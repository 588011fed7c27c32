/** Keeps the page for visits without a network, and offers a new version when there is one. */

import { address } from "../rooms.ts";
import { byId } from "./dom.ts";

async function watch(container: ServiceWorkerContainer) {
  const registration = await container.register(address("sw.js"));
  /** The version of this page; a first visit has one once it is kept. */
  let version = container.controller ?? registration.active;
  const offered = byId("update");
  /** Offer the new version that waits. "Reload" takes the newest one there is by then. */
  const check = () => {
    if (version && registration.waiting) offered.hidden = false;
  };
  byId("update-now").addEventListener("click", () => registration.waiting?.postMessage("take over"));
  byId("update-later").addEventListener("click", () => (offered.hidden = true));
  const follow = () => registration.installing?.addEventListener("statechange", check);
  check();
  follow(); // one may be under way already
  registration.addEventListener("updatefound", follow);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) registration.update().catch(() => undefined); // without a network
  });
  // Modules of two versions do not go together: every tab reloads when one has asked for it. What
  // `tablebase serve` serves is never older than the server.
  container.addEventListener("controllerchange", () => {
    const { controller } = container;
    if (version && version !== controller && !document.documentElement.dataset.api) location.reload();
    version = controller;
  });
}

/** Keep the page. If the browser refuses, as in a private window, the page works but is not kept. */
export function mountUpdates() {
  const container = navigator.serviceWorker;
  if (container) watch(container).catch(() => undefined);
}
