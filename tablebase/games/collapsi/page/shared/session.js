/**
 * A game that is shown, what is known of its position, and what can be done with it. Views listen
 * to its events: `change`; `settled` right after, once for changes that come together, for what
 * would only hold up the board; `preview` when another move is pointed at. Methods that ask the
 * engine throw its errors. They end once the moves are known: a search, where there is no table,
 * goes on.
 *
 * @typedef {import("./api.js").Probe} Probe
 * @typedef {import("./api.js").MoveValue} MoveValue
 * @typedef {import("./api.js").Rules} Rules
 * @typedef {import("./api.js").Variant} Variant
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./notation.js").Layout} Layout
 * @typedef {import("./game.js").Step} Step
 * @typedef {(game: Game, replace: boolean) => void} Remember notes in the browser's history what
 *   is shown now: a new entry, or another in place of the one shown
 */

import { report, retried } from "../../../../shared/banner.js";
import { illegalText, PartError } from "../../../../shared/query.js";
import { valueText } from "../../../../shared/words.js";
import * as api from "./api.js";
import { current, follow, newGame, play, PUBLISHED, toMove } from "./game.js";
import { read } from "./notation.js";
import { View } from "./view.js";
import { rangeText } from "./words.js";

export { PartError };

/** How long a position without a table is searched: for a look, and when it is shown. */
const SEARCH_SECONDS = [1, 9];

/** Best play from the server's file, where a deal is too large to be built on the spot. @param {string} position @param {Variant} variant @param {Rules} rules */
const storedLine = (position, variant, { stored }) => stored && api.line(position, variant).catch(() => null);

/** The rules that are offered; the same for all sessions. @type {Rules[]} */
let offered = [];

/** The rules that are offered. */
export async function offers() {
  if (!offered.length) {
    const found = await api.rules();
    if (!offered.length) offered = found; // `learn` may have added to them meanwhile
  }
  return offered;
}

/**
 * The rules of a name.
 *
 * @param {string} name
 * @returns {Promise<Rules>}
 */
export async function learn(name) {
  await offers();
  const known = offered.find((rules) => rules.name === name);
  if (known) return known;
  const [rules] = await api.rules(name);
  offered = [...offered, rules];
  return rules;
}

/**
 * Ask ahead what opening a position will ask; answers are kept.
 *
 * @param {string} position
 * @param {Variant} variant
 */
export async function expect(position, variant) {
  // Boards of other rules may be too large to be solved here.
  await Promise.all([offers(), variant.rules === PUBLISHED && api.probe(position, variant)]);
}

export class Session extends View {
  /** @type {Game} */
  game = newGame("A223/4A2Jr/3A23/Jb3A4 r", { rules: PUBLISHED, edition: "wild" });

  /** Best play from the position shown, itself first; null until it is known. @type {Probe[] | null} */
  line = null;

  /** What was asked for last. */
  #asked = {};

  /** Ends the search of the position shown. */
  #searching = new AbortController();

  /** Done once the search of the position shown has ended; where there is a table, at once. @type {Promise<void>} */
  searched = Promise.resolve();

  /** The timer after which views settle, or 0. */
  #settling = 0;

  /** Show a game after all, when the reader tries again what has failed. @param {Game} game */
  again = (game) => this.show(game);

  /** @param {Remember} [remember] */
  constructor(remember = () => {}) {
    super();
    this.remember = remember;
  }

  /** The value of the position shown; null until it is known. */
  get probe() {
    return this.line?.[0] ?? null;
  }

  /** The rules that are offered, those of the game among them. */
  get offered() {
    return offered;
  }

  /** The rules of the game; undefined until they are known. */
  get rules() {
    return offered.find(({ name }) => name === this.game.rules);
  }

  /** How far a pawn may go from a card, in words. @param {string} card */
  stepsFrom(card) {
    if (card !== "J") return card === "A" ? "1" : card;
    const { editions = [] } = this.rules ?? {};
    return rangeText(editions.find(({ name }) => name === this.game.edition)?.joker_steps ?? [1]);
  }

  /** @param {MoveValue} move */
  worth(move) {
    return valueText(move);
  }

  /** What the board shows: a step of the game, or of a variation. @returns {Step} */
  get step() {
    return this.variation ? this.variation.steps[this.variation.at] : current(this.game);
  }

  get layout() {
    return this.draft ?? read(this.step.position);
  }

  get side() {
    return toMove(this.game);
  }

  /** Ask for something else: what was asked for before is not shown any more. @returns {() => boolean} whether nothing has been shown, or asked for, since */
  ask() {
    const asked = (this.#asked = {});
    return () => this.#asked === asked;
  }

  /**
   * Begin with a position or deal, and play moves from there; refused, everything stays as it is.
   * Of moves that are not all legal the first ones are played, before it throws.
   *
   * @param {string} position
   * @param {Variant} variant
   * @param {{moves?: string[], at?: number, replace?: boolean}} [options] the moves to play, how
   *   many of them are shown, and whether the entry of the browser's history is replaced
   * @returns {Promise<boolean>} false if something else was asked for meanwhile
   */
  async open(position, variant, { moves = [], at = moves.length, replace = false } = {}) {
    const isAsked = this.ask();
    const rules = await learn(variant.rules);
    const probe = await this.#glance(position, variant, rules);
    const start = newGame(probe.position, { rules: rules.name, edition: probe.edition });
    const { game: played, illegal } = await this.follow(start, moves);
    if (!isAsked()) return false;
    const game = { ...played, at: Math.min(at, played.at) };
    this.remember(game, replace);
    // On a board without a table only the moves are known so far.
    await this.show(game, false, moves.length || probe.result === null ? null : [probe]);
    if (illegal) throw new PartError(illegalText(game.steps.length, "this link", illegal), "m");
    return true;
  }

  /** Play moves after the position that a game shows, as far as they are legal. @param {Game} game @param {string[]} moves */
  async follow(game, moves) {
    const rules = await learn(game.rules);
    return follow(game, moves, (position, variant) => this.#glance(position, variant, rules));
  }

  /**
   * Show a game without an entry in the browser's history.
   *
   * @param {Game} game
   * @param {boolean} [moved]
   * @param {Probe[] | null} [line] what is known of best play
   */
  async show(game, moved = false, line = null) {
    Object.assign(this, { game, line, hint: "", preview: "", selected: "", aimed: "", moved });
    Object.assign(this, { draft: null, picked: -1, variation: null });
    this.ask();
    this.stop();
    const { signal } = this.#searching;
    this.changed();
    await retried(this.#find(game, signal), () => this.again(game)).catch((error) => {
      if (!signal.aborted) throw error;
    });
  }

  /** End the search of the position shown. */
  stop() {
    this.#searching.abort();
    this.#searching = new AbortController();
    this.searched = Promise.resolve();
  }

  /** Find best play from the position of a game, or its moves, and search on. @param {Game} game @param {AbortSignal} signal */
  async #find(game, signal) {
    const rules = await learn(game.rules);
    const { position } = current(game);
    if (rules.tabled) return this.#found(game, await api.line(position, game));
    // You can move before a search has found what the moves are worth, or where nobody can say.
    const moves = await api.moves(position, game);
    this.#found(game, [moves]);
    if (signal.aborted) return;
    this.searched = this.#search(game, rules, signal).catch((error) => {
      if (!signal.aborted) report(error, () => this.again(game));
    });
  }

  /** Find what the moves of a position without a table are worth, while it is shown. @param {Game} game @param {Rules} rules @param {AbortSignal} signal */
  async #search(game, rules, signal) {
    const { position } = current(game);
    const line = await storedLine(position, game, rules);
    if (line) return this.#found(game, line);
    if (!rules.searched) return;
    const show = (/** @type {Probe} */ found) => this.#found(game, [found]);
    show(await api.search(position, game, SEARCH_SECONDS[1], { signal, onprogress: show }));
  }

  /** Whether the position of a game is still shown: what else is known of the game may have changed. @param {Game} game */
  #isShown = (game) => current(this.game) === current(game);

  /** Show what has been found of a game's position, unless something else is shown by now. @param {Game} game @param {Probe[]} line */
  #found(game, line) {
    if (!this.#isShown(game)) return;
    Object.assign(this, { line, moved: false });
    this.changed();
  }

  /** The moves of a position, with their values where a table has them. @param {string} position @param {Variant} variant @param {Rules} rules */
  async #glance(position, variant, { tabled, stored }) {
    const known = (tabled || stored) && (await api.probe(position, variant).catch(() => null));
    return known || api.moves(position, variant);
  }

  /** What is known of a position of these rules, soon. @param {string} position @returns {Promise<Probe>} */
  async check(position) {
    const rules = await learn(this.game.rules);
    const line = await (rules.tabled ? api.line : storedLine)(position, this.game, rules);
    if (line) return line[0];
    return rules.searched ? api.search(position, this.game, SEARCH_SECONDS[0]) : api.moves(position, this.game);
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

  /** Change what is known of the game besides the position shown. @param {Game} game */
  amend(game) {
    this.remember(game, true);
    this.set({ game });
  }

  /** Show another position of the game. @param {number} at */
  async goTo(at) {
    const forward = at === this.game.at + 1;
    if (at !== this.game.at) await this.#go({ ...this.game, at }, forward);
  }

  /** Show a best move on the board, as if it had been selected; returns its name. */
  showHint() {
    const best = this.probe?.moves[0].move ?? "";
    this.set({ hint: best });
    this.select(best);
    return best;
  }

  /** Change what is shown besides the position. @param {Partial<Session>} changes */
  set(changes) {
    Object.assign(this, changes);
    this.changed();
  }

  changed() {
    this.dispatchEvent(new Event("change"));
    this.#settling ||= setTimeout(() => {
      this.#settling = 0;
      this.dispatchEvent(new Event("settled"));
    });
  }
}
