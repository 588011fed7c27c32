/**
 * What a turn is under some rules, as Python's turn says of itself. docs:
 * `tablebase/games/collapsi/turns/`, a file for each; known.js is made from them.
 *
 * @typedef {import("./known.js").Options} Options of rules
 */

import { quote } from "#engine/errors.js";
import { FLAGS, OPTIONS, TURNS } from "./known.js";

/** The options of some rules. @param {Partial<Options>} rules @returns {Options} */
export function optionsOf(rules) {
  const names = /** @type {(keyof Options)[]} */ (Object.keys(OPTIONS));
  return /** @type {Options} */ (Object.fromEntries(names.map((name) => [name, rules[name] ?? OPTIONS[name]])));
}

/** What the turn of some options says; nothing if they contradict each other. @param {Options} asked */
const sayings = (asked) =>
  TURNS.find(({ options }) => JSON.stringify(optionsOf(options)) === JSON.stringify(asked))?.says;

/** A turn states what the rest asks about. */
export class Turn {
  /** @param {Partial<Options>} [rules] by default the published ones */
  constructor(rules = {}) {
    const options = optionsOf(rules);
    const says = { ...TURNS[0].says, ...sayings(options) };
    this.players = options.players;
    /** Which kernel knows its moves; -1 if only the library and the server do. @type {number} */
    this.near = says.near;
    /** What kernels ask of it. @type {number} */
    this.flags = says.flags;
    /** Whether a position has one value: with more than two players, each forces their own. */
    this.twoSided = this.players === 2;
    const is = (/** @type {string} */ flag) => Boolean((this.flags >> FLAGS.indexOf(flag)) & 1);
    /** Whether two pawns may stand on one card, which a move from it then leaves face up. */
    this.pawnsShare = is("pawns_share");
    /** Whether rows and columns move, so that a game leads from deal to deal. */
    this.linesMove = is("lines_move");
    /** Whether they need not. */
    this.mayStay = is("may_stay");
    /** Whether the pawn of a player who is out leaves the board. */
    this.pawnsRemoved = is("pawns_removed");
    /** Whether the first of three or four players who cannot move ends the game. */
    this.oneEnds = is("one_ends");
    /** Whether the paper's score applies: plies must count cards. @type {boolean} */
    this.isScored = says.isScored;
    /** What the end is for the side that cannot move. @type {"win" | "loss"} */
    this.ending = says.ending;
    /** What distinguishes the rules from the published ones, for a list. @type {string[]} */
    this.words = says.words;
    /** The fast paths that know it, by their names in `tablebase/games/collapsi/fast.py`. @type {string[]} */
    this.paths = says.paths;
    /** @type {boolean[]} */
    this.shows = says.showsSide;
  }

  get isPublished() {
    return this.paths.includes("STRATEGY");
  }

  /** Whether the game is over if the side to move cannot move. @param {number[]} order the players still in */
  isLast(order) {
    return this.oneEnds || order.length === 2;
  }

  /** Whether, while all are in, so many face-down cards show who is to move. @param {number} down */
  showsSide(down) {
    return this.shows[Math.min(down, 1)];
  }
}

/**
 * The turn of rules. Options that contradict each other or the board are refused.
 *
 * @param {Options} options @param {{size: number, rows: number, columns: number}} board
 * @param {(message: string) => never} refuse
 */
export function turnOf(options, { size, rows, columns }, refuse) {
  const shown = Object.entries(options).filter(([name, own]) => own !== OPTIONS[/** @type {keyof Options} */ (name)]);
  const together = shown.map(([name, own]) => `${name} ${quote(String(own))}`).join(" and ");
  if (!sayings(options)) refuse(`${together}: expected options that a turn has, and that go together`);
  const turn = new Turn(options);
  if (turn.linesMove && (size < rows * columns || Math.min(rows, columns) < 2))
    refuse("shift: expected two rows and columns or more, without gaps");
  if (turn.near < 0) refuse(`${together}: the page does not know these moves, only the library and the server do`);
  return turn;
}
