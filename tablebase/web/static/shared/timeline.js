/**
 * A game that is played and looked at: its moves, the engine's answer for each position, and which
 * one is shown. Views listen to `change`.
 *
 * @template Answer
 * @typedef {{move: string, position: string, answer: Answer | null}} Step
 *   `answer` is null until the engine has spoken; the first step has no move
 */

import { retried } from "./banner.js";
import { illegalText, PartError } from "./query.js";

/** @template Answer */
export class Timeline extends EventTarget {
  /** @type {Step<Answer>[]} */
  steps = [];

  /** Which step is shown. */
  at = 0;

  /** What is wrong with the moves that the game was opened with; null if nothing is. @type {PartError | null} */
  illegal = null;

  /** The latest question for a whole game; an answer to an earlier one comes too late. */
  #asked = {};

  /**
   * @param {object} game
   * @param {(position: string, changes?: any) => Promise<Answer & {position: string}>} game.look
   *   asks the engine
   * @param {(answer: Answer, move: string, changes?: any) => string | undefined} game.after the
   *   position that a move leads to, if it is legal
   * @param {(replace: boolean) => void} game.remember notes in the browser's history what is shown
   */
  constructor({ look, after, remember }) {
    super();
    this.look = look;
    this.after = after;
    this.remember = remember;
  }

  /** The step that is shown; undefined until a game has been opened. */
  get now() {
    return this.steps[this.at];
  }

  /** The engine's answer for the position shown; null until it comes. */
  get answer() {
    return this.now?.answer ?? null;
  }

  /** All moves of the game, those that were taken back too. */
  get moves() {
    return this.steps.slice(1).map(({ move }) => move);
  }

  /** Whether the last move of the game is shown. */
  get isAtEnd() {
    return this.at === this.steps.length - 1;
  }

  /**
   * Show a game; refused, everything stays as it is. Of moves that are not all legal the first
   * ones are played, and `illegal` says which one is not.
   *
   * @param {string} position where it begins
   * @param {string[]} [moves]
   * @param {number} [at] how many of them are shown
   * @param {object} [changes] what else is set once the game is shown; `look` and `after` are given
   *   it, since until then the game before goes on as it was
   * @returns {Promise<boolean>} false if another game has been asked for meanwhile
   */
  async open(position, moves = [], at = moves.length, changes = undefined) {
    const asked = (this.#asked = {});
    const first = await this.look(position, changes);
    const steps = await this.#played([{ move: "", position: first.position, answer: first }], moves, changes);
    if (this.#asked !== asked) return false;
    const played = steps.length - 1;
    const illegal =
      played < moves.length ? new PartError(illegalText(steps.length, "this link", moves[played]), "m") : null;
    Object.assign(this, changes, { steps, at: Math.min(at, played), illegal });
    this.changed();
    return true;
  }

  /** Make a move, if it is legal. @param {string} move @param {boolean} [replace] */
  async play(move, replace = false) {
    const position = this.answer && this.after(this.answer, move);
    if (!position) return;
    if (this.steps[this.at + 1]?.move !== move) {
      this.steps = [...this.steps.slice(0, this.at + 1), { move, position, answer: null }];
    }
    await this.goTo(this.at + 1, replace);
  }

  /**
   * Let moves follow the position shown, without going there.
   *
   * @param {string[]} moves that are known to be legal
   * @param {(position: string, move: string) => string} after
   */
  plan(moves, after) {
    const steps = this.steps.slice(0, this.at + 1);
    for (const move of moves)
      steps.push({ move, position: after(steps[steps.length - 1].position, move), answer: null });
    this.steps = steps;
    this.remember(true);
    this.changed();
  }

  /** Show another position of the game. @param {number} at @param {boolean} [replace] */
  async goTo(at, replace = false) {
    this.#asked = {};
    this.illegal = null;
    this.at = at;
    this.remember(replace);
    this.changed();
    if (!this.answer) await this.#ask(this.now);
  }

  changed() {
    this.dispatchEvent(new Event("change"));
  }

  /** @param {Step<Answer>} step */
  async #ask(step) {
    step.answer = await retried(this.look(step.position), () => this.#ask(step));
    if (this.now === step) this.changed();
  }

  /** Steps with further moves played, as far as they are legal. @param {Step<Answer>[]} steps @param {string[]} moves @param {object} [changes] */
  async #played(steps, moves, changes) {
    const played = [...steps];
    for (const move of moves) {
      const last = played[played.length - 1];
      const position = last.answer && this.after(last.answer, move, changes);
      if (!position) break;
      played.push({ move, position, answer: await this.look(position, changes) });
    }
    return played;
  }
}
