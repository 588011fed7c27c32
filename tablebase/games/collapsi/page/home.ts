/** What the page has of Collapsi before and around its modes. */

import type { Command } from "#shared/app.ts";
import { asked } from "./shared/address.ts";
import { mountHow, openHow } from "./shared/how.ts";
import { expect } from "./shared/session.ts";

export const commands: Command[] = [{ key: "?", does: "how to play", run: openHow }];

/** @param shown the commands of the mode that is shown */
export const mount = (shown: () => Command[]) => mountHow(shown);

/** While a mode loads, let the engine start on what it will ask. */
export function begin(mode: string, query: URLSearchParams) {
  const { position, ...variant } = asked(query);
  if (position && (mode === "analyse" || mode === "play")) expect(position, variant).catch(() => {}); // the mode shows what is wrong
}
