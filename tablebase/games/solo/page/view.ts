/** A game of Solo as the board shows it. */

import type { Move } from "#home/answers.d.ts";
import type { Side } from "#home/shared/api.ts";
import { read } from "#home/shared/notation.ts";
import { View } from "#home/shared/session.ts";
import { current } from "#shared/game.ts";
import { ruled } from "#shared/rules.ts";
import type { Step } from "./answers.d.ts";
import { SOLO, type State, seen } from "./game.ts";
import { stepsFrom, worth } from "./words.ts";

/** What is shown before there is a board: cards face down. */
const NONE: View<State>["step"] = { position: `${Array(4).fill("x?x?x?x?").join("/")} r`, move: "", path: [] };

export class SoloView extends View<State> {
  #step = NONE;

  constructor() {
    super(...ruled(SOLO, () => this.state));
  }

  get game() {
    return seen(this.state);
  }

  /** @override */
  follow(before: State) {
    const { game, values, hinted } = this.state;
    const { move, position } = current(game) ?? NONE;
    if (position !== this.#step.position || move !== this.#step.move) {
      const moves = game.steps[game.at - 1]?.answer?.moves ?? [];
      const path = moves.find((known: Move) => known.move === move)?.path ?? [];
      this.#step = { position, move, path };
    }
    const selected = hinted && hinted !== before.hinted ? { selected: hinted } : {}; // a hint is chosen, not played
    super.follow(before, { hidden: !values, hint: hinted, ...selected });
  }

  get step() {
    return this.#step;
  }

  /**
   * @override
   * @param name of a move, or ""
   */
  select(name: string) {
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

  get side(): Side {
    return "red";
  }

  stepsFrom(card: string) {
    return stepsFrom(card, this.state.readings);
  }

  get rules(): { wrap: boolean; shift: "" } {
    return { wrap: true, shift: "" };
  }

  worth(move: Move) {
    return worth(move as unknown as Step);
  }
}
