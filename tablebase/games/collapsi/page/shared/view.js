/**
 * What a board shows, and what is pointed at on it: its state is a game that is shown
 * (shared/game.js). Boards listen to its events: `change`, and `preview` when another move is pointed at.
 *
 * @typedef {import("./api.js").MoveValue} MoveValue
 * @typedef {import("./api.js").Side} Side
 * @typedef {import("./game.js").Step} Step
 * @typedef {import("./notation.js").Layout} Layout
 * @typedef {{position: string, move: string, path: string[]}} Shown a position, and the move that
 *   led to it
 * @typedef {{moves: MoveValue[], out?: Side[]}} Known the moves of a position, and who is out
 */

import { Machine } from "#shared/machine.js";
import { parted } from "./notation.js";

/**
 * @abstract
 * @template {import("#shared/game.js").Showing} State
 * @extends {Machine<State>}
 */
export class View extends Machine {
  /** Whether a move has just been made, so that the pawn is seen moving. */
  moved = false;

  /** Whether values are hidden. */
  hidden = false;

  /** The destination that a hint shows, or "". */
  hint = "";

  /** The destination that is pointed at, or "". */
  preview = "";

  /** The move that was chosen to be looked at, by a first tap or in a list, or "". */
  selected = "";

  /** The destination that was chosen while its shift has not been, or "". */
  aimed = "";

  /**
   * A continuation that the board steps through, and the step it shows; null while it shows the
   * game.
   *
   * @type {{steps: Step[], at: number} | null}
   */
  variation = null;

  /** The board being edited, or null. @type {Layout | null} */
  draft = null;

  /** The first of two cards to be swapped there, or -1. */
  picked = -1;

  /** @override The state has changed: of another position nothing is pointed at yet. @param {State} before @param {Partial<View<any>>} [changes] what else is shown */
  follow(before, changes) {
    const { asked, moved } = this.state;
    if (asked !== before.asked)
      Object.assign(this, { hint: "", preview: "", selected: "", aimed: "", draft: null, picked: -1, variation: null });
    Object.assign(this, { moved }, changes);
    this.changed();
  }

  /** What is on the board. @abstract @returns {Layout} */
  get layout() {
    throw new Error("abstract");
  }

  /** What is known of the position shown; null until it is, or where nothing is to be moved. @abstract @returns {Known | null} */
  get probe() {
    throw new Error("abstract");
  }

  /** The step that led to what is shown. @abstract @returns {Shown} */
  get step() {
    throw new Error("abstract");
  }

  /** Whose turn it is. @abstract @returns {Side} */
  get side() {
    throw new Error("abstract");
  }

  /** How far a pawn may go from a card, in words. @abstract @param {string} _card @returns {string} */
  stepsFrom(_card) {
    throw new Error("abstract");
  }

  /** What the board shows of the rules; undefined until they are known. @abstract @returns {{wrap: boolean, shift: "" | "may" | "must"} | undefined} */
  get rules() {
    throw new Error("abstract");
  }

  /** What a move is worth, in as few words as fit on a card. @abstract @param {MoveValue} _move @returns {string} */
  worth(_move) {
    throw new Error("abstract");
  }

  /** The moves that can be played on the board. @returns {MoveValue[]} */
  get playable() {
    return this.draft || this.variation ? [] : (this.probe?.moves ?? []);
  }

  /** The move that is pointed at, or else the one that is selected. */
  get pointed() {
    return this.moveTo(this.preview) ?? this.moveTo(this.selected);
  }

  /** @param {string} name of a move @returns {MoveValue | undefined} */
  moveTo(name) {
    return this.playable.find((move) => move.move === name);
  }

  /** The moves that end on a cell, best first: where lines are shifted there are several. @param {string} cell */
  movesOn(cell) {
    return this.playable.filter((move) => parted(move.move).cell === cell);
  }

  /** @param {string} name of a move, or "" */
  point(name) {
    if (name === this.preview) return;
    this.preview = name;
    this.dispatchEvent(new Event("preview"));
  }

  /** Look at a move without playing it, until another is chosen. @param {string} name or "" */
  select(name) {
    this.selected = name;
    this.preview = this.aimed = "";
    this.dispatchEvent(new Event("preview"));
  }

  /** Choose a destination, for a shift to be chosen. @param {string} cell its name, or "" */
  aim(cell) {
    this.aimed = cell;
    this.preview = this.selected = "";
    this.dispatchEvent(new Event("preview"));
  }
}
