/** The table: the four piles, and the hand. A card is chosen, then the pile that it goes on. */

import { attempt } from "../../../shared/banner.js";
import { html, part, set } from "../../../shared/dom.js";
import { rove, walkable } from "../../../shared/grid.js";
import { PILES, step } from "./words.js";

/** @typedef {import("./game.js").Game} Game */

export class Table {
  /** @param {HTMLElement} root @param {Game} game */
  constructor(root, game) {
    this.game = game;
    this.hand = part(root, "hand");
    this.piles = part(root, "piles");
    this.piles.replaceChildren(...PILES.map((_, pile) => this.#pile(pile)));
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

  /** @param {number} pile */
  #pile(pile) {
    const [short] = PILES[pile];
    const parts = ["way", "number", "count", "step"].map((name) => html("span", { class: name }));
    parts[0].dataset.drawn = short;
    const button = html("button", { type: "button", class: "pile", "data-pile": pile }, ...parts);
    button.addEventListener("click", ({ detail }) =>
      attempt(async () => {
        await this.lay(pile);
        if (!detail) this.hand.querySelector("button")?.focus(); // with the keyboard
      }),
    );
    return html("li", {}, button);
  }

  /** @param {number} card */
  #card(card) {
    const button = html("button", { type: "button", class: "playing", "data-card": card }, String(card));
    button.addEventListener("click", ({ detail }) => {
      this.#choose(card);
      const [target] = this.game.targets;
      if (!detail && target) this.#button(target.pile).focus();
    });
    return html("li", {}, button);
  }

  /** @param {number} pile */
  #button(pile) {
    return /** @type {HTMLElement} */ (this.piles.querySelector(`[data-pile="${pile}"]`));
  }

  #render() {
    const { answer } = this.game;
    if (!answer) return;
    const shown = [...this.hand.querySelectorAll("button")].map(({ dataset }) => Number(dataset.card));
    if (shown.join() !== answer.hand.join()) {
      const focused = shown.indexOf(
        Number(/** @type {HTMLElement | null} */ (this.hand.querySelector(":focus"))?.dataset.card),
      );
      this.hand.replaceChildren(...answer.hand.map((card) => this.#card(card)));
      if (focused >= 0)
        [...this.hand.querySelectorAll("button")].at(Math.min(focused, answer.hand.length - 1))?.focus();
    }
    for (const button of this.hand.querySelectorAll("button")) this.#renderCard(button, Number(button.dataset.card));
    PILES.forEach((_, pile) => this.#renderPile(pile));
    for (const grid of [this.hand, this.piles]) rove(grid);
  }

  /** @param {HTMLElement} button @param {number} card */
  #renderCard(button, card) {
    const { answer, chosen } = this.game;
    const can = answer?.plays.some((play) => play.card === card) === true;
    button.classList.toggle("can", can);
    button.classList.toggle(
      "hinted",
      this.#advised.some((play) => play.card === card),
    );
    set(button, {
      "aria-pressed": String(chosen === card),
      "aria-label": `${card}${can ? "" : ", does not go on any pile"}`,
    });
  }

  /** @param {number} pile */
  #renderPile(pile) {
    const { answer, chosen, targets } = this.game;
    if (!answer) return;
    const [, spoken] = PILES[pile];
    const [top, count] = [answer.tops[pile], answer.piles[pile].length];
    const target = targets.find((play) => play.pile === pile);
    const advised = chosen ? [] : this.#advised.filter((play) => play.pile === pile);
    const said = target ? step(target) : advised.map(({ card }) => `← ${card}`).join(" ");
    const button = this.#button(pile);
    button.classList.toggle("empty", !count);
    button.classList.toggle("can", target !== undefined);
    button.classList.toggle("trick", target?.is_trick === true);
    button.classList.toggle("hinted", advised.length > 0);
    const shown = (/** @type {string} */ name) => /** @type {HTMLElement} */ (button.querySelector(`.${name}`));
    shown("number").textContent = String(top);
    shown("count").dataset.drawn = String(count || "empty");
    shown("step").dataset.drawn = said;
    const place = target
      ? `${chosen} goes here, ${step(target)}`
      : chosen
        ? `${chosen} does not go here`
        : advised.map(({ card }) => `the adviser lays ${card}`).join(", ");
    set(button, {
      "aria-label": `${spoken[0].toUpperCase()}${spoken.slice(1)}, ${count ? `top ${top}` : `empty, from ${top}`}${place && `: ${place}`}`,
      "aria-disabled": target ? false : "true",
    });
  }

  /** What the adviser would lay, if that is shown. */
  get #advised() {
    return this.game.options?.[0]?.plays ?? [];
  }
}
