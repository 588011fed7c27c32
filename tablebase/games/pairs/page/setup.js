/** Another stack: from a seed, as text, or card by card from a palette. */

import { button } from "#shared/commands.js";
import { part, write as say } from "#shared/dom.js";
import { enters } from "#shared/enter.js";
import { rove, walkable } from "#shared/grid.js";
import { face, isRed, RANKS, spoken, SUITS } from "./cards.js";

/**
 * @param {HTMLElement} root
 * @param {(seed: string) => unknown} shuffle
 * @param {(cards: string) => Promise<void>} use throws what the engine says about cards that are not a stack
 */
export function mountSetup(root, shuffle, use) {
  enters(root, "shuffle", () => shuffle(/** @type {HTMLInputElement} */ (part(root, "seed")).value.trim()));
  const text = /** @type {HTMLTextAreaElement} */ (part(root, "cards"));
  const write = (/** @type {string[]} */ words) => {
    text.value = words.join(" ");
    render();
  };
  const words = () =>
    text.value
      .toUpperCase()
      .split(/[\s,]+/)
      .filter(Boolean);
  const palette = Object.keys(SUITS)
    .flatMap((suit) => RANKS.map((rank) => rank + suit))
    .map((card) =>
      button(
        { class: `playing ${isRed(card) ? "red" : "black"}`, "aria-label": spoken(card), "data-add": card },
        () => !words().includes(card) && write([...words(), card]),
        ...face(card),
      ),
    );
  part(root, "palette").replaceChildren(...palette);
  walkable(part(root, "palette"));
  rove(part(root, "palette"));
  text.addEventListener("input", render);
  part(root, "backspace").addEventListener("click", () => write(words().slice(0, -1)));
  part(root, "clear").addEventListener("click", () => write([]));
  enters(root, "own", () => use(text.value), "cards-error");

  /** A card that has been added can't be added again. */
  function render() {
    const added = words();
    say(part(root, "cards-error"), "");
    for (const button of palette) button.ariaDisabled = added.includes(button.dataset.add ?? "") ? "true" : null;
  }
}
