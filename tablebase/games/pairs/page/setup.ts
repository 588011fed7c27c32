/** A stack of the reader's own: as text, or card by card from a palette. */

import { rove, walkable } from "#shared/cells.ts";
import { button, enters, presses } from "#shared/commands.ts";
import { part, write } from "#shared/dom.ts";
import { face, isRed, RANKS, SUITS, spoken } from "./cards.ts";

/** @param use throws what the engine says about cards that are not a stack */
export function mountSetup(root: HTMLElement, use: (cards: string) => unknown) {
  const text = part(root, "cards") as HTMLTextAreaElement;
  const words = () =>
    text.value
      .toUpperCase()
      .split(/[\s,]+/)
      .filter(Boolean);
  const fill = (words: string[]) => {
    text.value = words.join(" ");
    render();
  };
  const add = (card: string) => !words().includes(card) && fill([...words(), card]);
  const keys = Object.keys(SUITS)
    .flatMap((suit) => RANKS.map((rank) => rank + suit))
    .map((card) => {
      const named = { class: `playing ${isRed(card) ? "red" : "black"}`, "aria-label": spoken(card), "data-add": card };
      return button(named, () => add(card), ...face(card));
    });
  const palette = part(root, "palette");
  palette.replaceChildren(...keys);
  walkable(palette);
  rove(palette);
  text.addEventListener("input", render);
  presses(root, { backspace: () => fill(words().slice(0, -1)), clear: () => fill([]) });
  enters(root, "own", () => use(text.value), "cards-error");

  /** A card that has been added can't be added again. */
  function render() {
    const added = words();
    write(part(root, "cards-error"), "");
    for (const key of keys) key.ariaDisabled = added.includes(key.dataset.add ?? "") ? "true" : null;
  }
}
