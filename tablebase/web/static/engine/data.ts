/**
 * What an engine works with: files that lie beside its module. On the page they are fetched. In the
 * JavaScript package they are modules, so that they are wherever the code is:
 * `tablebase/web/package.py` writes an import in place of each address.
 */

import type { Equipment } from "./answers.ts";
import { once } from "./shared.ts";

/**
 * An address, such as `new URL("data.json", import.meta.url)`; or what imports the data, or the bytes in
 * base 64.
 */
export type Beside = URL | (() => Promise<{ default: any }>);

/** The value of each code, and the mover's code by the smallest code among the successors. */
export type Coding = { values: { result: "win" | "loss"; dte: number }[]; replies: number[] };

/**
 * With the mover's code by that of a successor in which the same side moves again, and the code of an end by
 * its layer; the last one holds for all layers from there on.
 */
export type LoopsCoding = Coding & { again: number[]; ends: number[] };

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
const contentOf = async (file: Beside) =>
  typeof file === "function" ? (await file()).default : (await fetched(file)).json();

/** A module of WebAssembly. */
export async function compiled(file: Beside) {
  if (typeof file === "function") return WebAssembly.compile(await bytesOf(file));
  const response = await fetched(file);
  const copy = response.clone();
  // A server may not know the type of the file.
  return WebAssembly.compileStreaming(response).catch(async () => WebAssembly.compile(await copy.arrayBuffer()));
}

/** What gives the content of a JSON file, which its first call fetches. */
export const json = (file: Beside): (() => Promise<any>) => once(() => contentOf(file));

/** What the engine of the page's own game works with. */
export async function equipment({ kernels, data }: { kernels: Beside; data: Beside }): Promise<Equipment> {
  const [module, content] = await Promise.all([compiled(kernels), contentOf(data)]);
  return { module, data: content };
}
