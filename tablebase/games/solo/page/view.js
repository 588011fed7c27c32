/** A game of Solo as the board shows it. */

import { read } from "#home/shared/notation.js";
import { View } from "#home/shared/view.js";
import { rangeText } from "#home/shared/words.js";
import { worth } from "./words.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("#home/shared/api.js").MoveValue} MoveValue */

/** What is shown before there is a board: cards face down. */
const NONE = { position: `${Array(4).fill("x?x?x?x?").join("/")} r`, move: "", path: [] };

export class SoloView extends View {
  /** Whether the pawn is seen walking in the next move. */
  walks = true;

  /** What was shown before. @type {unknown} */
  #before;

  /** @param {Game} game */
  constructor(game) {
    super();
    this.game = game;
    game.addEventListener("change", () => this.#follow());
  }

  #follow() {
    const { game } = this;
    const isNew = game.now !== this.#before;
    this.moved = isNew && this.walks && game.at > 0 && game.steps[game.at - 1] === this.#before;
    this.#before = game.now;
    this.walks = true;
    if (isNew) this.preview = this.selected = "";
    this.hidden = !game.values;
    this.hint = game.hinted;
    this.dispatchEvent(new Event("change"));
  }

  /** @param {string} name of a move, or "" */
  select(name) {
    super.select(name);
    this.dispatchEvent(new Event("change")); // the sheet says what the move does
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

  get step() {
    const { steps, at, now } = this.game;
    if (!now) return NONE;
    const path = steps[at - 1]?.answer?.moves.find(({ move }) => move === now.move)?.path ?? [];
    return { ...now, path };
  }

  /** @returns {import("#home/shared/api.js").Side} */
  get side() {
    return "red";
  }

  /** @param {string} card */
  stepsFrom(card) {
    return card === "J" ? rangeText([...this.game.readings.joker].map(Number)) : card === "A" ? "1" : card;
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
