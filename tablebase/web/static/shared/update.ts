/** Keeps the page for visits without a network, and offers a new version when there is one. */

import { address } from "../rooms.ts";
import { byId } from "./dom.ts";

const isServed = !!document.documentElement.dataset.api;

const offer = (offered: boolean) => (byId("update").hidden = !offered);

/** On a static host a version stays in use until its worker gives way to the next. */
async function watch(container: ServiceWorkerContainer) {
  const registration = await container.register(address("sw.js"));
  if (isServed) return;
  /** The version of this page; a first visit has one once it is kept. */
  let version = container.controller ?? registration.active;
  /** Offer the new version that waits. "Reload" takes the newest one there is by then. */
  const check = () => {
    if (version && registration.waiting) offer(true);
  };
  byId("update-now").addEventListener("click", () => registration.waiting?.postMessage("take over"));
  const follow = () => registration.installing?.addEventListener("statechange", check);
  check();
  follow(); // one may be under way already
  registration.addEventListener("updatefound", follow);
  onLook(() => registration.update());
  // Modules of two versions do not go together: every tab reloads when one has asked for it.
  container.addEventListener("controllerchange", () => {
    if (version && version !== container.controller) location.reload();
    version = container.controller;
  });
}

/** What `tablebase serve` serves is never older than the server, but a page may have been open since. */
async function compare() {
  const tag = async () => {
    const { ok, headers } = await fetch(address("./"), { method: "HEAD" });
    return ok ? headers.get("ETag") : null;
  };
  let known = await tag().catch(() => null);
  byId("update-now").addEventListener("click", () => location.reload());
  onLook(async () => {
    const now = await tag();
    if (known && now && now !== known) offer(true);
    known = now ?? known; // "Later" lasts until the next version
  });
}

/** Do something whenever the reader looks at the page again; it may fail without a network. */
function onLook(check: () => Promise<unknown>) {
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) check().catch(() => undefined);
  });
}

/** Keep the page. If the browser refuses, as in a private window, the page works but is not kept. */
export function mountUpdates() {
  byId("update-later").addEventListener("click", () => offer(false));
  const container = navigator.serviceWorker;
  if (container) watch(container).catch(() => undefined);
  if (isServed) compare().catch(() => undefined);
}
