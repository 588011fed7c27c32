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

/** Add a style sheet, unless it is there; resolves once it applies. */
export async function styles(url: string) {
  if (document.querySelector(`link[href="${url}"]`)) return;
  const link = document.createElement("link");
  const loaded = new Promise((resolve, reject) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", () => {
      link.remove();
      reject(new Error(`${url}: not loaded`));
    });
  });
  Object.assign(link, { rel: "stylesheet", href: url });
  document.head.append(link);
  await loaded;
}

/** Let the reader save a text or a picture as a file. @param type of media */
export function download(name: string, content: BlobPart, type: string) {
  const href = URL.createObjectURL(new Blob([content], { type }));
  html("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href));
}
