/** A button that copies the link to what is shown. */

import { part, relabel } from "./dom.js";

/** What the button `copy` of a mode does. @param {HTMLElement} root @param {string} query @param {() => void} show */
export async function copyShown(root, query, show) {
  part(root, "status").textContent = await copyLink(part(root, "copy"), query, show);
}

/**
 * @param {HTMLElement} button with a text in a span
 * @param {string} query of the page's address
 * @param {() => void} show the address in the address bar instead
 * @returns {Promise<string>} what has been done, in words
 */
export async function copyLink(button, query, show) {
  let done = "Copied";
  try {
    await navigator.clipboard.writeText(new URL(query, location.href).href);
  } catch {
    show(); // a browser may forbid copying, but the address bar always works
    done = "In the address bar";
  }
  const label = button.querySelector("span")?.textContent ?? "";
  if (label !== done) {
    relabel(button, done);
    setTimeout(() => relabel(button, label), 2000);
  }
  return done;
}
