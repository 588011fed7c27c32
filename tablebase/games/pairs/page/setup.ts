/** Another stack: from a seed, as text, or card by card from a palette. */

import { rove, walkable } from "#shared/cells.ts";
import { button, enters } from "#shared/commands.ts";
import { part, write as say } from "#shared/dom.ts";
import { face, isRed, RANKS, SUITS, spoken } from "./cards.ts";

/** @param use throws what the engine says about cards that are not a stack */
export function mountSetup(
  root: HTMLElement,
  shuffle: (seed: string) => unknown,
  use: (cards: string) => Promise<void>,
) {
  enters(root, "shuffle", () => shuffle((part(root, "seed") as HTMLInputElement).value.trim()));
  const text = part(root, "cards") as HTMLTextAreaElement;
  const write = (words: string[]) => {
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
