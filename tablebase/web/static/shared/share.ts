/** Results, moves and links that are sent to friends. */

import { part, relabel } from "./dom.ts";

/**
 * Send a text with a link: with the device's share dialog if it has one, otherwise through the clipboard.
 *
 * @param query of the page's address
 * @param copied what to say where it went to the clipboard
 * @returns what has been done, in words; "" if the device shows that
 */
export async function share(text: string, query: string, copied: string): Promise<string> {
  const url = new URL(query, location.href).href;
  if (matchMedia("(pointer: coarse)").matches && navigator.share) {
    await navigator.share({ text, url });
    return "";
  }
  const copying = (async () => navigator.clipboard.writeText(`${text}\n${url}`))(); // no clipboard over plain http
  return copying.then(
    () => copied,
    () => `${text} ${url}`,
  );
}

/** Send a result, with the address of what was solved. */
export const shareResult = (text: string, query: string) =>
  share(text, query, "Copied, without the moves. Paste it into a message.");

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
