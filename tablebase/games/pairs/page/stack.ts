/** The stack: its cards in reading order, those that can go standing out, and the places they left. */

import { walkable } from "#shared/cells.ts";
import { button } from "#shared/commands.ts";
import { classes, html, refill } from "#shared/dom.ts";
import type { Send } from "#shared/sheet.ts";
import { face, isRed, shared, spoken } from "./cards.ts";
import type { Game } from "./game.ts";
import { partners } from "./words.ts";

const CLOSING_MS = 220;

/** @returns what shows a game's stack */
export function mountStack(root: HTMLElement, send: Send) {
  /** Whether cards are being moved, which takes the focus away and gives it back. */
  let arranging = false;
  walkable(root);

  function item(card: string, game: Game) {
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
      if (!arranging && pointed !== game.pointed) send("point", { card: pointed });
    };
    const attributes = {
      class: classes(`playing ${isRed(card) ? "red" : "black"}`, named),
      "data-card": card,
      tabindex: -1,
      "aria-label": `${spoken(card)}, ${can ? "can go" : "stays"}`,
      "aria-disabled": can ? false : "true",
      onfocus: ({ target }: any) => target.matches(":focus-visible") && point(card),
      onblur: () => point(""),
      onpointerleave: () => point(""),
      onpointerenter: ({ pointerType }: PointerEvent) => pointerType === "mouse" && point(card),
    };
    return html(
      "li",
      { "data-key": card },
      button(attributes, () => send("move", { name: card }), ...face(card)),
    );
  }

  /** Where each card is. */
  function places() {
    const items = [...root.querySelectorAll("li[data-key]")] as HTMLElement[];
    return new Map(items.map((item) => [item.dataset.key, { item, x: item.offsetLeft, y: item.offsetTop }]));
  }

  return (game: Game) => {
    const { cards, steps } = game;
    const before = places();
    const empty = steps[0].position.split(" ").length - cards.length;
    const slots = Array.from({ length: empty }, () => html("li", { class: "slot", "aria-hidden": "true" }));
    arranging = true;
    refill(root, [...cards.map((card) => item(card, game)), ...slots]);
    arranging = false;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const [card, { item, x, y }] of places()) {
      const was = before.get(card) ?? { x, y };
      if (was.x === x && was.y === y) continue;
      const frames = [{ translate: `${was.x - x}px ${was.y - y}px` }, { translate: "0 0" }];
      item.animate(frames, { duration: CLOSING_MS, easing: "ease-out" });
    }
  };
}
