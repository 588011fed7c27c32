/**
 * What a turn is under some rules. docs: `tablebase/games/collapsi/turns/`, a file for each.
 *
 * @typedef {{landing: boolean, shift: "" | "may" | "must", players: number,
 *   out: "stays" | "removed"}} Options of rules
 */

import { quote } from "../../../../engine/errors.js";

/** A turn states what the rest asks about. */
export class Turn {
  /** @param {Partial<Options>} [options] by default those of the published game */
  constructor({ landing = false, shift = "", players = 2, out = "stays" } = {}) {
    this.players = players;
    /** Whether a position has one value: with more than two players, each forces their own. */
    this.twoSided = players === 2;
    /** Whether two pawns may stand on one card, which a move from it then leaves face up. */
    this.pawnsShare = landing;
    /** Whether rows and columns move, so that a game leads from deal to deal. */
    this.linesMove = shift !== "";
    /** Whether they need not. */
    this.mayStay = shift !== "must";
    /** Whether the pawn of a player who is out leaves the board. */
    this.pawnsRemoved = out === "removed";
    /** Whether the paper's score applies: plies must count cards. */
    this.isScored = this.twoSided && !landing;
    this.isPublished = this.isScored && !this.linesMove;
  }

  /** The numbers of steps that a card allows; a joker's are its edition's. @param {number} card */
  steps(card) {
    return [card];
  }

  /** What distinguishes the rules from the published ones, for a list. */
  get words() {
    return [
      ...(this.pawnsShare ? ["landing"] : []),
      ...(this.linesMove ? [`rows and columns ${this.mayStay ? "may " : ""}shift`] : []),
      ...(this.twoSided ? [] : [`${this.players} players`]),
      ...(this.pawnsRemoved ? ["pawns removed"] : []),
    ];
  }

  /** Whether, while all are in, so many face-down cards show who is to move. @param {number} down */
  showsSide(down) {
    return !this.pawnsShare || !down;
  }

  /** Plies of the longest possible game on a board, plus one. @param {number} cells */
  layers(cells) {
    return this.pawnsShare ? 2 * cells - 1 : cells + 1 - (this.pawnsRemoved ? 2 : this.players);
  }
}

/**
 * The turn of rules. What contradicts itself is refused.
 *
 * @param {Options & {size: number, rows: number, columns: number}} rules
 * @param {(message: string) => never} refuse
 */
export function turnOf({ size, rows, columns, players, landing, shift, out }, refuse) {
  if (landing && players > 2) refuse(`landing with ${players} players: expected two`);
  if (!["stays", "removed"].includes(out)) refuse(`out ${said(out)}: expected stays or removed`);
  if (out !== "stays" && players === 2) refuse(`out '${out}' with two players: expected three or four`);
  if (!["", "may", "must"].includes(shift)) refuse(`shift ${said(shift)}: expected may or must`);
  if (shift && (players > 2 || landing || size < rows * columns || Math.min(rows, columns) < 2))
    refuse("shift: expected two players, no landing, and two rows and columns or more, without gaps");
  return new Turn({ players, landing, shift, out });
}

/** @param {unknown} option */
const said = (option) => quote(String(option));
