/**
 * A game of The Game: the cards laid and drawn, and what the adviser says.
 *
 * A step is a position in the library's notation, and how many cards have been laid this turn:
 * `4 9 15 : 2 12 / - / 99 98 / - + 1`. Its move is a play, as 12u1 or 88d2, or ends the turn: `draw`
 * in a game from a seed, and `draw-5-17` in one's own, where the reader says what was drawn.
 *
 * @typedef {{move: string, card: number, pile: number, is_trick: boolean, advance: number}} Play
 * @typedef {{plays: Play[], position: string, value: number | null}} Option
 * @typedef {{position: string, laid: number, hand: number[], piles: number[][], tops: number[],
 *   deck: number[], remaining: number, plays: (Play & {position: string})[],
 *   options: Option[] | null}} Probe `options` are null until the adviser has been asked
 */

import { ask } from "#engine/client.js";
import { Timeline } from "#shared/timeline.js";
import { notation } from "./notation.js";

/** Cards of a full hand, and how many are to be laid each turn. */
export const FULL = 8;
const MINIMUM = 2;

/** @extends {Timeline<Probe>} */
export class Game extends Timeline {
  /** The seed of the cards, or "" in a game of the reader's own. */
  seed = "";

  /** The cards of the seed in the order of drawing. @type {number[]} */
  cards = [];

  /** The card of the hand that is chosen, or 0. */
  chosen = 0;

  /** Whether the adviser's answer for the position is shown. */
  hinted = false;

  /** How many cards the adviser has left with the same cards, once that has been asked. @type {number | null} */
  rival = null;

  /** @param {(replace: boolean) => void} remember */
  constructor(remember) {
    super({ look, after: (answer, move, dealt) => this.#after(answer, move, dealt), remember });
  }

  /** Whether the reader enters the cards that are drawn. */
  get isOwn() {
    return !this.seed;
  }

  /** How many cards are yet to be laid this turn. */
  get missing() {
    return Math.max(0, MINIMUM - (this.answer?.laid ?? 0));
  }

  get canDraw() {
    return this.answer !== null && mayDraw(this.answer);
  }

  /** How many cards are drawn when the turn ends. */
  get drawing() {
    return this.answer ? toDraw(this.answer) : 0;
  }

  get isOver() {
    return this.answer !== null && !this.answer.plays.length && !this.canDraw;
  }

  get isWon() {
    return this.answer?.remaining === 0;
  }

  /** The number of the turn, from 1. */
  get turn() {
    return 1 + this.moves.slice(0, this.at).filter(isDraw).length;
  }

  /** What the adviser says, if that is shown. @returns {Option[] | null} */
  get options() {
    return this.hinted || this.isOwn ? (this.answer?.options ?? null) : null;
  }

  /** Where the chosen card may go. @returns {Play[]} */
  get targets() {
    return this.answer?.plays.filter(({ card }) => card === this.chosen) ?? [];
  }

  /** Whether the last move may be taken back; in a game from a seed cards that have been seen stay. */
  get canUndo() {
    return this.at > 0 && (this.isOwn || this.isOver || !isDraw(this.now.move));
  }

  /**
   * Begin a game; refused, everything stays as it is.
   *
   * @param {{seed: string, cards: number[], position: string}} start
   * @param {string[]} [moves]
   * @param {number} [at]
   * @returns {Promise<boolean>} false if another has been asked for meanwhile
   */
  async begin({ seed, cards, position }, moves, at) {
    const shown = await this.open(position, moves, at, { seed, cards, chosen: 0, hinted: false, rival: null });
    if (shown && this.isOwn) await this.advise();
    return shown;
  }

  /** @param {number} at @param {boolean} [replace] */
  async goTo(at, replace) {
    Object.assign(this, { chosen: 0, hinted: false });
    await super.goTo(at, replace);
    if (this.isOwn) await this.advise();
  }

  /** End the turn. */
  draw() {
    return this.play("draw");
  }

  /** Show what the adviser says. */
  async hint() {
    await this.advise();
    this.set({ hinted: true, chosen: 0 });
  }

  /** Ask the adviser of the position shown. */
  async advise() {
    const { answer } = this;
    if (!answer || answer.options || this.isOver) return;
    const { options } = await ask("thegame/advice", { position: notation(answer), laid: answer.laid });
    answer.options = options;
    this.changed();
  }

  /** Lay what the adviser would. */
  async follow() {
    for (const { move } of this.options?.[0]?.plays ?? []) await this.play(move);
  }

  /** Let the adviser play the same cards. */
  async compare() {
    const { seed } = this;
    const { remaining } = await ask("thegame/game", { seed });
    if (this.seed === seed) this.set({ rival: remaining });
  }

  /** @param {Partial<Game>} changes */
  set(changes) {
    Object.assign(this, changes);
    this.changed();
  }

  /** @param {Probe} answer @param {string} move @param {{seed: string, cards: number[]}} [dealt] of the game that is being opened */
  #after(answer, move, dealt = this) {
    const play = answer.plays.find((play) => play.move === move);
    if (play) return `${play.position} + ${answer.laid + 1}`;
    const drawn = isDraw(move) && mayDraw(answer) ? this.#drawn(answer, move, dealt) : [];
    const isLegal =
      drawn.length &&
      drawn.length === toDraw(answer) &&
      new Set(drawn).size === drawn.length &&
      drawn.every((card) => answer.deck.includes(card));
    return isLegal ? notation({ ...answer, hand: [...answer.hand, ...drawn] }) : undefined;
  }

  /** The cards of a draw. @param {Probe} answer @param {string} move @param {{seed: string, cards: number[]}} dealt */
  #drawn(answer, move, { seed, cards }) {
    if (!seed) return move.split("-").slice(1).map(Number);
    const gone = cards.length - answer.deck.length;
    return cards.slice(gone, gone + toDraw(answer));
  }
}

/** The engine's answer for a step. @param {string} text @returns {Promise<Probe>} */
async function look(text) {
  const [position, laid = "0"] = text.split("+");
  const answer = await ask("thegame/probe", { position });
  return {
    ...answer,
    position: Number(laid) ? `${answer.position} + ${Number(laid)}` : answer.position,
    laid: Number(laid),
    options: null,
  };
}

/** @param {string} move */
export const isDraw = (move) => move.startsWith("draw");

/** @param {Probe} answer */
const mayDraw = ({ laid, deck }) => laid >= MINIMUM && deck.length > 0;

/** @param {Probe} answer */
const toDraw = ({ hand, deck }) => Math.min(FULL - hand.length, deck.length);
