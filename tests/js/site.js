/**
 * Lets Node run the page's sources: types are removed, and what engines fetch is read from the tree. Their
 * client is that of client.js, by the condition `tests`.
 */

import { transform } from "rolldown/utils";
import { readFile } from "node:fs/promises";
import { register } from "node:module";
import { fileURLToPath } from "node:url";
import { isMainThread } from "node:worker_threads";

if (isMainThread) {
  register(import.meta.url);
  globalThis.fetch = async (url) => new Response(await readFile(new URL(url)));
}

/** Called by Node for each module. */
export async function load(url, context, next) {
  if (!url.endsWith(".ts")) return next(url, context);
  const path = fileURLToPath(url);
  const { code } = await transform(path, await readFile(path, "utf8"), { target: "es2022" });
  return { format: "module", source: code, shortCircuit: true };
}
