/** Errors are shown, above everything, until they are closed or the next attempt succeeds. */

import { ApiError } from "./api.js";
import { byId } from "./dom.js";

/** @type {() => unknown} */
let failed = () => {};

/**
 * Do what the user asks for; should it fail, that is shown.
 *
 * @param {() => unknown} action
 */
export async function attempt(action) {
  try {
    await action();
    hide();
  } catch (error) {
    report(error, action);
  }
}

/**
 * Show an error. What is no answer of the server is our own mistake and goes to the console too.
 *
 * @param {unknown} error
 * @param {() => unknown} action that failed, and may be tried again
 */
export function report(error, action) {
  failed = (error instanceof ApiError && error.again) || action;
  byId("banner-text").textContent = error instanceof Error ? error.message : String(error);
  byId("banner").hidden = false;
  if (!(error instanceof ApiError)) throw error;
}

function hide() {
  byId("banner").hidden = true;
  byId("banner-text").textContent = "";
}

export function mountBanner() {
  byId("banner-retry").addEventListener("click", () => attempt(failed));
  byId("banner-close").addEventListener("click", hide);
}
