/** The headline of a mode, and the line below it. */

import { part, set, write } from "./dom.ts";

/**
 * @param root of the mode
 * @param colour of a side, or ""
 */
export function showHeadline(root: HTMLElement, colour: string, [main, sub]: [string, string]) {
  set(part(root, "headline"), { class: `headline ${colour}` });
  write(part(root, "headline-main"), main);
  write(part(root, "headline-sub"), sub);
}
