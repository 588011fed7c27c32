/** Forms in which the reader enters cards, a seed or a position. */

import { EngineError } from "#engine/client.ts";
import { attempt } from "./banner.ts";
import { part, write } from "./dom.ts";

/**
 * Let a form use what is entered; what the engine says is wrong with it is shown beside it.
 *
 * @param root of the mode
 * @param form its id
 * @param error the id of the place for what is wrong
 */
export function enters(root: HTMLElement, form: string, use: () => unknown, error?: string) {
  const say = (text: string) => error && write(part(root, error), text);
  part(root, form).addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(async () => {
      try {
        await use();
        say("");
      } catch (wrong) {
        if (!error || !(wrong instanceof EngineError && wrong.status === 422)) throw wrong;
        say(wrong.message);
      }
    });
  });
}
