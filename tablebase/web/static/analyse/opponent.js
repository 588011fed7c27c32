/**
 * The computer as an opponent: whose side it has, how strong it is, its answer to a move.
 *
 * @typedef {import("../shared/session.js").Session} Session
 * @typedef {import("../shared/api.js").Side} Side
 */

import * as api from "../shared/api.js";
import { attempt } from "../shared/banner.js";
import { html, part } from "../shared/dom.js";
import { current, isForMany } from "../shared/game.js";
import { other } from "../shared/notation.js";

const THINKING_MS = 500; // so that the own move is seen before the answer

export class Opponent {
  /** The side that was chosen for the computer. @type {Side | null} */
  #side = null;
  level = "";
  thinking = false;
  #note = "";

  /** @param {HTMLElement} root @param {Session} session */
  constructor(root, session) {
    this.root = root;
    this.session = session;
    part(root, "sides").addEventListener("change", (event) => {
      const you = /** @type {HTMLInputElement} */ (event.target).value;
      this.#side = you ? other(/** @type {Side} */ (you)) : null;
      attempt(() => this.answer());
    });
    session.addEventListener("change", () => this.#render());
    session.addEventListener("opened", () => attempt(() => this.answer()));
  }

  /** The computer's side; null if people play all. */
  get side() {
    return isForMany(this.session.rules) ? null : this.#side;
  }

  /** Levels need a table. */
  #render() {
    const list = /** @type {HTMLSelectElement} */ (part(this.root, "level"));
    const { rules } = this.session;
    list.disabled = rules?.tabled === false;
    part(this.root, "level-note").textContent = list.disabled
      ? "It plays the best move that it finds in a second, for there is no table. Hide values to play fair."
      : this.#note;
  }

  /** Fill the list of levels. */
  async load() {
    const levels = await api.levels();
    const list = /** @type {HTMLSelectElement} */ (part(this.root, "level"));
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
    const { game, side, probe } = this.session;
    if (side !== this.side || !probe?.moves.length || game.at < game.steps.length - 1) return;
    this.thinking = true;
    try {
      const pause = new Promise((resolve) => setTimeout(resolve, THINKING_MS));
      const { move } = this.session.rules?.tabled
        ? await api.reply(current(game).position, game, this.level)
        : probe.moves[0]; // the best that has been found
      await pause;
      if (this.session.game === game) await this.session.play(move);
    } finally {
      this.thinking = false;
    }
  }
}
