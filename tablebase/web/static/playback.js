/**
 * Playing the best line on the board, move by move.
 *
 * @typedef {import("./explorer.js").Explorer} Explorer
 */

import { attempt } from "./banner.js";
import { byId, relabel } from "./dom.js";

const MOVE_MS = 1100;

export class Playback {
  #timer = 0;

  /** @param {Explorer} explorer */
  constructor(explorer) {
    this.explorer = explorer;
    explorer.addEventListener("change", () => this.#render());
  }

  get running() {
    return this.#timer !== 0;
  }

  /** Play some of the best moves. @param {number} [count] */
  async play(count = 1) {
    for (let played = 0; played < count; played++) {
      const best = this.explorer.probe?.moves[0];
      if (best) await this.explorer.play(best.move, count === 1);
    }
  }

  toggle() {
    if (this.running) this.stop();
    else this.#start();
  }

  #start() {
    this.#timer = setInterval(() => this.#next(), MOVE_MS);
    this.#next();
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.#render();
  }

  async #next() {
    await attempt(() => this.play());
    if (!this.explorer.probe?.moves.length) this.stop();
  }

  #render() {
    const over = !this.explorer.probe?.moves.length || this.explorer.draft !== null;
    const button = /** @type {HTMLButtonElement} */ (byId("playback"));
    button.disabled = over && !this.running;
    relabel("playback", this.running ? "Pause" : "Play", this.running ? "pause" : "start");
  }
}
