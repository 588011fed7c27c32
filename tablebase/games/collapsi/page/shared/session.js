/**
 * A game of Collapsi that is shown (shared/game.js), and what is known of its position. A question
 * about it ends once the moves are known: a search, where there is no table, goes on.
 *
 * @typedef {Omit<import("#shared/game.js").Showing, "game" | "line"> &
 *   {game: Game, line: Probe[] | null, values?: boolean}} Showing `line` is best play from the position
 *   shown, itself first; `values` says whether they are shown, where the state knows
 * @typedef {import("./api.js").Probe} Probe
 * @typedef {import("./api.js").MoveValue} MoveValue
 * @typedef {import("./api.js").Rules} Rules
 * @typedef {import("./api.js").Variant} Variant
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./notation.js").Layout} Layout
 * @typedef {import("./game.js").Step} Step
 */

import { NOTHING } from "#shared/game.js";
import { illegalText, PartError } from "#shared/query.js";
import { valueText } from "#shared/words.js";
import * as api from "./api.js";
import { current, follow, newGame, PUBLISHED, toMove } from "./game.js";
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

/** Before a game is shown: a board, all the same. @returns {Showing} */
export const nothing = () => ({
  ...NOTHING,
  game: newGame("A223/4A2Jr/3A23/Jb3A4 r", { rules: PUBLISHED, edition: "wild" }),
});

/** What finds the values of a position whose moves alone are known so far. */
export const SEARCH = { do: "search", aside: true };

/** The moves of a position, with their values where a table has them. @param {string} position @param {Variant} variant @param {Rules} rules */
async function glance(position, variant, { tabled, stored }) {
  const known = (tabled || stored) && (await api.probe(position, variant).catch(() => null));
  return known || api.moves(position, variant);
}

/** Play moves after the position that a game shows, as far as they are legal. @param {Game} game @param {string[]} moves */
export async function followed(game, moves) {
  const rules = await learn(game.rules);
  return follow(game, moves, (position, variant) => glance(position, variant, rules));
}

/**
 * A game that begins with a position or deal, with moves from there, as far as they are legal.
 *
 * @param {string} position
 * @param {Variant} variant
 * @param {string[]} [moves]
 * @param {number} [at] how many of them are shown
 * @returns {Promise<{game: Game, line: Probe[] | null, wrong: PartError | null}>} what is known of
 *   the position, and which move is not legal
 */
export async function begun(position, variant, moves = [], at = moves.length) {
  const rules = await learn(variant.rules);
  const probe = await glance(position, variant, rules);
  const start = newGame(probe.position, { rules: rules.name, edition: probe.edition });
  const { game, illegal } = await followed(start, moves);
  const wrong = illegal ? new PartError(illegalText(game.steps.length, "this link", illegal), "m") : null;
  // On a board without a table only the moves are known so far.
  const line = moves.length || probe.result === null ? null : [probe];
  return { game: { ...game, at: Math.min(at, game.at) }, line, wrong };
}

/** What is known of a position of a game, soon. @param {Game} game @param {string} position @returns {Promise<Probe>} */
export async function check(game, position) {
  const rules = await learn(game.rules);
  const line = await (rules.tabled ? api.line : storedLine)(position, game, rules);
  if (line) return line[0];
  return rules.searched ? api.search(position, game, SEARCH_SECONDS[0]) : api.moves(position, game);
}

/** A game as it is shown: a state, and what is pointed at. @template {Showing} State @extends {View<State>} */
export class Shown extends View {
  /** Done once the search of the position shown has ended; where there is a table, at once. @type {Promise<void>} */
  searched = Promise.resolve();

  /**
   * @param {State} state
   * @param {(state: State, event: any) => [State, object[]]} reduce
   * @param {import("#shared/machine.js").Effects} effects
   */
  constructor(state, reduce, effects) {
    super(state, reduce, {});
    Object.assign(this.effects, { look: this.#look, search: this.#search }, effects);
  }

  get game() {
    return this.state.game;
  }

  get line() {
    return this.state.line;
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

  /** Show a best move on the board, as if it had been selected; returns its name. */
  showHint() {
    const best = this.probe?.moves[0].move ?? "";
    this.set({ hint: best });
    this.select(best);
    return best;
  }

  /** Change what is shown besides the position. @param {Partial<View<any>>} changes */
  set(changes) {
    Object.assign(this, changes);
    this.changed();
  }

  /** @override @param {State} before */
  follow(before) {
    const { values } = this.state;
    super.follow(before, values === undefined ? {} : { hidden: !values });
  }

  /** Find best play from the position shown, or its moves. */
  #look = async () => {
    const { game } = this;
    this.searched = Promise.resolve();
    const rules = await learn(game.rules);
    const { position } = current(game);
    if (rules.tabled) return { type: "found", line: await api.line(position, game) };
    // You can move before a search has found what the moves are worth, or where nobody can say.
    return { type: "found", line: [await api.moves(position, game)], searches: true };
  };

  /** Find what the moves of a position without a table are worth, while it is shown. @param {object} _ @param {import("#shared/machine.js").Late} late */
  #search = (_, { tell, signal }) => {
    const { game } = this;
    const search = async () => {
      const rules = await learn(game.rules);
      const { position } = current(game);
      const line = await storedLine(position, game, rules);
      if (line || !rules.searched) return line || this.line;
      const onprogress = (/** @type {Probe} */ so) => tell({ type: "found", line: [so], partial: true });
      return [await api.search(position, game, SEARCH_SECONDS[1], { signal, onprogress })];
    };
    const ended = search().then((line) => tell({ type: "found", line }));
    this.searched = ended.catch(() => {});
    return ended;
  };
}
