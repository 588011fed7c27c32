/**
 * The table at which 2D Nim is played: a board, how many stones may be taken, who plays, and what
 * is selected. The first player is number 0, the second 1.
 *
 * @typedef {{move: string, cells: string[], result: "win" | "loss" | null, dte: number | null,
 *   keeps_win: boolean, is_best: boolean, position: string}} Take
 * @typedef {{position: string, take: number, misere: boolean, stones: number,
 *   result: "win" | "loss" | null, dte: number | null, moves: Take[]}} Probe null is not known
 * @typedef {{take: number, misere: boolean}} Limits the most stones in a turn, and whether the
 *   player who takes the last one loses
 * @typedef {"computer" | "friend" | "nobody"} Against "nobody" is for looking at values
 */

import { Timeline } from "#shared/timeline.js";
import { isLarge, judged, probed } from "./probe.js";

const NOTHING_LOOKED_AT = { anchor: "", selected: null, hinted: false, pointed: null, answered: null };

/** @extends {Timeline<Probe>} */
export class Table extends Timeline {
  /** @type {Limits} */
  limits = { take: 3, misere: true };

  /** @type {Against} */
  against = "computer";

  /** Which player the reader is, against the computer. */
  you = 0;

  /** Whether the computer is about to move. */
  thinking = false;

  /** The stone where a selection begins, or "". */
  anchor = "";

  /** The move that is selected. @type {Take | null} */
  selected = null;

  /** Whether the selection is a hint. */
  hinted = false;

  /** The move that is pointed at in a list. @type {Take | null} */
  pointed = null;

  /** What the other player would answer to the move that is looked at. @type {Take | null} */
  answered = null;

  /** A position that is being set up, or "". */
  draft = "";

  /** @param {(replace: boolean) => void} remember */
  constructor(remember) {
    super({
      look: (position, { limits } = this) => probed(position, limits),
      after: (answer, name) => answer.moves.find(({ move }) => move === name)?.position,
      remember,
    });
  }

  /** The position that is shown. */
  get position() {
    return this.draft || this.now?.position || "";
  }

  /** Whose turn it is. */
  get mover() {
    return this.at % 2;
  }

  get isOver() {
    return this.answer !== null && !this.answer.moves.length;
  }

  /** Who has won; asked only when the game is over. */
  get winner() {
    return this.answer?.result === "win" ? this.mover : 1 - this.mover;
  }

  /** Whether the computer is to move. */
  get isComputers() {
    return this.against === "computer" && this.mover !== this.you;
  }

  /** Whether the reader may move now. */
  get isYours() {
    return !this.draft && !this.thinking && !this.isComputers && !!this.answer?.moves.length;
  }

  /** Whether values are shown. */
  get isOpen() {
    return this.against === "nobody" && !this.draft;
  }

  /** The move that is looked at: pointed at or else selected. */
  get looked() {
    return this.pointed ?? this.selected;
  }

  /**
   * Show a game, perhaps with other limits; refused, everything stays as it is.
   *
   * @param {string} position
   * @param {Limits} limits
   * @param {string[]} [moves]
   * @param {number} [at]
   * @returns {Promise<boolean>} false if another game has been asked for meanwhile
   */
  begin(position, limits, moves, at) {
    return this.open(position, moves, at, { limits, ...NOTHING_LOOKED_AT });
  }

  /** The lines that may be taken and have this stone at an end. @param {string} cell @returns {Take[]} */
  linesFrom(cell) {
    const moves = this.answer?.moves ?? [];
    return moves.filter(({ cells }) => cells[0] === cell || cells[cells.length - 1] === cell);
  }

  /** The line between two stones, if it may be taken. @param {string} cell @param {string} end */
  line(cell, end) {
    return this.linesFrom(cell).find(({ cells }) => farEnd(cells, cell) === end);
  }

  /** How good the move that led to a step was; null if that is not known. @param {number} at */
  judgement(at) {
    const before = this.steps[at - 1]?.answer;
    const move = before?.moves.find((known) => known.move === this.steps[at].move);
    return before && move ? judged(move, before, this.steps[at].answer) : null;
  }

  /** Select a line by its ends, or a stone if there is none between them. @param {string} anchor @param {string} [end] */
  select(anchor, end = anchor) {
    const line = this.line(anchor, end) ?? this.line(end, end) ?? null;
    this.#look({ anchor: line && !this.line(anchor, end) ? end : anchor, selected: line, hinted: false });
  }

  /** @param {Take} move @param {boolean} [hinted] */
  choose(move, hinted = false) {
    this.#look({ anchor: move.cells[0], selected: move, hinted });
  }

  deselect() {
    this.#look({ anchor: "", selected: null, hinted: false });
  }

  /** @param {Take | null} move */
  point(move) {
    this.#look({ pointed: move });
  }

  /** @param {Partial<Table>} changes */
  set(changes) {
    Object.assign(this, changes);
    this.changed();
  }

  /** @param {number} at @param {boolean} [replace] */
  async goTo(at, replace) {
    Object.assign(this, NOTHING_LOOKED_AT);
    await super.goTo(at, replace);
  }

  /** Look at a move; where values are shown, with its answer. @param {Partial<Table>} changes */
  async #look(changes) {
    this.set({ ...changes, answered: null });
    const move = this.looked;
    if (!move || !this.isOpen) return;
    const after = await this.look(move.position);
    const [reply] = after.moves;
    if (this.looked === move && reply && (reply.keeps_win || !isLarge(after))) this.set({ answered: reply });
  }
}

/** The end of a line that is not this one. @param {string[]} cells @param {string} end */
export const farEnd = (cells, end) => (cells[0] === end ? cells[cells.length - 1] : cells[0]);

/** A board full of stones. @param {number} rows @param {number} columns */
export const fullBoard = (rows, columns) => Array.from({ length: rows }, () => "1".repeat(columns)).join("/");

/** @param {string} position */
export const sizeOf = (position) => {
  const rows = position.split("/");
  return { rows: rows.length, columns: rows[0].length };
};
