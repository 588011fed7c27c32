/** A game of Solo as the board shows it. */

import { current } from "#shared/game.js";
import { read } from "#home/shared/notation.js";
import { View } from "#home/shared/view.js";
import { rangeText } from "#home/shared/words.js";
import { effects, reduce, seen, START } from "./game.js";
import { worth } from "./words.js";

/** @typedef {import("./game.js").State} State */
/** @typedef {import("#home/shared/api.js").MoveValue} MoveValue */

/** What is shown before there is a board: cards face down. */
const NONE = { position: `${Array(4).fill("x?x?x?x?").join("/")} r`, move: "", path: [] };

/** @extends {View<State>} */
export class SoloView extends View {
  /** @type {import("#home/shared/view.js").Shown} */
  #step = NONE;

  /** @param {import("#shared/machine.js").Effects} others what else is to be done */
  constructor(others) {
    super(START, reduce, { ...effects(() => this.state), ...others });
    this.hidden = true;
  }

  get game() {
    return seen(this.state);
  }

  /** @override @param {State} before */
  follow(before) {
    const { game, values, hinted } = this.state;
    const { move, position } = current(game) ?? NONE;
    if (position !== this.#step.position || move !== this.#step.move) {
      const moves = game.steps[game.at - 1]?.answer?.moves ?? [];
      const path = moves.find((/** @type {MoveValue} */ known) => known.move === move)?.path ?? [];
      this.#step = { position, move, path };
    }
    super.follow(before, { hidden: !values, hint: hinted });
  }

  get step() {
    return this.#step;
  }

  /** @override @param {string} name of a move, or "" */
  select(name) {
    super.select(name);
    this.changed(); // the sheet says what the move does
  }

  get layout() {
    const layout = read(this.step.position);
    const cells = layout.cells.map((cell) => cell && { ...cell, exit: false });
    const exit =
      cells.find((cell) => cell?.card === "J" && cell.faceUp && !cell.pawns) ??
      cells.find((cell) => cell?.pawns && cell.card === "J");
    if (exit) exit.exit = true;
    return { ...layout, cells, turn: "r" };
  }

  /** A move is good if it keeps what can be reached. A pawn that has left has nothing to do. */
  get probe() {
    const { answer, isOut } = this.game;
    if (!answer || isOut) return null;
    return { moves: answer.moves.map((move) => ({ ...move, keeps_win: move.is_best && move.result === "win" })) };
  }

  /** @returns {import("#home/shared/api.js").Side} */
  get side() {
    return "red";
  }

  /** @param {string} card */
  stepsFrom(card) {
    return card === "J" ? rangeText([...this.state.readings.joker].map(Number)) : card === "A" ? "1" : card;
  }

  /** @returns {{wrap: boolean, shift: ""}} */
  get rules() {
    return { wrap: true, shift: "" };
  }

  /** @param {MoveValue} move */
  worth(move) {
    return worth(/** @type {import("./game.js").Move} */ (move));
  }
}
