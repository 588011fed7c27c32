/**
 * What a turn is under some rules, as Python's turn says of itself. docs:
 * `tablebase/games/collapsi/turns/`, a file for each; known.ts is made from them.
 */

import { quote } from "#engine/errors.ts";
import { FLAGS, OPTIONS, type Options, SPREADING, TURNS } from "./known.ts";

/** The options of some rules. */
export function optionsOf(rules: Partial<Options>): Options {
  const names = Object.keys(OPTIONS) as (keyof Options)[];
  return Object.fromEntries(names.map((name) => [name, rules[name] ?? OPTIONS[name]])) as Options;
}

/** What the turn of some options says; nothing if they contradict each other. */
const sayings = ({ absent, ...asked }: Options) =>
  TURNS.find(({ options }) => JSON.stringify(optionsOf(options)) === JSON.stringify(optionsOf(asked)))?.says;

/** A turn states what the rest asks about. */
export class Turn {
  players: number;
  /** Which kernel knows where a step leads; -1 if none does. */
  near: number;
  /** What finds the automorphisms of a board that keep values; `identity` finds no other. */
  group: string;
  /** What kernels ask of it. */
  flags: number;
  /** Whether a position has one value: with more than two players, each forces their own. */
  twoSided: boolean;
  /** Whether two pawns may stand on one card, which a move from it then leaves face up. */
  pawnsShare: boolean;
  /** Whether rows and columns move, so that a game leads from deal to deal. */
  linesMove: boolean;
  /** Whether they need not. */
  mayStay: boolean;
  /** Whether the board loses its outline, so that each position shows its own. */
  spreads: boolean;
  /** Whether there the ends of each line are joined, not the edges of the outer rectangle. */
  joinsLines: boolean;
  /** Whether the pawn of a player who is out leaves the board. */
  pawnsRemoved: boolean;
  /** Whether a game of three or four players ends when the first of them cannot move. */
  oneEnds: boolean;
  /** Whether the paper's score applies: plies must count cards. */
  isScored: boolean;
  /** What the end is for the side that cannot move. */
  ending: "win" | "loss";
  /** What distinguishes the rules from the published ones, for a list. */
  words: string[];
  /** The fast paths that know it, by their names in `tablebase/games/collapsi/fast.py`. */
  paths: string[];
  shows: boolean[];

  /** @param rules by default the published ones */
  constructor(rules: Partial<Options> = {}) {
    const options = optionsOf(rules);
    const says = { ...TURNS[0].says, ...sayings(options) };
    this.players = options.players;
    this.near = says.near;
    this.group = says.group;
    this.flags = says.flags;
    this.twoSided = this.players === 2;
    const is = (flag: string) => Boolean((this.flags >> FLAGS.indexOf(flag)) & 1);
    this.pawnsShare = is("pawns_share");
    this.linesMove = is("lines_move");
    this.mayStay = is("may_stay");
    this.spreads = says.spreads;
    this.joinsLines = options.edges === "line";
    this.pawnsRemoved = is("pawns_removed");
    this.oneEnds = is("one_ends");
    this.isScored = says.isScored;
    this.ending = says.ending;
    this.words = says.words;
    this.paths = says.paths;
    this.shows = says.showsSide;
  }

  /** Whether kernels here know its moves. */
  get isKnown() {
    return this.near >= 0 || this.paths.includes("SHIFTING");
  }

  get isPublished() {
    return this.paths.includes("STRATEGY");
  }

  /** Whether the game is over if the side to move cannot move. @param order the players still in */
  isLast(order: number[]) {
    return this.oneEnds || order.length === 2;
  }

  /** Whether the number of face-down cards shows who is to move, while all players are in. */
  showsSide(down: number) {
    return this.shows[Number(down !== 0)];
  }
}

/** The turn of rules. Options that contradict each other or the board are refused. */
export function turnOf(
  options: Options,
  { size, rows, columns, wrap }: { size: number; rows: number; columns: number; wrap: boolean },
  refuse: (message: string) => never,
) {
  const shown = Object.entries(options).filter(([name, own]) => own !== OPTIONS[name as keyof Options]);
  const together = shown.map(([name, own]) => `${name} ${quote(String(own))}`).join(" and ");
  if (!sayings(options)) refuse(`${together}: expected options that a turn has, and that go together`);
  const turn = new Turn(options);
  if (turn.linesMove && (size < rows * columns || Math.min(rows, columns) < 2))
    refuse("shift: expected two rows and columns or more, without gaps");
  const [inLine, most] = SPREADING;
  if (turn.spreads && (size > most || Math.max(rows, columns) > inLine || !wrap))
    refuse(`pushed 'out': expected at most ${most} cells, ${inLine} in a line, and edges that are joined`);
  if (!turn.isKnown) refuse(`${together}: the page does not know these moves, only the library and the server do`);
  return turn;
}
