/** All cards as buttons, which add them to a stack of the reader's own. */

import { walkable } from "#shared/cells.ts";
import { button, presses } from "#shared/commands.ts";
import { draw, part, write } from "#shared/dom.ts";
import { DECK, face, isRed, spoken } from "./cards.ts";

export function mountPalette(root: HTMLElement) {
  const [text, palette] = [part(root, "cards") as HTMLTextAreaElement, part(root, "palette")];
  const words = (): string[] => text.value.toUpperCase().match(/[^\s,]+/g) ?? [];
  const fill = (words: string[]) => {
    text.value = words.join(" ");
    render();
  };

  /** A card that has been added can't be added again. */
  function render() {
    const added = words();
    const key = (card: string) => {
      const attributes = {
        class: `playing ${isRed(card) ? "red" : "black"}`,
        "aria-label": spoken(card),
        "aria-disabled": added.includes(card) ? "true" : null,
      };
      return button(attributes, () => added.includes(card) || fill([...added, card]), ...face(card));
    };
    write(part(root, "own-error"), "");
    draw(palette, DECK.map(key));
  }

  walkable(palette);
  render();
  text.addEventListener("input", render);
  presses(root, { backspace: () => fill(words().slice(0, -1)), clear: () => fill([]) });
}
