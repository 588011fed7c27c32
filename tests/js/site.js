/**
 * Lets Node import the page's modules from where they are in the tree. On the site a room's page is
 * at `games/NAME/page/` beside what all rooms share, so that imports such as `../../../shared/dom.js`
 * lead there; in the tree that is in `tablebase/web/static/`.
 */

import { register } from "node:module";
import { isMainThread } from "node:worker_threads";

const TREE = new URL("../../tablebase/", import.meta.url).href;

if (isMainThread) register(import.meta.url);

/** Called by Node for each import. */
export function resolve(specifier, context, next) {
  const path = specifier.startsWith(".") ? new URL(specifier, context.parentURL).href.replace(TREE, "") : specifier;
  return next(/^(shared|engine)\//.test(path) ? `${TREE}web/static/${path}` : specifier, context);
}
