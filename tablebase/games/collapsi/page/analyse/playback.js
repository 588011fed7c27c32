/**
 * Playing the best line on the board, move by move.
 *
 * @typedef {import("../shared/explored.js").Session} Session
 */

import { attempt } from "#shared/banner.js";
import { part, relabel } from "#shared/dom.js";

const MOVE_MS = 1100;

export class Playback {
  #timer = 0;

  /** Another once the reader has stopped: a move that was waited for is not played then. */
  #run = {};

  /** @param {HTMLElement} root @param {Session} session */
  constructor(root, session) {
    this.root = root;
    this.session = session;
    session.addEventListener("change", () => this.#render());
  }

  get running() {
    return this.#timer !== 0;
  }

  /** Play some of the best moves; none where no move is proven to be good. @param {number} [count] */
  async play(count = 1) {
    const run = this.#run;
    for (let played = 0; played < count; played++) {
      const { game, probe, searched } = this.session;
      if (!probe?.moves[0]?.is_best) await searched;
      const best = this.session.probe?.moves[0];
      if (!best || this.session.game !== game || this.#run !== run) return;
      if (!best.result) return this.stop();
      await this.session.play(best.move, count === 1);
    }
  }

  toggle() {
    if (this.running) this.stop();
    else this.#start();
  }

  #start() {
    this.#timer = setInterval(() => this.#next(), MOVE_MS);
    this.#render();
    this.#next();
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.#run = {};
    this.#render();
  }

  async #next() {
    await attempt(() => this.play());
    if (this.session.probe?.moves.length === 0) this.stop(); // continue while it is not known
  }

  #render() {
    const over = !this.session.probe?.moves.length || this.session.draft !== null;
    const button = /** @type {HTMLButtonElement} */ (part(this.root, "playback"));
    button.disabled = over && !this.running;
    relabel(button, this.running ? "Pause" : "Autoplay", this.running ? "pause" : "start");
  }
}
