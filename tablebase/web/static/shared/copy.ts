/** A button that copies the link to what is shown. */

import { part, relabel } from "./dom.ts";

/** What the button `copy` of a mode does. */
export async function copyShown(root: HTMLElement, query: string, show: () => void) {
  part(root, "status").textContent = await copyLink(part(root, "copy"), query, show);
}

/**
 * @param button with a text in a span
 * @param query of the page's address
 * @param show the address in the address bar instead
 * @returns what has been done, in words
 */
export async function copyLink(button: HTMLElement, query: string, show: () => void): Promise<string> {
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
