/**
 * What a turn is under some rules, as Python's turn says of itself. docs:
 * `tablebase/games/collapsi/turns/`, a file for each; `said` in `tablebase/games/collapsi/answers/known.py`.
 */

import { quote } from "#engine/errors.ts";
import designs from "../../known/designs.json" with { type: "json" };
import known from "../../known/turns.json" with { type: "json" };
import type { Rules } from "../answers.d.ts";

export type Options = Pick<Rules, keyof typeof known.options>;

const OPTIONS = known.options as Options;

/** The options of each turn that are not the published game's, and what it says if that differs, too. */
export const TURNS = known.turns as { options: Partial<Options>; says: object }[];

/** The letter of each shift. */
export const SHIFTS = known.letters;

/** What a designer of rules chooses, with its letter in links. */
type Choice<Name> = { name: Name; letter: string; label: string; rule: string };

export const SWITCHES = designs.switches as Choice<"landing">[];
export const OUTS = designs.outs as Choice<Options["out"]>[];

/** The options of some rules. */
export function optionsOf(rules: Partial<Options>): Options {
  const names = Object.keys(OPTIONS) as (keyof Options)[];
  return Object.fromEntries(names.map((name) => [name, rules[name] ?? OPTIONS[name]])) as Options;
}

/** What the turn of some options says; nothing if they contradict each other. */
const sayings = ({ absent, ...asked }: Options) =>
  TURNS.find(({ options }) => JSON.stringify(optionsOf(options)) === JSON.stringify(optionsOf(asked)))?.says;

/** `joinsLines`: whether the ends of each line are joined, not the edges of the outer rectangle, if the board spreads. */
type Says = Omit<typeof known.usual, "ending"> & {
  ending: "win" | "loss";
  players: number;
  twoSided: boolean;
  joinsLines: boolean;
};

/** A turn states what the rest asks about; what Python's `Turn` calls alike is explained there. */
export class Turn extends (Object as unknown as new () => Says) {
  /** @param rules by default the published ones */
  constructor(rules: Partial<Options> = {}) {
    super();
    const options = optionsOf(rules);
    const { players, edges } = options;
    const own = { players, twoSided: players === 2, joinsLines: edges === "line" };
    Object.assign(this, known.usual, sayings(options), own);
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
  const [inLine, most] = known.spreading;
  if (turn.spreads && (size > most || Math.max(rows, columns) > inLine || !wrap))
    refuse(`pushed 'out': expected at most ${most} cells, ${inLine} in a line, and edges that are joined`);
  if (!turn.isKnown) refuse(`${together}: the page does not know these moves, only the library and the server do`);
  return turn;
}
