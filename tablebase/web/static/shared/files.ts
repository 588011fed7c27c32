/** Files that parts of the page bring with them, and those that readers save. */

import { html } from "./dom.ts";

/** Load a file of markup as elements. */
export async function markup(url: string) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const template = document.createElement("template");
  template.innerHTML = await response.text();
  return template.content;
}

/** The style sheets that were added, by address. */
const sheets: Map<string, Promise<void>> = new Map();

/** Add a style sheet, unless it is there; resolves once it applies. */
export async function styles(url: string) {
  const add = (onload: () => void, onerror: () => void) =>
    document.head.append(html("link", { rel: "stylesheet", href: url, onload, onerror }));
  const loaded = sheets.get(url) ?? new Promise(add);
  sheets.set(url, loaded);
  await loaded.catch(() => {
    sheets.delete(url);
    throw new Error(`${url}: not loaded`);
  });
}

/** Let the reader save a text or a picture as a file. @param type of media */
export function download(name: string, content: BlobPart, type: string) {
  const href = URL.createObjectURL(new Blob([content], { type }));
  html("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href));
}
