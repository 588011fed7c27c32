/** The headline of a mode, and the line below it. */

import { part, set, write } from "./dom.js";

/** @param {HTMLElement} root of the mode @param {string} colour of a side, or "" @param {[string, string]} said */
export function showHeadline(root, colour, [main, sub]) {
  set(part(root, "headline"), { class: `headline ${colour}` });
  write(part(root, "headline-main"), main);
  write(part(root, "headline-sub"), sub);
}
