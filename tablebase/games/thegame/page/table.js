/** The table: the four piles, and the hand. A card is chosen, then the pile that it goes on. */

import { attempt } from "#shared/banner.js";
import { classes, draw, html, part, refill } from "#shared/dom.js";
import { rove, walkable } from "#shared/grid.js";
import { PILES, step } from "./words.js";

/** @typedef {import("./game.js").Game} Game */

export class Table {
  /** @param {HTMLElement} root @param {Game} game */
  constructor(root, game) {
    this.game = game;
    this.hand = part(root, "hand");
    this.piles = part(root, "piles");
    for (const grid of [this.hand, this.piles]) walkable(grid);
    root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !game.chosen) return;
      this.#choose(0);
      this.hand.querySelector("button")?.focus();
    });
    game.addEventListener("change", () => this.#render());
  }

  /** Lay the chosen card on a pile. @param {number} pile */
  async lay(pile) {
    const play = this.game.targets.find((play) => play.pile === pile);
    if (play) await this.game.play(play.move);
  }

  /** @param {number} card */
  #choose(card) {
    this.game.set({ chosen: card === this.game.chosen ? 0 : card });
  }

  #render() {
    const { answer } = this.game;
    if (!answer) return;
    refill(
      this.hand,
      answer.hand.map((card) => this.#card(card, answer)),
    );
    draw(
      this.piles,
      PILES.map((_, pile) => this.#pile(pile, answer)),
    );
    for (const grid of [this.hand, this.piles]) rove(grid);
  }

  /** @param {number} card @param {import("./game.js").Probe} answer */
  #card(card, { plays }) {
    const can = plays.some((play) => play.card === card);
    const hinted = this.#advised.some((play) => play.card === card);
    const button = html(
      "button",
      {
        type: "button",
        class: classes("playing", { can, hinted }),
        "data-card": card,
        "aria-pressed": String(this.game.chosen === card),
        "aria-label": `${card}${can ? "" : ", does not go on any pile"}`,
      },
      String(card),
    );
    button.onclick = ({ detail }) => {
      this.#choose(card);
      const [target] = this.game.targets;
      if (!detail && target) this.#button(target.pile).focus();
    };
    return html("li", { "data-key": card }, button);
  }

  /** @param {number} pile */
  #button(pile) {
    return /** @type {HTMLElement} */ (this.piles.querySelector(`[data-pile="${pile}"]`));
  }

  /** @param {number} pile @param {import("./game.js").Probe} answer */
  #pile(pile, answer) {
    const { chosen, targets } = this.game;
    const [short, spoken] = PILES[pile];
    const [top, count] = [answer.tops[pile], answer.piles[pile].length];
    const target = targets.find((play) => play.pile === pile);
    const advised = chosen ? [] : this.#advised.filter((play) => play.pile === pile);
    const named = {
      empty: !count,
      can: target !== undefined,
      trick: target?.is_trick === true,
      hinted: advised.length > 0,
    };
    const place = target
      ? `${chosen} goes here, ${step(target)}`
      : chosen
        ? `${chosen} does not go here`
        : advised.map(({ card }) => `the adviser lays ${card}`).join(", ");
    const button = html(
      "button",
      {
        type: "button",
        class: classes("pile", named),
        "data-pile": pile,
        "aria-label": `${spoken[0].toUpperCase()}${spoken.slice(1)}, ${count ? `top ${top}` : `empty, from ${top}`}${place && `: ${place}`}`,
        "aria-disabled": target ? false : "true",
      },
      html("span", { class: "way", "data-drawn": short }),
      html("span", { class: "number" }, String(top)),
      html("span", { class: "count", "data-drawn": count || "empty" }),
      html("span", {
        class: "step",
        "data-drawn": target ? step(target) : advised.map(({ card }) => `← ${card}`).join(" "),
      }),
    );
    button.onclick = ({ detail }) =>
      attempt(async () => {
        await this.lay(pile);
        if (!detail) this.hand.querySelector("button")?.focus(); // with the keyboard
      });
    return html("li", {}, button);
  }

  /** What the adviser would lay, if that is shown. */
  get #advised() {
    return this.game.options?.[0]?.plays ?? [];
  }
}
