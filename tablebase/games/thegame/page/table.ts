/** The table: the four piles, and the hand. A card is chosen, then the pile that it goes on. */

import { rove, walkable } from "#shared/cells.ts";
import { button } from "#shared/commands.ts";
import { classes, draw, html, part, refill } from "#shared/dom.ts";
import type { Lay as Play } from "./answers.d.ts";
import type { Game, Probe } from "./game.ts";
import { PILES, step } from "./words.ts";

export class Table {
  game: () => Game;
  send: (type: string, about?: object) => unknown;
  hand: HTMLElement;
  piles: HTMLElement;

  constructor(root: HTMLElement, game: () => Game, send: (type: string, about?: object) => unknown) {
    this.game = game;
    this.send = send;
    this.hand = part(root, "hand");
    this.piles = part(root, "piles");
    for (const grid of [this.hand, this.piles]) walkable(grid);
    root.addEventListener("keydown", (event) => {
      const { chosen } = game();
      if (event.key !== "Escape" || !chosen) return;
      send("choose", { card: chosen });
      this.#toHand();
    });
  }

  #toHand() {
    this.hand.querySelector("button")?.focus();
  }

  /** @param game with an answer */
  render({ answer, ...game }: Game) {
    if (!answer) return;
    const advised = game.options?.[0]?.plays ?? [];
    refill(
      this.hand,
      answer.hand.map((card) => this.#card(card, answer, game.chosen, advised)),
    );
    draw(
      this.piles,
      PILES.map((_, pile) => this.#pile(pile, answer, game, game.chosen ? [] : advised)),
    );
    for (const grid of [this.hand, this.piles]) rove(grid);
  }

  #card(card: number, { plays }: Probe, chosen: number, advised: Play[]) {
    const can = plays.some((play) => play.card === card);
    const attributes = {
      class: classes("playing", { can, hinted: advised.some((play) => play.card === card) }),
      "data-card": card,
      "aria-pressed": String(chosen === card),
      "aria-label": `${card}${can ? "" : ", does not go on any pile"}`,
    };
    const choose = ({ detail }: PointerEvent) => {
      this.send("choose", { card });
      const [target] = this.game().targets;
      const pile = this.piles.querySelector(`[data-pile="${target?.pile}"]`) as HTMLElement;
      if (!detail) pile?.focus(); // with the keyboard
    };
    return html("li", { "data-key": card }, button(attributes, choose, String(card)));
  }

  #pile(pile: number, answer: Probe, { chosen, targets }: Pick<Game, "chosen" | "targets">, advised: Play[]) {
    const [short, spoken] = PILES[pile];
    const [top, count] = [answer.tops[pile], answer.piles[pile].length];
    const target = targets.find((play) => play.pile === pile);
    const here = advised.filter((play) => play.pile === pile).map(({ card }) => card);
    const refusal = chosen ? `${chosen} does not go here` : here.map((card) => `the adviser lays ${card}`).join(", ");
    const place = target ? `${chosen} goes here, ${step(target)}` : refusal;
    const named = `${spoken[0].toUpperCase()}${spoken.slice(1)}, ${count ? `top ${top}` : `empty, from ${top}`}`;
    const attributes = {
      class: classes("pile", {
        empty: !count,
        can: target !== undefined,
        trick: target?.is_trick === true,
        hinted: here.length > 0,
      }),
      "data-pile": pile,
      "aria-label": place ? `${named}: ${place}` : named,
      "aria-disabled": target ? false : "true",
    };
    const lay = async ({ detail }: PointerEvent) => {
      await this.send("lay", { pile });
      if (!detail) this.#toHand(); // with the keyboard
    };
    const drawn = (name: string, text: string | number) => html("span", { class: name, "data-drawn": text });
    const parts = [
      drawn("way", short),
      html("span", { class: "number" }, String(top)),
      drawn("count", count || "empty"),
      drawn("step", target ? step(target) : here.map((card) => `← ${card}`).join(" ")),
    ];
    return html("li", {}, button(attributes, lay, ...parts));
  }
}
