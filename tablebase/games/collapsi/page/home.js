/** What the page has of Collapsi before and around its modes. */

import { asked } from "./shared/address.js";
import { mountHow, openHow } from "./shared/how.js";
import { expect } from "./shared/session.js";

/** @type {import("#shared/app.js").Command[]} */
export const commands = [{ key: "?", does: "how to play", run: openHow }];

/** @param {() => import("#shared/app.js").Command[]} shown the commands of the mode that is shown */
export const mount = (shown) => mountHow(shown);

/** While a mode loads, let the engine start on what it will ask. @param {string} mode @param {URLSearchParams} query */
export function begin(mode, query) {
  const { position, ...variant } = asked(query);
  if (position && (mode === "analyse" || mode === "play")) expect(position, variant).catch(() => {}); // the mode shows what is wrong
}
