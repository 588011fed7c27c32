/** The exact value of a position and of every move, by tables, as `/api/probe` and `/api/line` answer. */

import type { Work } from "#engine/answers.ts";
import { refuse } from "#engine/errors.ts";
import type { Kernels } from "#engine/kernels.ts";
import { queue } from "#engine/shared.ts";
import { paused } from "#engine/work.ts";
import type { Bound, Probe as ProbeType } from "../answers.d.ts";
import { type Codings, type DealTable, solveDeal } from "./deals.ts";
import { type Layout, layoutOf } from "./layout.ts";
import type { Duels } from "./placings.ts";
import { laterKernels, type Move } from "./play.ts";
import type { Position } from "./position.ts";
import { cellName, MAX_SOLVED_CELLS, type Rules } from "./rules.ts";
import type { Turn } from "./turns.ts";

type MoveValue = Move & { value: Bound; best: boolean; values: Bound[] };

/** `values` are what each player still in can force. */
export type Probe = { position: Position; value: Bound; moves: MoveValue[]; key: string; values: Bound[] };

type Nullable<T> = { [Name in keyof T]: T[Name] | null };

/** The same, or no value is known. */
type Shown = Nullable<Omit<Probe, "position" | "moves">> & {
  position: Position;
  moves: (Move & Nullable<Omit<MoveValue, keyof Move>>)[];
};

/** @param value larger for better */
const worth = ({ result, dte }: Bound) => (result === "win" ? 1000 - dte : dte - 1000);

/** How games may end, as a kernel reads it, and from which positions that is found, the one asked about first. */
type Placings = { outcomes: number[]; from: Position[] };

const BYTES_KEPT = 64 << 20;

/** Whether deals under some rules are solved here: where lines are shifted, a deal has no table. */
export const isSolved = ({ size, turn }: { size: number; turn: Turn }) => size <= MAX_SOLVED_CELLS && !turn.linesMove;

/** Refuse rules whose deals are not solved here. */
export function checkSolved(rules: Rules) {
  if (!isSolved(rules))
    refuse(
      `no table: the browser does not solve a deal of ${rules.size} cells${rules.turn.linesMove ? " with shifts" : ""}, expected at most ${MAX_SOLVED_CELLS} cells, and no shifts`,
      "position",
      501,
    );
}

/** Values by the tables that have been solved: they are kept until they take much memory. */
export class Prober {
  #kept: Map<string, DealTable | Duels> = new Map();
  #alone = queue();

  constructor(
    readonly kernels: Kernels,
    readonly codings: Codings,
  ) {}

  /** The table and the layout of a deal. @param placings if they are wanted, not what players can force */
  async find(cards: number[], rules: Rules, work: Work, placings?: Placings) {
    checkSolved(rules);
    const layout = layoutOf(cards, rules, this.kernels);
    const { picture, wrap, editions, turn } = rules;
    const key = JSON.stringify([layout.key, picture, wrap, editions, turn, !placings]);
    const tabled = async () => {
      const known = this.#kept.get(key);
      // To find a position marks it as reached: asked twice, even a table without it would seem to have it.
      if (known && (!placings || (known as Duels).find(placings.from[0], layout).reached)) return known;
      this.#kept.delete(key);
      const solved = await this.#solved(layout, work, placings);
      const held = [...this.#kept.values()].reduce((sum, { bytes }) => sum + bytes, solved.bytes);
      if (held > BYTES_KEPT) this.#kept.clear();
      this.#kept.set(key, solved);
      return solved;
    };
    // What takes long is not begun twice.
    const table = (!placings && this.#kept.get(key)) || (await this.#alone(tabled));
    return { table, layout };
  }

  async #solved(layout: Layout, work: Work, placings?: Placings) {
    const { start } = layout;
    if (start.rules.turn.twoSided) return solveDeal(start, this.kernels, this.codings);
    const { duelsOf } = await import("./placings.ts");
    const table = duelsOf(start, await laterKernels(), placings?.outcomes);
    placings?.from.forEach((each) => table.find(each, layout));
    await paused(table.solve(), work);
    return table;
  }

  /** @param position settled */
  async probe(position: Position, work: Work): Promise<Probe> {
    const { table, layout } = await this.find(position.dealt, position.rules, work);
    const found = position.moves(this.kernels);
    const all = table.values([position, ...found.map((move) => move.left)], layout);
    const [values, ...after] = all.map((row: Bound[]) => position.order.map((player) => row[player]));
    const moves = found.map((move, at) => {
      // Counted from the position before the move.
      const each = after[at].map(({ result, dte }) => ({ result, dte: dte + 1 }));
      return { ...move, value: each[0], best: worth(each[0]) === worth(values[0]), values: each };
    });
    moves.sort((a, b) => worth(b.value) - worth(a.value));
    return { position, value: values[0], moves, key: layout.key, values };
  }

  /** Best play to the end: the probes of its positions. */
  async line(position: Position, work: Work) {
    const probes = [await this.probe(position, work)];
    for (let last = probes[0]; last.moves.length; probes.push(last)) last = await this.probe(last.moves[0].after, work);
    return probes;
  }
}

/** What each player can force, as plain data. */
function forced({ sides, rules }: Position, values: Bound[] | null) {
  if (!values) return { forced_by: null, values: null };
  if (rules.turn.twoSided) return {};
  return {
    forced_by: winnerOf(sides, values),
    values: Object.fromEntries(values.map(({ result, dte }, at) => [sides[at], { result, dte }])),
  };
}

/** Who wins. @param sides still in */
export const winnerOf = (sides: Position["sides"], values: Bound[]) =>
  sides[values.findIndex(({ result }) => result === "win")] ?? null;

/** Who has won. */
function endedBy({ sides, order, rules: { turn } }: Position, moves: Move[]) {
  return turn.isLast(order) && !moves.length ? (sides.at(turn.ending === "loss" ? -1 : 0) ?? null) : null;
}

/** How many moves win. */
export const winning = ({ moves }: Pick<Shown, "moves">) => moves.filter(({ value }) => value?.result === "win").length;

/** The paper's score. */
function scoreOf({ rules, order, left }: Position, { result, dte }: Bound) {
  if (!rules.turn.isScored) return null;
  return (result === "win") === (order[0] === 0) ? left - dte : dte - left;
}

export const named = ({ rules }: Position, path: number[]) => path.map((cell) => cellName(rules, cell));

type ShownMove = Move & { result?: Bound["result"] | null; value: Bound | null; best: boolean | null };

/** A position and its moves as plain data; what is not known is null. @param more of each move */
export const told = <M extends ShownMove>(position: Position, moves: M[], more: (move: M) => object = () => ({})) => ({
  position: String(position),
  side_to_move: position.sides[0],
  moves: moves.map((move) => {
    const { value, result = value?.result ?? null } = move;
    return {
      move: move.name,
      ...{ result, dte: value?.dte ?? null, keeps_win: result && result === "win", is_best: move.best },
      position: String(move.after),
      path: named(position, move.path),
      ...more(move),
    };
  }),
  ...position.shown(),
});

/** A probe as plain data; what is not known is null. */
export const shown = ({ position, value, values, moves, key }: Shown) =>
  ({
    ...told(position, moves, (move) => forced(position, move.values)),
    ...{ result: null, dte: null, ...value, score: value && scoreOf(position, value) },
    ...forced(position, values),
    winner: values ? winnerOf(position.sides, values) : endedBy(position, moves),
    winning_moves: value && winning({ moves }),
    table: key,
    origin: key && "built",
  }) as ProbeType;

/** A position without a table, for friends who play: the moves, no values. */
export function untabled(position: Position, kernels: Kernels) {
  const moves = position.moves(kernels).map((move) => ({ ...move, value: null, best: null, values: null }));
  return shown({ position, moves, value: null, values: null, key: null });
}
