/** Forms in which the reader enters cards, a seed or a position. */

import { EngineError } from "#engine/client.js";
import { attempt } from "./banner.js";
import { part, write } from "./dom.js";

/**
 * Let a form use what is entered; what the engine says is wrong with it is shown beside it.
 *
 * @param {HTMLElement} root of the mode
 * @param {string} form its id
 * @param {() => unknown} use
 * @param {string} [error] the id of the place for what is wrong
 */
export function enters(root, form, use, error) {
  const say = (/** @type {string} */ text) => error && write(part(root, error), text);
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
