/** Files that lie beside a module. */

/**
 * The answer to a request for a file; an error if there is none.
 *
 * @param {URL} url such as `new URL("data.json", import.meta.url)`
 */
export async function fetched(url) {
  const response = await fetch(url).catch((error) => opened(url, error));
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
  return response;
}

/** What Node's own `fetch` refuses: a file beside a module that is itself a file. @param {URL} url @param {unknown} refused */
async function opened(url, refused) {
  // Not imported, because bundlers for browsers would look for the module.
  const files = /** @type {any} */ (globalThis).process?.getBuiltinModule?.("node:fs/promises");
  if (url.protocol !== "file:" || !files) throw refused;
  return new Response(await files.readFile(url));
}
