/**
 * A game of Pair Solitaire: a stack, the cards removed, what a search has found.
 *
 * @typedef {{position: string, removable: string[]}} Probe
 * @typedef {{position: string, left: number, perfect: boolean, proven: boolean, moves: string[],
 *   cards_left: string[], complete: boolean, states: number[], searched: number}} Solution
 * @typedef {{at: number, card: string, kept: string, left: number}} Loss where a game left more
 *   cards than it had to: the step, the card removed there, one that would have kept the fewest
 *   cards that could be left
 */

import { ask } from "#engine/client.js";
import { Timeline } from "#shared/timeline.js";
import { left, without } from "./cards.js";

/** The fewest cards that can be left of any stack. */
const PERFECT = 2;

/** How long a search may take: for a first answer, and where the reader asks for a proof. */
const SECONDS = { first: 10, proof: 120 };

/** A search that ends sooner than this is not shown. */
const PATIENCE_MS = 200;

/** @extends {Timeline<Probe>} */
export class Game extends Timeline {
  /** The seed that the stack was shuffled from, or "" if the reader entered it. */
  seed = "";

  /** What searches have found, by position. @type {Map<string, Solution>} */
  #solutions = new Map();

  /** How far a search has got; null while there is none. @type {{searched: number} | null} */
  search = null;

  /** Ends the search. */
  #stop = new AbortController();

  /** The card of a hint, or "". */
  hinted = "";

  /** The card that is pointed at, or "". */
  pointed = "";

  /** Where the game was lost, once that has been asked. @type {Loss | null} */
  loss = null;

  /** The step from which a solution is laid out in what follows, or -1. */
  planned = -1;

  /** @param {(replace: boolean) => void} remember */
  constructor(remember) {
    super({
      look: (position) => ask("pairs/probe", { position }),
      after: (answer, card) => (answer.removable.includes(card) ? without(answer.position, card) : undefined),
      remember,
    });
  }

  /** The cards left, top card first. */
  get cards() {
    return this.now ? left(this.now.position) : [];
  }

  get isOver() {
    return this.answer !== null && !this.answer.removable.length;
  }

  get isPerfect() {
    return this.isOver && this.cards.length <= PERFECT;
  }

  /** What a search has found from the position shown. */
  get solution() {
    return this.now && this.#solutions.get(this.now.position);
  }

  /** What a search has found from the start, if the game shown left no more cards than that. */
  get best() {
    const found = this.isOver && this.#solutions.get(this.steps[0].position);
    return found && this.cards.length <= found.left ? found : null;
  }

  /** Whether a solution is shown, step by step. */
  get isPlanned() {
    return this.planned >= 0 && this.at >= this.planned;
  }

  /** @param {string} card */
  async play(card) {
    if (this.steps[this.at + 1]?.move !== card) Object.assign(this, { planned: -1, loss: null });
    await super.play(card);
  }

  /** @param {number} at @param {boolean} [replace] */
  async goTo(at, replace) {
    this.stop();
    Object.assign(this, { hinted: "", pointed: "" });
    await super.goTo(at, replace);
  }

  /** @param {string} position @param {string[]} [moves] @param {number} [at] @param {object} [changes] */
  async open(position, moves, at, changes) {
    this.stop();
    return super.open(position, moves, at, { hinted: "", pointed: "", loss: null, planned: -1, ...changes });
  }

  /** Show a card that may be removed in a game that leaves as few as can be found. */
  async hint() {
    const { moves } = await this.solve();
    this.set({ hinted: moves[0] ?? "" });
  }

  /** Lay out a game that leaves as few cards as can be found from here. */
  async layOut() {
    const { now, at } = this;
    const { moves } = await this.solve();
    if (this.now !== now) return;
    Object.assign(this, { planned: at, loss: null });
    this.plan(moves, without);
  }

  /** Prove that no game leaves fewer, as far as time allows. */
  async prove() {
    await this.solve(this.now.position, SECONDS.proof);
  }

  /** The fewest cards that a search finds, and how. @param {string} [position] @param {number} [seconds] */
  async solve(position = this.now.position, seconds = SECONDS.first) {
    const known = this.#solutions.get(position);
    if (known && (known.proven || seconds === SECONDS.first)) return known;
    this.stop();
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    const shown = setTimeout(() => this.set({ search: { searched: 0 } }), PATIENCE_MS);
    try {
      const onprogress = (/** @type {Solution} */ { searched }) =>
        this.search && !signal.aborted && this.set({ search: { searched } });
      const found = await ask("pairs/solve", { position, seconds }, { signal, onprogress });
      this.#solutions.set(position, found);
      return /** @type {Solution} */ (found);
    } finally {
      clearTimeout(shown);
      if (this.#stop.signal === signal) this.set({ search: null });
    }
  }

  /** End the search, if there is one. */
  stop() {
    this.#stop.abort();
    this.search = null;
  }

  /**
   * Find the last position of the game shown from which as few cards could remain as at its start.
   * That number never falls as cards are removed, so the interval is halved. There is none if the
   * game is the `best`.
   */
  async findLoss() {
    const { steps, at, cards } = this;
    const { left: fewest } = await this.solve(steps[0].position);
    if (cards.length <= fewest) return;
    let [kept, lost] = [0, at];
    while (lost - kept > 1) {
      const middle = (kept + lost) >> 1;
      if ((await this.solve(steps[middle].position)).left <= fewest) kept = middle;
      else lost = middle;
    }
    const { moves } = await this.solve(steps[kept].position);
    if (this.steps === steps)
      this.set({ loss: { at: kept, card: steps[kept + 1].move, kept: moves[0], left: fewest } });
  }

  /** @param {Partial<Game>} changes */
  set(changes) {
    Object.assign(this, changes);
    this.changed();
  }
}
