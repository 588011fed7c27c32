/** The exact value of a position and of every move, as `/api/probe` and `/api/line` answer. */

import type { Work } from "#engine/answers.ts";
import type { Kernels } from "#engine/kernels.ts";
import type { Bound, Probe as ProbeType } from "../answers.d.ts";
import type { Move } from "./play.ts";
import type { Position } from "./position.ts";
import { COLOURS, cellName } from "./rules.ts";
import { Tables } from "./tables.ts";

type MoveValue = Move & { value: Bound; best: boolean; values: Bound[] };

/** `values` are what each player still in can force. */
export type Probe = { position: Position; value: Bound; moves: MoveValue[]; key: string; values: Bound[] };

/** @param value larger for better */
const worth = ({ result, dte }: Bound) => (result === "win" ? 1000 - dte : dte - 1000);

/** Values by tables. */
export class Prober extends Tables {
  /** @param position settled */
  async probe(position: Position, work: Work, parameter: string = "position"): Promise<Probe> {
    const { table, layout } = await this.find(position.dealt, position.rules, work, parameter);
    const found = position.moves(this.kernels);
    const all = table.values([position, ...found.map((move) => move.left)], layout);
    const [values, ...after] = all.map((row) => position.order.map((player) => row[player]));
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
function forced(position: Position, values: Bound[]) {
  const { sides, rules } = position;
  if (rules.turn.twoSided) return {};
  const by = values.findIndex(({ result }) => result === "win");
  return {
    forced_by: by < 0 ? null : sides[by],
    values: Object.fromEntries(values.map(({ result, dte }, at) => [sides[at], { result, dte }])),
  };
}

/** Who wins, if it is known. */
export const winnerOf = ({ position: { sides }, values }: Probe) =>
  sides[values.findIndex(({ result }) => result === "win")] ?? null;

/** How many moves win. */
export const winning = ({ moves }: Probe) => moves.filter(({ value }) => value.result === "win").length;

/** The paper's score. */
export function scoreOf({ position, value: { result, dte } }: Probe) {
  const { rules, order, left } = position;
  if (!rules.turn.isScored) return null;
  return (result === "win") === (order[0] === 0) ? left - dte : dte - left;
}

export const named = ({ rules }: Position, path: number[]) => path.map((cell) => cellName(rules, cell));

type ShownMove = Move & { result?: Bound["result"] | null; value: Bound | null; best: boolean | null };

/** A position and its moves as plain data; what is not known is null. @param more of each move */
export const told = <M extends ShownMove>(position: Position, moves: M[], more: (move: M) => object = () => ({})) => ({
  position: String(position),
  ...position.describe(),
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

/** A probe as plain data. */
export function shown(probe: Probe) {
  const { position, value, moves, key, values } = probe;
  return {
    ...told(position, moves, (move) => forced(position, move.values)),
    ...{ result: value.result, dte: value.dte, winner: winnerOf(probe), score: scoreOf(probe) },
    ...forced(position, values),
    winning_moves: winning(probe),
    table: key,
    origin: "built",
  } as ProbeType;
}

/** A position without a table, for friends who play: the moves, no values. */
export function untabled(position: Position, kernels: Kernels) {
  const unknown = { forced_by: null, values: null };
  const moves = position.moves(kernels).map((move) => ({ ...move, value: null, best: null }));
  const { turn } = position.rules;
  const over = turn.isLast(position.order) && !moves.length;
  return {
    ...told(position, moves, () => unknown),
    ...{ result: null, dte: null, score: null, table: null, origin: null, winning_moves: null },
    winner: over ? (COLOURS[position.order.at(turn.ending === "loss" ? -1 : 0) ?? 0] ?? null) : null,
    ...unknown,
  } as ProbeType;
}
