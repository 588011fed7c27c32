/**
 * Lets Node import the page's modules from where they are in the tree. On the site a room's page is
 * at `games/NAME/page/` beside what all rooms share, so that imports such as `../../../shared/dom.js`
 * lead there; in the tree that is in `tablebase/web/static/`. The page's engine, which would start a
 * worker, is that of client.js. What engines fetch is read from the tree.
 */

import { readFile } from "node:fs/promises";
import { register } from "node:module";
import { isMainThread } from "node:worker_threads";

const TREE = new URL("../../tablebase/", import.meta.url).href;
const SHARED = `${TREE}web/static/`;

if (isMainThread) {
  register(import.meta.url);
  globalThis.fetch = async (url) => new Response(await readFile(new URL(url)));
}

/** Called by Node for each import. */
export function resolve(specifier, context, next) {
  if (!specifier.startsWith(".")) return next(specifier, context);
  const path = new URL(specifier, context.parentURL).href.replace(SHARED, "").replace(TREE, "");
  if (path === "engine/client.js") return next(new URL("client.js", import.meta.url).href, context);
  return next(/^(shared|engine)\//.test(path) ? SHARED + path : specifier, context);
}
