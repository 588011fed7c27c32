/** The stack: its cards in reading order, those that can go standing out, and the places they left. */

import { rove, walkable } from "#shared/cells.ts";
import { button } from "#shared/commands.ts";
import { classes, html, refill } from "#shared/dom.ts";
import { face, isRed, shared, spoken } from "./cards.ts";
import type { Game } from "./game.ts";
import { partners } from "./words.ts";

const CLOSING_MS = 220;

export class Stack {
  root: HTMLElement;
  send: (type: string, about?: object) => unknown;

  /** Whether cards are being moved, which takes the focus away and gives it back. */
  #arranging = false;

  constructor(root: HTMLElement, send: (type: string, about?: object) => unknown) {
    this.root = root;
    this.send = send;
    walkable(root);
  }

  render(game: Game) {
    const { root } = this;
    const { cards } = game;
    const places = this.#places();
    const empty = game.steps[0].position.split(" ").length - cards.length;
    const slots = Array.from({ length: empty }, () => html("li", { class: "slot", "aria-hidden": "true" }));
    this.#arranging = true;
    refill(root, [...cards.map((card) => this.#item(card, game)), ...slots]);
    rove(root);
    this.#arranging = false;
    this.#closeUp(places);
  }

  #item(card: string, game: Game) {
    const can = game.answer?.removable.includes(card) === true;
    const next = game.isPlanned ? game.steps[game.at + 1]?.move : "";
    const looked = game.pointed || game.hinted || next;
    const named = {
      can,
      looked: looked === card,
      hinted: game.hinted === card || next === card,
      partner: looked ? partners(game, looked).includes(card) && shared(card, looked) !== "" : false,
    };
    const point = (pointed: string) => {
      if (!this.#arranging && pointed !== game.pointed) this.send("point", { card: pointed });
    };
    const leave = () => point("");
    const made = button(
      {
        class: classes(`playing ${isRed(card) ? "red" : "black"}`, named),
        "data-card": card,
        tabindex: -1,
        "aria-label": `${spoken(card)}, ${can ? "can go" : "stays"}`,
        "aria-disabled": can ? false : "true",
        onfocus: ({ target }) => target.matches(":focus-visible") && point(card),
        onblur: leave,
        onpointerleave: leave,
        onpointerenter: ({ pointerType }) => pointerType === "mouse" && point(card),
      },
      () => this.send("move", { name: card }),
      ...face(card),
    );
    return html("li", { "data-key": card }, made);
  }

  /** Where each card is. */
  #places() {
    const items = [...this.root.querySelectorAll("li[data-key]")] as HTMLElement[];
    return new Map(items.map((item) => [item.dataset.key, { item, x: item.offsetLeft, y: item.offsetTop }]));
  }

  /** Animate cards to where they are now. @param places where they were */
  #closeUp(places: Map<string | undefined, { x: number; y: number }>) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const [card, { item, x, y }] of this.#places()) {
      const before = places.get(card) ?? { x, y };
      const [dx, dy] = [before.x - x, before.y - y];
      if (!dx && !dy) continue;
      item.animate([{ translate: `${dx}px ${dy}px` }, { translate: "0 0" }], {
        duration: CLOSING_MS,
        easing: "ease-out",
      });
    }
  }
}
