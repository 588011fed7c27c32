/**
 * A game that the reader walks through, forth and back: its state is only what is shown.
 *
 * @typedef {import("./api.js").MoveValue} MoveValue
 * @typedef {import("./api.js").Probe} Probe
 * @typedef {import("./api.js").Variant} Variant
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./session.js").Showing} Showing
 * @typedef {(game: Game, replace: boolean) => void} Remember notes in the browser's history what
 *   is shown now: a new entry, or another in place of the one shown
 */

import { found, LOOK, showing } from "#shared/game.js";
import { play } from "./game.js";
import { begun, nothing, SEARCH, Shown } from "./session.js";

/** @param {Showing} state @param {any} event @returns {[Showing, object[]]} */
function reduce(state, event) {
  if (event.type === "show") return [showing(state, event.game, event), [LOOK]];
  if (event.type === "found") return [found(state, event.line), event.searches ? [SEARCH] : []];
  if (event.type === "amend") return [{ ...state, game: event.game }, []];
  return [{ ...state, asked: state.asked + 1 }, []];
}

/** @extends {Shown<Showing>} */
export class Session extends Shown {
  /** What was asked for last. */
  #asked = {};

  /** @param {Remember} [remember] */
  constructor(remember = () => {}) {
    super(nothing(), reduce, {});
    this.remember = remember;
  }

  /** Ask for something else: what was asked for before is not shown any more. @returns {() => boolean} whether nothing has been shown, or asked for, since */
  ask() {
    const asked = (this.#asked = {});
    return () => this.#asked === asked;
  }

  /** End the search of the position shown. */
  stop() {
    this.send("ask");
  }

  /**
   * Begin with a position or deal, and play moves from there; refused, everything stays as it is.
   * If a move is not legal, it plays those before it and throws.
   *
   * @param {string} position
   * @param {Variant} variant
   * @param {{moves?: string[], at?: number, replace?: boolean}} [options] the moves to play, how
   *   many of them are shown, and whether the entry of the browser's history is replaced
   * @returns {Promise<boolean>} false if something else was asked for meanwhile
   */
  async open(position, variant, { moves = [], at = moves.length, replace = false } = {}) {
    const isAsked = this.ask();
    const { game, line, wrong } = await begun(position, variant, moves, at);
    if (!isAsked()) return false;
    this.remember(game, replace);
    await this.show(game, false, line);
    if (wrong) throw wrong;
    return true;
  }

  /** Show a game without an entry in the browser's history. @param {Game} game @param {boolean} [moved] @param {Probe[] | null} [line] what is known of best play */
  show(game, moved = false, line = null) {
    this.ask();
    return this.send("show", { game, moved, line });
  }

  /** @param {Game} game @param {boolean} [moved] @param {boolean} [replace] the entry of the browser's history */
  async #go(game, moved, replace = false) {
    this.remember(game, replace);
    await this.show(game, moved);
  }

  /**
   * Make a legal move.
   *
   * @param {string} name
   * @param {boolean} [seen] moving
   * @param {boolean} [replace] the entry of the browser's history
   */
  async play(name, seen = true, replace = false) {
    const [move, game] = [this.moveTo(name), this.game];
    const next = move && this.probe && (await this.after(move, this.probe));
    if (next && this.game === game) await this.#go(next, seen, replace);
  }

  /** The game with a move played: Analyse keeps what was played before. @param {MoveValue} move @param {Probe} probe @returns {Game | Promise<Game>} */
  after(move, probe) {
    return play(this.game, move, probe);
  }

  /** Show another game, or another step of it. @param {Game} game @param {boolean} [replace] the entry of the browser's history */
  async turnTo(game, replace) {
    await this.#go(game, false, replace);
  }

  /** Change what is known of the game besides the position shown. @param {Game} game @param {boolean} [noted] whether the browser's history has it, too */
  amend(game, noted = true) {
    if (noted) this.remember(game, true);
    this.send("amend", { game });
  }

  /** Show another position of the game. @param {number} at */
  async goTo(at) {
    const forward = at === this.game.at + 1;
    if (at !== this.game.at && this.game.steps[at]) await this.#go({ ...this.game, at }, forward);
  }
}
