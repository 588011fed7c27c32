/**
 * A game of Solo: a board, the moves made, and the help that was asked for.
 *
 * @typedef {import("#home/shared/api.js").Value} Value
 * @typedef {Value & {move: string, score: number, keeps_win: boolean, is_best: boolean,
 *   position: string, path: string[]}} Move
 * @typedef {Value & {position: string, cards: number, score: number, grade: number | null,
 *   moves: Move[]}} Probe `cards` are left now, not counting the exit, and `score` at the end; the
 *   best moves come first; `grade` is of a start that can be cleared
 * @typedef {{exit: "door" | "exact", joker: string}} Readings of the rules: how a move ends on the
 *   exit, and the numbers of steps to choose from on the first move
 * @typedef {{at: number, move: string, kept: string, score: number}} Loss where a game left more
 *   cards than it had to: the step, the move made there, the best one, and what that would leave
 */

import { ask } from "#engine/client.js";
import { Timeline } from "#shared/timeline.js";

/** Nearest to the designer's words, as `solo.Rules()` in the library. @type {Readings} */
export const USUAL = { exit: "door", joker: "1234" };

/** @extends {Timeline<Probe>} */
export class Game extends Timeline {
  /** @type {Readings} */
  readings = USUAL;

  /** The day whose board it is, or 0. */
  day = 0;

  /** The destination of a hint, or "". */
  hinted = "";

  /** Whether the page says what can still be reached from the position shown. */
  checked = false;

  /** Whether the value of every move is shown. */
  values = false;

  /** Where the game was lost, once that has been asked. @type {Loss | null} */
  loss = null;

  /** @param {(replace: boolean) => void} remember */
  constructor(remember) {
    super({
      look: (position, { readings } = this) => ask("solo/probe", { position, ...readings }),
      after: (answer, name) => answer.moves.find(({ move }) => move === name)?.position,
      remember,
    });
  }

  /** The engine's answer for the start. */
  get start() {
    return /** @type {Probe} */ (this.steps[0].answer);
  }

  get isOver() {
    return this.answer !== null && !this.answer.moves.length;
  }

  /** Whether the pawn has left by the exit. */
  get isOut() {
    return this.isOver && this.answer?.result === "win";
  }

  get isCleared() {
    return this.isOut && this.answer?.cards === 0;
  }

  /**
   * Begin a board; refused, everything stays as it is.
   *
   * @param {string} position
   * @param {{readings: Readings, day: number}} board
   * @param {string[]} [moves]
   * @param {number} [at]
   * @returns {Promise<boolean>} false if another has been asked for meanwhile
   */
  begin(position, { readings, day }, moves, at) {
    const changes = { readings, day, hinted: "", checked: false, values: false, loss: null };
    return this.open(position, moves, at, changes);
  }

  /** @param {number} at @param {boolean} [replace] */
  async goTo(at, replace) {
    Object.assign(this, { hinted: "", checked: false, loss: null });
    await super.goTo(at, replace);
  }

  /** Find the first move after which more cards had to be left than before. */
  findLoss() {
    const answers = this.steps.slice(0, this.at).map(({ answer }) => /** @type {Probe} */ (answer));
    const at = answers.findIndex(
      ({ moves }, at) => !moves.find(({ move }) => move === this.steps[at + 1].move)?.is_best,
    );
    this.set({
      loss: { at, move: this.steps[at + 1].move, kept: answers[at].moves[0].move, score: answers[at].score },
    });
  }

  /** @param {Partial<Game>} changes */
  set(changes) {
    Object.assign(this, changes);
    this.changed();
  }
}
