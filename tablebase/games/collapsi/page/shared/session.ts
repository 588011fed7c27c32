/**
 * A game of Collapsi that is shown (shared/game.ts), and what is known of its position. A question
 * about it ends once the moves are known: a search, where there is no table, goes on.
 */

import { NOTHING, type Showing as ShowingType } from "#shared/game.ts";
import { valueText } from "#shared/judge.ts";
import { type Effects, type Late, Machine } from "#shared/machine.ts";
import { illegalText, PartError } from "#shared/query.ts";
import type { Move, Rules } from "../answers.d.ts";
import type { Probe, Side, Variant } from "./api.ts";
import * as api from "./api.ts";
import { current, follow, type Game, newGame, PUBLISHED, play, type Step, toMove } from "./game.ts";
import { type Layout, parted, read } from "./notation.ts";
import { moveText, rangeText } from "./words.ts";

/**
 * `line` is best play from the position shown, itself first; `values` says whether they are shown, where the
 * state knows.
 */
export type Showing = Omit<ShowingType, "game" | "line"> & { game: Game; line: Probe[] | null; values?: boolean };

export { PartError };

/** How long a position without a table is searched: for a look, and when it is shown. */
const SEARCH_SECONDS = [1, 9];

/** Best play from the server's file, where a deal is too large to be built on the spot. */
const storedLine = (position: string, variant: Variant, { stored }: Rules) =>
  stored && api.line(position, variant).catch(() => null);

/** The rules that are offered; the same for all sessions. */
let offered: Rules[] = [];

/** The rules that are offered. */
export async function offers() {
  if (!offered.length) {
    const found = await api.rules();
    if (!offered.length) offered = found; // `learn` may have added to them meanwhile
  }
  return offered;
}

/** The rules of a name. */
export async function learn(name: string): Promise<Rules> {
  await offers();
  const known = offered.find((rules) => rules.name === name);
  if (known) return known;
  const [rules] = await api.rules(name);
  offered = [...offered, rules];
  return rules;
}

/** Ask ahead what opening a position will ask; answers are kept. */
export async function expect(position: string, variant: Variant) {
  // Boards of other rules may be too large to be solved here.
  await Promise.all([offers(), variant.rules === PUBLISHED && api.probe(position, variant)]);
}

/** Before a game is shown: a board, all the same. */
export const nothing = (): Showing => ({
  ...NOTHING,
  game: newGame("A223/4A2Jr/3A23/Jb3A4 r", { rules: PUBLISHED, edition: "wild" }),
});

/** What finds the values of a position whose moves alone are known so far. */
export const SEARCH = { do: "search", aside: true };

/** The moves of a position, with their values where a table has them. */
async function glance(position: string, variant: Variant, { tabled, stored }: Rules) {
  const known = (tabled || stored) && (await api.probe(position, variant).catch(() => null));
  return known || api.moves(position, variant);
}

/** Play moves after the position that a game shows, as far as they are legal. */
export async function followed(game: Game, moves: string[]) {
  const rules = await learn(game.rules);
  return follow(game, moves, (position, variant) => glance(position, variant, rules));
}

/**
 * A game that begins with a position or deal, with moves from there, as far as they are legal.
 *
 * @param at how many of them are shown
 * @returns what is known of the position, and which move is not legal
 */
export async function begun(
  position: string,
  variant: Variant,
  moves: string[] = [],
  at: number = moves.length,
): Promise<{ game: Game; line: Probe[] | null; wrong: PartError | null }> {
  const rules = await learn(variant.rules);
  const probe = await glance(position, variant, rules);
  const start = newGame(probe.position, { rules: rules.name, edition: probe.edition });
  const { game, illegal } = await followed(start, moves);
  const wrong = illegal ? new PartError(illegalText(game.steps.length, "this link", illegal), "m") : null;
  // On a board without a table only the moves are known so far.
  const line = moves.length || probe.result === null ? null : [probe];
  return { game: { ...game, at: Math.min(at, game.at) }, line, wrong };
}

/** The moves of best play. */
export const stepsOf = (line: Probe[]): Step[] =>
  line.slice(0, -1).map(({ moves: [{ move, path, position }] }) => ({ position, move, path, judgement: null }));

/** The game after a move of the position shown; undefined if it is not legal, or nothing is known yet. */
export function played({ game, line }: Showing, name?: string) {
  const move = line?.[0].moves.find((known) => known.move === name);
  return line && move && play(game, move, line[0]);
}

/** A game with best play from the position shown. */
export const goneOn = (game: Game, line: Probe[]): Game => ({
  ...game,
  steps: [...game.steps.slice(0, game.at + 1), ...stepsOf(line)],
});

/** A step and best play after it. */
export const continued = async (step: Step, game: Game): Promise<Step[]> => [
  step,
  ...stepsOf(await api.line(step.position, game)),
];

/** What is known of a position of a game, soon. */
export async function check(game: Game, position: string): Promise<Probe> {
  const rules = await learn(game.rules);
  const line = await (rules.tabled ? api.line : storedLine)(position, game, rules);
  if (line) return line[0];
  return rules.searched ? api.search(position, game, SEARCH_SECONDS[0]) : api.moves(position, game);
}

/** The moves of a position, and who is out. */
type Known = { moves: Move[]; out?: Side[] };

/**
 * What a board shows, and what is pointed at on it. Boards listen to its events: `change`, and `preview`
 * when another move is pointed at.
 */
export abstract class View<State extends ShowingType> extends Machine<State> {
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
   */
  variation: { steps: Step[]; at: number } | null = null;

  /** The board being edited, or null. */
  draft: Layout | null = null;

  /** The first of two cards to be swapped there, or -1. */
  picked = -1;

  /**
   * @override The state has changed: of another position nothing is pointed at yet.
   * @param changes what else is shown
   */
  follow(before: State, changes?: Partial<View<any>>) {
    const { asked, moved } = this.state;
    if (asked !== before.asked)
      Object.assign(this, { hint: "", preview: "", selected: "", aimed: "", draft: null, picked: -1, variation: null });
    Object.assign(this, { moved }, changes);
    this.changed();
  }

  /** What is on the board. */
  abstract get layout(): Layout;

  /** What is known of the position shown; null until it is, or where nothing is to be moved. */
  abstract get probe(): Known | null;

  /** The step that led to what is shown. */
  abstract get step(): Pick<Step, "position" | "move" | "path">;

  /** Whose turn it is. */
  abstract get side(): Side;

  /** How far a pawn may go from a card, in words. */
  abstract stepsFrom(card: string): string;

  /** What the board shows of the rules; undefined until they are known. */
  abstract get rules(): { wrap: boolean; shift: "" | "may" | "must" } | undefined;

  /** What a move is worth, in as few words as fit on a card. */
  abstract worth(move: Move): string;

  /** The moves that can be played on the board. */
  get playable(): Move[] {
    return this.draft || this.variation ? [] : (this.probe?.moves ?? []);
  }

  /** The move that is pointed at, or else the one that is selected. */
  get pointed() {
    return this.moveTo(this.preview) ?? this.moveTo(this.selected);
  }

  /** @param name of a move */
  moveTo(name: string): Move | undefined {
    return this.playable.find((move) => move.move === name);
  }

  /** The moves that end on a cell, best first: where lines are shifted there are several. */
  movesOn(cell: string) {
    return this.playable.filter((move) => parted(move.move).cell === cell);
  }

  /** Another number once something else is shown, or pointed at. */
  #looks = 0;

  /** What is found out about what is looked at; never, once that is something else. */
  async looked<Found>(found: Promise<Found>): Promise<Found> {
    const looks = this.#looks;
    const known = await found;
    return looks === this.#looks ? known : new Promise(() => undefined);
  }

  /** @override */
  changed() {
    this.#looks++;
    super.changed();
  }

  #previewed() {
    this.#looks++;
    this.dispatchEvent(new Event("preview"));
  }

  /** @param name of a move, or "" */
  point(name: string) {
    if (name === this.preview) return;
    this.preview = name;
    this.#previewed();
  }

  /** Look at a move without playing it, until another is chosen. @param name or "" */
  select(name: string) {
    this.selected = name;
    this.preview = this.aimed = "";
    this.#previewed();
  }

  /** Choose a destination, for a shift to be chosen. @param cell its name, or "" */
  aim(cell: string) {
    this.aimed = cell;
    this.preview = this.selected = "";
    this.#previewed();
  }
}

/** A game as it is shown: a state, and what is pointed at. */
export class Shown<State extends Showing> extends View<State> {
  /** Done once the search of the position shown has ended; where there is a table, at once. */
  searched: Promise<void> = Promise.resolve();

  constructor(state: State, reduce: (state: State, event: any) => [State, object[]], effects: Effects) {
    super(state, reduce, {});
    Object.assign(this.effects, { look: this.#look, search: this.#search }, effects);
  }

  get game() {
    return this.state.game;
  }

  get line() {
    return this.state.line;
  }

  /** The value of the position shown; null until it is known. */
  get probe() {
    return this.line?.[0] ?? null;
  }

  /** The rules that are offered, those of the game among them. */
  get offered() {
    return offered;
  }

  /** The rules of the game; undefined until they are known. */
  get rules() {
    return offered.find(({ name }) => name === this.game.rules);
  }

  /** How far a pawn may go from a card, in words. */
  stepsFrom(card: string) {
    if (card !== "J") return card === "A" ? "1" : card;
    const { editions = [] } = this.rules ?? {};
    return rangeText(editions.find(({ name }) => name === this.game.edition)?.joker_steps ?? [1]);
  }

  worth(move: Move) {
    return valueText(move);
  }

  /** What the board shows: a step of the game, or of a variation. */
  get step(): Step {
    return this.variation ? this.variation.steps[this.variation.at] : current(this.game);
  }

  get layout() {
    return this.draft ?? read(this.step.position);
  }

  get side() {
    return toMove(this.game);
  }

  /** Show a best move on the board, as if it had been selected. @returns it in words */
  showHint() {
    const best = this.probe?.moves[0].move ?? "";
    this.set({ hint: best });
    this.select(best);
    return moveText(best);
  }

  /** Change what is shown besides the position. */
  set(changes: Partial<View<any>>) {
    Object.assign(this, changes);
    this.changed();
  }

  /** Show a step of what would happen, with the pawn walking. */
  showStep(steps: Step[], at: number) {
    this.set({ variation: { steps, at }, moved: true });
    this.moved = false;
  }

  /** @override */
  follow(before: State) {
    const { values } = this.state;
    super.follow(before, values === undefined ? {} : { hidden: !values });
  }

  /** Find best play from the position shown, or its moves. */
  #look = async () => {
    const { game } = this;
    this.searched = Promise.resolve();
    const rules = await learn(game.rules);
    const { position } = current(game);
    if (rules.tabled) return { type: "found", line: await api.line(position, game) };
    // You can move before a search has found what the moves are worth, or where nobody can say.
    return { type: "found", line: [await api.moves(position, game)], searches: true };
  };

  /** Find what the moves of a position without a table are worth, while it is shown. */
  #search = (_: object, { tell, signal }: Late) => {
    const { game } = this;
    const search = async () => {
      const rules = await learn(game.rules);
      const { position } = current(game);
      const line = await storedLine(position, game, rules);
      if (line || !rules.searched) return line || this.line;
      const onprogress = (so: Probe) => tell({ type: "found", line: [so], partial: true });
      return [await api.search(position, game, SEARCH_SECONDS[1], { signal, onprogress })];
    };
    const ended = search().then((line) => tell({ type: "found", line }));
    this.searched = ended.catch(() => {});
    return ended;
  };
}
