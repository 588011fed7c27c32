/** Another stack: from a seed, as text, or card by card from a palette. */

import { EngineError } from "#engine/client.js";
import { attempt } from "#shared/banner.js";
import { html, part } from "#shared/dom.js";
import { rove, walkable } from "#shared/grid.js";
import { face, isRed, RANKS, spoken, SUITS } from "./cards.js";

/**
 * @param {HTMLElement} root
 * @param {(seed: string) => unknown} shuffle
 * @param {(cards: string) => Promise<void>} use throws what the engine says about cards that are not a stack
 */
export function mountSetup(root, shuffle, use) {
  part(root, "shuffle").addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(() => shuffle(/** @type {HTMLInputElement} */ (part(root, "seed")).value.trim()));
  });
  const text = /** @type {HTMLTextAreaElement} */ (part(root, "cards"));
  const error = part(root, "cards-error");
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
    .map((card) => {
      const button = html(
        "button",
        {
          type: "button",
          class: `playing ${isRed(card) ? "red" : "black"}`,
          "aria-label": spoken(card),
          "data-add": card,
        },
        ...face(card),
      );
      button.addEventListener("click", () => !button.ariaDisabled && write([...words(), card]));
      return button;
    });
  part(root, "palette").replaceChildren(...palette);
  walkable(part(root, "palette"));
  rove(part(root, "palette"));
  text.addEventListener("input", render);
  part(root, "backspace").addEventListener("click", () => write(words().slice(0, -1)));
  part(root, "clear").addEventListener("click", () => write([]));
  part(root, "own").addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(async () => {
      error.textContent = await use(text.value).then(() => "", wrong);
    });
  });

  /** A card that has been added can't be added again. */
  function render() {
    const added = words();
    error.textContent = "";
    for (const button of palette) button.ariaDisabled = added.includes(button.dataset.add ?? "") ? "true" : null;
  }
}

/** What is wrong with the cards that were entered. @param {unknown} error */
function wrong(error) {
  if (error instanceof EngineError && error.status === 422) return error.message;
  throw error;
}
