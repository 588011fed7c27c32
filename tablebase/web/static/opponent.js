/**
 * The computer as an opponent: whose side it has, how strong it is, its answer to a move.
 *
 * @typedef {import("./explorer.js").Explorer} Explorer
 * @typedef {import("./api.js").Side} Side
 */

import * as api from "./api.js";
import { attempt } from "./banner.js";
import { byId, html } from "./dom.js";
import { current, isForMany } from "./game.js";
import { other } from "./notation.js";

const THINKING_MS = 500; // so that the own move is seen before the answer

export class Opponent {
  /** The side that was chosen for the computer. @type {Side | null} */
  #side = null;
  level = "";
  thinking = false;
  #note = "";

  /** @param {Explorer} explorer */
  constructor(explorer) {
    this.explorer = explorer;
    byId("sides").addEventListener("change", (event) => {
      const you = /** @type {HTMLInputElement} */ (event.target).value;
      this.#side = you ? other(/** @type {Side} */ (you)) : null;
      attempt(() => this.answer());
    });
    explorer.addEventListener("change", () => this.#render());
    explorer.addEventListener("opened", () => attempt(() => this.answer()));
  }

  /** The computer's side; null if people play all. */
  get side() {
    return isForMany(this.explorer.rules) ? null : this.#side;
  }

  /** Levels need a table. */
  #render() {
    const list = /** @type {HTMLSelectElement} */ (byId("level"));
    const { rules } = this.explorer;
    list.disabled = rules?.tabled === false;
    byId("level-note").textContent = list.disabled
      ? "It plays the best move that it finds in a second, for there is no table. Hide values to play fair."
      : this.#note;
  }

  /** Fill the list of levels. */
  async load() {
    const levels = await api.levels();
    const list = /** @type {HTMLSelectElement} */ (byId("level"));
    list.replaceChildren(...levels.map(({ name }) => html("option", {}, name)));
    const choose = () => {
      this.level = list.value;
      this.#note = `It ${levels[list.selectedIndex].description}. Hide values to play fair.`;
      this.#render();
    };
    list.addEventListener("change", choose);
    choose();
  }

  /** Move, if it is the computer's turn at the end of the game that is shown. */
  async answer() {
    const { game, side, probe } = this.explorer;
    if (side !== this.side || !probe?.moves.length || game.at < game.steps.length - 1) return;
    this.thinking = true;
    try {
      const pause = new Promise((resolve) => setTimeout(resolve, THINKING_MS));
      const { move } = this.explorer.rules?.tabled
        ? await api.reply(current(game).position, game, this.level)
        : probe.moves[0]; // the best that has been found
      await pause;
      if (this.explorer.game === game) await this.explorer.play(move);
    } finally {
      this.thinking = false;
    }
  }
}
