/**
 * What a turn is under some rules. docs: `tablebase/games/collapsi/turns/`, a file for each.
 *
 * @typedef {{landing: boolean, shift: "" | "may" | "must", players: number,
 *   out: import("../answers.js").Rules["out"]}} Options of rules
 */

import { quote } from "../../../../engine/errors.js";

/** The options of the published game. @type {Options} */
const PUBLISHED = { landing: false, shift: "", players: 2, out: "stays" };

/**
 * The options that are on or off, for two players and one at a time: their letter in links, what a
 * designer switches on, and the rule.
 *
 * @type {{name: "landing", letter: string, label: string, rule: string}[]}
 */
export const SWITCHES = [
  {
    name: "landing",
    letter: "l",
    label: "Pawns may land on each other",
    rule: "A pawn may end on the other pawn’s card.",
  },
];

/**
 * What happens if one of three or four players cannot move: the letter in links, the words in a list and
 * for a designer, and the rule.
 *
 * @type {{name: Options["out"], letter: string, label: string, rule: string}[]}
 */
export const OUTS = [
  {
    name: "stays",
    letter: "",
    label: "pawn stays",
    rule: "If you cannot move, you are out. Your pawn stays. The last player left wins.",
  },
  {
    name: "removed",
    letter: "r",
    label: "pawn removed",
    rule: "If you cannot move, you are out. Your pawn is removed. The last player left wins.",
  },
  {
    name: "ends",
    letter: "e",
    label: "game ends at once",
    rule: "If you cannot move, the game ends. The player who moved last wins.",
  },
];

/** The options of some rules. @param {Partial<Options>} rules @returns {Options} */
export function optionsOf(rules) {
  const names = /** @type {(keyof Options)[]} */ (Object.keys(PUBLISHED));
  return /** @type {Options} */ (Object.fromEntries(names.map((name) => [name, rules[name] ?? PUBLISHED[name]])));
}

/** A turn states what the rest asks about. */
export class Turn {
  /** @param {Partial<Options>} [rules] by default the published ones */
  constructor(rules = {}) {
    const { landing, shift, players, out } = optionsOf(rules);
    this.players = players;
    /** Whether a position has one value: with more than two players, each forces their own. */
    this.twoSided = players === 2;
    /** Whether two pawns may stand on one card, which a move from it then leaves face up. */
    this.pawnsShare = landing;
    /** Whether rows and columns move, so that a game leads from deal to deal. */
    this.linesMove = shift !== "";
    /** Whether they need not. */
    this.mayStay = shift !== "must";
    this.out = out;
    /** Whether the pawn of a player who is out leaves the board. */
    this.pawnsRemoved = out === "removed";
    /** Whether the first of three or four players who cannot move ends the game. */
    this.oneEnds = out === "ends";
    /** Whether the paper's score applies: plies must count cards. */
    this.isScored = this.twoSided && !landing;
    this.isPublished = this.isScored && !this.linesMove;
  }

  /** What happens if one of three or four players cannot move. */
  get reading() {
    return OUTS.find(({ name }) => name === this.out) ?? OUTS[0];
  }

  /** What distinguishes the rules from the published ones, for a list. */
  get words() {
    return [
      ...(this.pawnsShare ? ["landing"] : []),
      ...(this.linesMove ? [`rows and columns ${this.mayStay ? "may " : ""}shift`] : []),
      ...(this.twoSided ? [] : [`${this.players} players`]),
      ...(this.reading === OUTS[0] ? [] : [this.reading.label]),
    ];
  }

  /** Whether the game is over if the side to move cannot move. @param {number[]} order the players still in */
  isLast(order) {
    return this.oneEnds || order.length === 2;
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
export function turnOf({ size, rows, columns, ...options }, refuse) {
  const { players, landing, shift, out } = options;
  if (landing && players > 2) refuse(`landing with ${players} players: expected two`);
  if (!OUTS.some(({ name }) => name === out)) refuse(`out ${said(out)}: expected stays, removed or ends`);
  if (out !== "stays" && players === 2) refuse(`out '${out}' with two players: expected three or four`);
  if (!["", "may", "must"].includes(shift)) refuse(`shift ${said(shift)}: expected may or must`);
  if (shift && (players > 2 || landing || size < rows * columns || Math.min(rows, columns) < 2))
    refuse("shift: expected two players, no landing, and two rows and columns or more, without gaps");
  return new Turn(options);
}

/** @param {unknown} option */
const said = (option) => quote(String(option));
