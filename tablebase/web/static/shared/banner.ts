/** Errors are shown, above everything, until they are closed or an attempt succeeds that began later. */

import { EngineError } from "#engine/client.ts";
import { byId } from "./dom.ts";

/** What to try again after an error, if less than all that the user asked for. */
const again: WeakMap<Error, () => unknown> = new WeakMap();

const MISSING =
  "You are offline, and this part is not on this device yet. It stays here once you have opened it online.";

/** What has failed: what the user asked for last, and all beside it. */
const failed: Set<() => unknown> = new Set();

/** How many errors were shown. */
let reports = 0;

/** Do what the user asks for, and show an error if it fails. */
export async function attempt(action: () => unknown) {
  const before = reports;
  try {
    await action();
    if (reports === before) hide();
  } catch (error) {
    report(error, action, true);
  }
}

/** Do something; if it fails, only this is tried again. */
export const retried = <T>(action: Promise<T>, retry: () => unknown): Promise<T> =>
  action.catch((error) => {
    again.set(error, retry);
    throw error;
  });

/**
 * Show an error. An error that does not come from the engine is a bug, and goes to the console too.
 * A wrong question stays wrong, so it is not tried again.
 *
 * @param action that failed, and may be tried again; it must not catch its errors
 * @param isAsked whether the user asked for it, last of all
 */
export function report(error: unknown, action: () => unknown, isAsked?: boolean) {
  if (error instanceof DOMException && error.name === "AbortError") return;
  reports++;
  const wrong = error instanceof EngineError && error.status >= 400 && error.status < 500;
  if (isAsked) failed.clear();
  if (!wrong) failed.add(again.get(error as Error) ?? action);
  const missing = !navigator.onLine && !wrong;
  const message = error instanceof Error ? error.message : String(error);
  byId("banner-text").textContent = missing ? MISSING : message;
  byId("banner-retry").hidden = !failed.size;
  byId("banner").hidden = false;
  if (!missing && !(error instanceof EngineError)) throw error;
}

function hide() {
  failed.clear();
  if (byId("banner").hidden) return;
  byId("banner").hidden = true;
  byId("banner-text").textContent = "";
}

export function mountBanner() {
  byId("banner-retry").addEventListener("click", () => {
    const actions = [...failed];
    failed.clear();
    attempt(() => Promise.all(actions.map((action) => action())));
  });
  byId("banner-close").addEventListener("click", hide);
}
