/**
 * What the page shows, and what can be done with it. Views listen to its events: `change`,
 * `preview` when another move is pointed at, `opened` when another game has begun. What asks the
 * server throws what `api.js` throws.
 *
 * @typedef {import("./api.js").Probe} Probe
 * @typedef {import("./api.js").MoveValue} MoveValue
 * @typedef {import("./api.js").DealStatistics} DealStatistics
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./notation.js").Layout} Layout
 */

import * as address from "./address.js";
import * as api from "./api.js";
import { current, newGame, play, toMove, transformed } from "./game.js";
import { permutation, read } from "./notation.js";

export class Explorer extends EventTarget {
  /** @type {Game} */
  game = newGame("A223/4A2Jr/3A23/Jb3A4 r", "wild");

  /** Best play from the position shown, itself first; null until it is known. @type {Probe[] | null} */
  line = null;

  /** @type {DealStatistics | null} */
  statistics = null;

  /** Whether a move has just been made, so that the pawn is seen moving. */
  moved = false;

  /** Whether values are hidden. */
  hidden = false;

  /** The destination that a hint shows, or "". */
  hint = "";

  /** The destination that is pointed at, or "". */
  preview = "";

  /** The board being edited, or null. @type {Layout | null} */
  draft = null;

  /** The first of two cards to be swapped there, or -1. */
  picked = -1;

  #table = "";

  /** The value of the position shown; null until it is known. */
  get probe() {
    return this.line?.[0] ?? null;
  }

  get layout() {
    return this.draft ?? read(current(this.game).position);
  }

  get side() {
    return toMove(this.game);
  }

  /** @param {string} name of a destination @returns {MoveValue | undefined} */
  moveTo(name) {
    return this.probe?.moves.find((move) => move.move === name);
  }

  /**
   * Begin with a position or deal; refused, everything stays as it is.
   *
   * @param {string} position
   * @param {string} edition
   * @param {(game: Game) => void} [remember] tells the browser's history
   */
  async open(position, edition, remember = address.push) {
    const [probe] = await api.line(position, edition);
    const game = newGame(probe.position, probe.edition);
    remember(game);
    await this.show(game);
    this.dispatchEvent(new Event("opened"));
  }

  /**
   * Show a game without telling the browser's history.
   *
   * @param {Game} game
   * @param {boolean} [moved]
   */
  async show(game, moved = false) {
    Object.assign(this, { game, line: null, hint: "", preview: "", draft: null, picked: -1, moved });
    this.changed();
    const line = await api.line(current(game).position, game.edition).catch((error) => {
      error.again = () => this.show(game);
      throw error;
    });
    if (this.game !== game) return; // something else is shown by now
    Object.assign(this, { line, moved: false });
    this.changed();
    await this.#count(line[0]);
  }

  /** Count the positions of the deal, unless its table is the one counted last. @param {Probe} probe */
  async #count({ table, deal, edition }) {
    if (table === this.#table) return;
    this.#table = table;
    this.statistics = null;
    const statistics = await api.deal(deal, edition).catch((error) => {
      this.#table = "";
      throw error;
    });
    if (table !== this.#table) return;
    this.statistics = statistics;
    this.changed();
  }

  /** @param {Game} game @param {boolean} [moved] */
  async #go(game, moved) {
    address.push(game);
    await this.show(game, moved);
  }

  /** Make a legal move. @param {string} name of its destination @param {boolean} [seen] moving */
  async play(name, seen = true) {
    const move = this.moveTo(name);
    if (move && this.probe) await this.#go(play(this.game, move, this.probe), seen);
  }

  /** Show another position of the game. @param {number} at */
  async goTo(at) {
    const forward = at === this.game.at + 1;
    if (at !== this.game.at) await this.#go({ ...this.game, at }, forward);
  }

  /** Turn or shift the whole game. @param {string} motion */
  async transform(motion) {
    const { columns } = this.layout;
    await this.#go(transformed(this.game, permutation(motion, columns)));
  }

  /** @param {string} edition */
  async setEdition(edition) {
    await this.open(current(this.game).position, edition);
  }

  /** @param {string} name of a destination, or "" */
  point(name) {
    if (name === this.preview) return;
    this.preview = name;
    this.dispatchEvent(new Event("preview"));
  }

  /** Change what is shown beside the position. @param {Partial<Explorer>} changes */
  set(changes) {
    Object.assign(this, changes);
    this.changed();
  }

  changed() {
    this.dispatchEvent(new Event("change"));
  }
}
