/** The stack: its cards in reading order, those that can go standing out, and the places they left. */

import { html, set } from "../../../shared/dom.js";
import { rove, walkable } from "../../../shared/grid.js";
import { face, isRed, shared, spoken } from "./cards.js";
import { partners } from "./words.js";

/** @typedef {import("./game.js").Game} Game */

const CLOSING_MS = 220;

export class Stack {
  /** The list items of the cards of this stack. @type {Map<string, HTMLElement>} */
  #items = new Map();

  /** Whether cards are being moved, which takes the focus away and gives it back. */
  #arranging = false;

  /**
   * @param {HTMLElement} root
   * @param {Game} game
   * @param {(card: string) => unknown} tap
   */
  constructor(root, game, tap) {
    this.root = root;
    this.game = game;
    this.tap = tap;
    walkable(root);
    game.addEventListener("change", () => this.#render());
  }

  #render() {
    const { game, root } = this;
    const { cards } = game;
    const places = this.#places();
    const focused = [...root.children].findIndex((item) => item.contains(document.activeElement));
    const before = this.#items;
    this.#items = new Map(cards.map((card) => [card, before.get(card) ?? this.#item(card)]));
    const empty = (game.steps[0]?.position.split(" ").length ?? 0) - cards.length;
    const slots = Array.from({ length: empty }, () => html("li", { class: "slot", "aria-hidden": "true" }));
    this.#arranging = true;
    arrange(root, [...this.#items.values(), ...slots]);
    for (const [card, item] of this.#items) this.#renderCard(card, /** @type {HTMLElement} */ (item.firstChild));
    rove(root);
    if (focused >= 0 && !root.contains(document.activeElement)) {
      const button = root.children[Math.min(focused, cards.length - 1)]?.querySelector("button");
      button?.focus();
    }
    this.#arranging = false;
    this.#closeUp(places);
  }

  /** @param {string} card */
  #item(card) {
    const button = html(
      "button",
      { type: "button", class: `playing ${isRed(card) ? "red" : "black"}`, "data-card": card, tabindex: -1 },
      ...face(card),
    );
    const point = (/** @type {string} */ pointed) => {
      if (!this.#arranging && pointed !== this.game.pointed) this.game.set({ pointed });
    };
    button.addEventListener("click", () => this.tap(card));
    button.addEventListener("focus", () => button.matches(":focus-visible") && point(card));
    button.addEventListener("blur", () => point(""));
    button.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && point(card));
    button.addEventListener("pointerleave", () => point(""));
    return html("li", {}, button);
  }

  /** @param {string} card @param {HTMLElement} button */
  #renderCard(card, button) {
    const { game } = this;
    const can = game.answer?.removable.includes(card) === true;
    const next = game.isPlanned ? game.steps[game.at + 1]?.move : "";
    const looked = game.pointed || game.hinted || next;
    const partner = looked ? partners(game, looked).includes(card) && shared(card, looked) !== "" : false;
    button.classList.toggle("can", can);
    button.classList.toggle("looked", looked === card);
    button.classList.toggle("hinted", game.hinted === card || next === card);
    button.classList.toggle("partner", partner);
    set(button, {
      "aria-label": `${spoken(card)}, ${can ? "can go" : "stays"}`,
      "aria-disabled": can ? false : "true",
    });
  }

  /** Where each card is. */
  #places() {
    return new Map([...this.#items].map(([card, { offsetLeft, offsetTop }]) => [card, [offsetLeft, offsetTop]]));
  }

  /** Animate cards to where they are now. @param {Map<string, number[]>} places where they were */
  #closeUp(places) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const [card, item] of this.#items) {
      const [x, y] = places.get(card) ?? [item.offsetLeft, item.offsetTop];
      const [dx, dy] = [x - item.offsetLeft, y - item.offsetTop];
      if (!dx && !dy) continue;
      item.animate([{ translate: `${dx}px ${dy}px` }, { translate: "0 0" }], {
        duration: CLOSING_MS,
        easing: "ease-out",
      });
    }
  }
}

/** Give a list these items, in order; those that stay are not taken out, so that they keep the focus. @param {HTMLElement} list @param {HTMLElement[]} wanted */
function arrange(list, wanted) {
  for (const item of [...list.children]) if (!wanted.includes(/** @type {HTMLElement} */ (item))) item.remove();
  let next = list.firstElementChild;
  for (const item of wanted) {
    if (item === next) next = next.nextElementSibling;
    else list.insertBefore(item, next);
  }
}
