/**
 * What the page shows, and what can be done with it. Views listen to its events: `change`,
 * `preview` when another move is pointed at, `opened` when another game has begun. What asks the
 * server throws what `api.js` throws.
 *
 * @typedef {import("./api.js").Probe} Probe
 * @typedef {import("./api.js").MoveValue} MoveValue
 * @typedef {import("./api.js").DealStatistics} DealStatistics
 * @typedef {import("./api.js").Rules} Rules
 * @typedef {import("./api.js").Variant} Variant
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./notation.js").Layout} Layout
 */

import * as address from "./address.js";
import * as api from "./api.js";
import { current, isForMany, newGame, play, PUBLISHED, toMove, transformed } from "./game.js";
import { read } from "./notation.js";

/** How long a position without a table is searched: for a first look, and then for good. */
const SEARCH_SECONDS = [1, 8];

export class Explorer extends EventTarget {
  /** @type {Game} */
  game = newGame("A223/4A2Jr/3A23/Jb3A4 r", { rules: PUBLISHED, edition: "wild" });

  /** The rules that the server offers, those of the game among them. @type {Rules[]} */
  offered = [];

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

  /** The rules of the game; undefined while the server has not told them. */
  get rules() {
    return this.offered.find(({ name }) => name === this.game.rules);
  }

  /** How far a pawn may go from its joker, in words. */
  get jokerSteps() {
    const { editions = [] } = this.rules ?? {};
    const steps = editions.find(({ name }) => name === this.game.edition)?.joker_steps ?? [1];
    const [first, last] = [steps[0], steps[steps.length - 1]];
    return steps.length > 1 && last - first === steps.length - 1 ? `${first}–${last}` : steps.join(", ");
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
   * Learn the rules of a name, unless they are known.
   *
   * @param {string} name
   */
  async learn(name) {
    if (!this.offered.length) this.offered = await api.rules();
    let rules = this.offered.find((known) => known.name === name);
    if (!rules) {
      [rules] = await api.rules(name);
      this.offered = [...this.offered, rules];
    }
    return rules;
  }

  /**
   * Begin with a position or deal; refused, everything stays as it is.
   *
   * @param {string} position
   * @param {Variant} variant
   * @param {(game: Game) => void} [remember] tells the browser's history
   */
  async open(position, variant, remember = address.push) {
    const rules = await this.learn(variant.rules);
    const [probe] = await this.#look(position, variant, rules);
    const game = newGame(probe.position, { rules: rules.name, edition: probe.edition });
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
    const again = (/** @type {any} */ error) => {
      error.again = () => this.show(game);
      throw error;
    };
    const rules = await this.learn(game.rules).catch(again);
    let line = await this.#look(current(game).position, game, rules).catch(again);
    if (this.game !== game) return; // something else is shown by now
    Object.assign(this, { line, moved: false });
    this.changed();
    if (rules.tabled && !isForMany(rules)) return this.#count(line[0]);
    this.#forget();
    if (!rules.searched || line[0].moves.every((move) => move.is_best !== null)) return;
    line = [await api.search(current(game).position, game, SEARCH_SECONDS[1]).catch(again)];
    if (this.game !== game) return;
    Object.assign(this, { line });
    this.changed();
  }

  /** Best play from a position, or as much as is found out soon. @param {string} position @param {Variant} variant @param {Rules} rules */
  async #look(position, variant, { tabled, stored, searched }) {
    if (tabled || !searched) return api.line(position, variant);
    // Too large to be built on the spot, but perhaps in the server's file.
    const found = stored && (await api.line(position, variant).catch(() => null));
    return found || [await api.search(position, variant, SEARCH_SECONDS[0])];
  }

  /** What is known of a position, soon. @param {string} position of this game @returns {Promise<Probe>} */
  async check(position) {
    const [probe] = await this.#look(position, this.game, await this.learn(this.game.rules));
    return probe;
  }

  /** There is nothing to count. */
  #forget() {
    this.#table = "";
    this.statistics = null;
    this.changed();
  }

  /** Count the positions of the deal, unless its table is the one counted last. @param {Probe} probe */
  async #count({ table = "", rules, deal, edition }) {
    if (`${rules} ${table}` === this.#table) return;
    this.#table = table = `${rules} ${table}`;
    this.statistics = null;
    const statistics = await api.deal(deal, { rules, edition }).catch((error) => {
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
    const found = this.rules?.motions.find((known) => known.motion === motion);
    if (found) await this.#go(transformed(this.game, found.cells));
  }

  /** @param {string} edition */
  async setEdition(edition) {
    await this.open(current(this.game).position, { rules: this.game.rules, edition });
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
