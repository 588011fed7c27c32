/**
 * Files that lie beside a module. On the page they are fetched. In the JavaScript package they are
 * modules, so that they are wherever the code is: `tablebase/web/package.py` writes an import in place
 * of each address.
 */

/**
 * An address, such as `new URL("data.json", import.meta.url)`; or what imports the data, or the bytes in
 * base 64.
 */
export type Beside = URL | (() => Promise<{ default: any }>);

/** The answer to a request for a file; an error if there is none. */
export async function fetched(url: URL) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
  return response;
}

/** The bytes of a file. */
export async function bytesOf(file: Beside) {
  if (typeof file !== "function") return new Uint8Array(await (await fetched(file)).arrayBuffer());
  return Uint8Array.from(atob((await file()).default), (sign) => sign.charCodeAt(0));
}

/** The content of a file of JSON. */
export async function contentOf(file: Beside) {
  return typeof file === "function" ? (await file()).default : (await fetched(file)).json();
}
