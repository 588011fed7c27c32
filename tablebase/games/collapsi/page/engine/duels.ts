/**
 * Tables for three and four players: what each player can force against all others together.
 * docs: `tablebase/games/collapsi/duels/index.py`, whose ranks these are.
 */

import type { Layout } from "./layout.ts";
import { allowedSteps, type Rules } from "./rules.ts";
import type { Kernels } from "#engine/kernels.ts";
import type { Position } from "./position.ts";
import type { Turn } from "./turns.ts";

type Family = { k: number; waiting: number; jokers: number; edition: number };

/**
 * A position as slots: how many players are in, the edition's number where it matters, the pawns, face-up
 * free slots.
 */
type Placed = { k: number; edition: number; places: number[]; up: number };

const LATER = -1;
const PIECES = 8;

/** The low bits of an entry are its value; a larger value is better for the hero. */
const WON = 127;
const FIRST_WIN = 64;

/** All ways to choose some of a list, in order. */
function permutations<T>(list: T[], count: number): T[][] {
  if (!count) return [[]];
  return list.flatMap((first, at) => permutations(list.toSpliced(at, 1), count - 1).map((rest) => [first, ...rest]));
}

/** All subsets of a size, ascending. */
function combinations<T>(list: T[], count: number): T[][] {
  if (!count) return [[]];
  return list.flatMap((first, at) => combinations(list.slice(at + 1), count - 1).map((rest) => [first, ...rest]));
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

/** The ranks of the duels of a deal: placements of pawns, each with its face-up sets and heroes. */
export class DuelIndex {
  free: number;
  players: number;
  removes: boolean;
  /** The place of a pawn that has been removed, past the last slot. */
  nowhere: number;
  families: Family[];
  /** The number of each family's first placement; the last entry is the number of all placements. */
  numbers: number[];
  places: Uint8Array<ArrayBuffer>;
  sets: BigInt64Array<ArrayBuffer>;
  starts: BigInt64Array<ArrayBuffer>;
  size: number;
  held: BigInt64Array<ArrayBuffer>;
  byKey: Map<number, number>;
  after: Int32Array<ArrayBuffer>;
  out: BigInt64Array<ArrayBuffer>;

  constructor(free: number, turn: Turn, editions: number) {
    this.free = free;
    const players = (this.players = turn.players);
    this.removes = turn.pawnsRemoved;
    this.nowhere = free + players;
    this.families = familiesOf(turn, editions).filter((family) => this.#onFreeCells(family) <= free);
    this.numbers = [0];
    const rows: number[][] = [];
    for (const family of this.families) {
      for (const row of this.#placements(family)) rows.push(row);
      this.numbers.push(rows.length);
    }
    const kinds = rows.map(() => 0);
    this.families.forEach((_, kind) => kinds.fill(kind, this.numbers[kind], this.numbers[kind + 1]));
    const sets = kinds.map((kind) => this.#sets(this.families[kind]));
    this.places = Uint8Array.from(rows.flat());
    this.sets = BigInt64Array.from(sets, BigInt);
    this.starts = new BigInt64Array(rows.length);
    this.size = 0;
    rows.forEach((_, number) => {
      this.starts[number] = BigInt(this.size);
      this.size += this.families[kinds[number]].k * sets[number];
    });
    const onBoard = (1n << BigInt(this.nowhere)) - 1n;
    this.held = BigInt64Array.from(
      rows,
      (row) => row.reduce((mask, slot) => mask | (1n << BigInt(slot)), 0n) & onBoard,
    );
    this.byKey = new Map();
    rows.forEach((row, number) => {
      const { k, edition } = this.families[kinds[number]];
      this.byKey.set(this.#key(k, edition, row), number);
    });
    this.after = new Int32Array(rows.length * free).fill(-1);
    this.out = new BigInt64Array(rows.length).fill(-1n);
    this.#link(rows);
  }

  /** What the solver reads of a deal. */
  get arrays() {
    return [this.places, this.starts, this.sets, this.held, this.after, this.out];
  }

  /** Where the side to move can go from each placement, and what remains when it is out. */
  #link(rows: number[][]) {
    this.families.forEach(({ k, waiting, edition }, kind) => {
      const then = waiting > 1 ? edition : LATER;
      for (let number = this.numbers[kind]; number < this.numbers[kind + 1]; number++) {
        const row = rows[number];
        for (let slot = 0; slot < this.free; slot++) {
          if (row.includes(slot)) continue;
          const moved = [...row.slice(1, k), slot, ...row.slice(k)];
          this.after[number * this.free + slot] = this.placement(k, then, moved);
        }
        if (k > 2) {
          const mover = this.removes && row[0] < this.free ? this.nowhere : row[0];
          const stuck = [...row.slice(k), mover].sort((a, b) => a - b);
          this.out[number] = BigInt(this.placement(k - 1, then, [...row.slice(1, k), ...stuck]));
        }
      }
    });
  }

  /** How many pawns stand on free cells. */
  #onFreeCells({ k, waiting, jokers }: Family) {
    return k - waiting + (this.removes ? 0 : this.players - k - jokers);
  }

  #sets(family: Family) {
    return family.waiting ? 1 : 1 << (this.free - this.#onFreeCells(family));
  }

  *#placements(family: Family): Iterable<number[]> {
    const { k, waiting, jokers } = family;
    const slots = range(this.free, this.free + this.players);
    const standing = this.#onFreeCells(family) - (k - waiting);
    const removed = Array(this.players - k - jokers - standing).fill(this.nowhere);
    for (const first of permutations(slots, waiting))
      for (const stuck of combinations(
        slots.filter((slot) => !first.includes(slot)),
        jokers,
      ))
        for (const moved of permutations(range(0, this.free), k - waiting)) {
          const rest = range(0, this.free).filter((slot) => !moved.includes(slot));
          for (const out of combinations(rest, standing)) yield [...first, ...moved, ...out, ...stuck, ...removed];
        }
  }

  #key(k: number, edition: number, places: number[]) {
    return places.reduce((key, slot) => key * (this.nowhere + 1) + slot, (edition + 1) * (this.players + 1) + k);
  }

  /** The number of a placement, -1 if there is none. */
  placement(k: number, edition: number, places: number[]) {
    return this.byKey.get(this.#key(k, edition, places)) ?? -1;
  }

  /** The number of a position's placement, and the place of its face-up set among those of it. */
  find({ k, edition, places, up }: Placed) {
    const number = this.placement(k, edition, places);
    const sets = Number(this.sets[number]);
    for (const slot of [...places].sort((a, b) => b - a)) {
      const below = (1 << slot) - 1;
      up = (up & below) | ((up >> 1) & ~below);
    }
    return { number, at: up & (sets - 1), sets };
  }

  /** Families in the order in which they are solved, in pieces: a family's number, and its face-up sets. */
  get pieces(): [number, number, number][] {
    const full = (1 << this.free) - 1;
    const cut = (piece: number) => Math.floor(((full + 1) * piece) / PIECES);
    return this.families.flatMap(({ waiting }, kind) =>
      waiting
        ? [[kind, full, full + 1] as [number, number, number]]
        : range(0, PIECES).map((piece) => [kind, cut(piece), cut(piece + 1)] as [number, number, number]),
    );
  }
}

function familiesOf({ players: n, oneEnds }: Turn, editions: number): Family[] {
  const later = range(2, n + 1).flatMap((k) =>
    range(0, n - k + 1).map((jokers) => ({ k, waiting: 0, jokers, edition: LATER })),
  );
  const first = range(0, editions).flatMap((edition) =>
    range(1, n + 1).flatMap((waiting) =>
      range(0, n - Math.max(waiting, 2) + 1).map((jokers) => ({ k: n - jokers, waiting, jokers, edition })),
    ),
  );
  return [...later, ...first].filter(({ k }) => k === n || !oneEnds);
}

const indices: Map<string, DuelIndex> = new Map();

/** The index of all deals under some rules. */
export function duelIndex({ size, turn, editions }: Rules): DuelIndex {
  const key = `${size} ${JSON.stringify(turn)} ${editions.length}`;
  let index = indices.get(key);
  if (!index) {
    index = new DuelIndex(size - turn.players, turn, editions.length);
    indices.clear(); // megabytes
    indices.set(key, index);
  }
  return index;
}

/** The entries of all duels of a deal, in the memory in which they were solved. */
export class DuelTable {
  index: DuelIndex;
  kernels: Kernels;
  layout: Layout;
  entries: number;

  /**
   * @param layout of the canonical deal
   * @param kernels a memory of its own
   */
  constructor(layout: Layout, kernels: Kernels) {
    this.index = duelIndex(layout.rules);
    this.kernels = kernels;
    this.layout = layout;
    this.entries = 0;
  }

  get bytes() {
    return this.index.arrays.reduce((sum, array) => sum + array.byteLength, this.index.size);
  }

  /** Solve it in steps. */
  *solve(): Iterable<{ done: number; of: number }> {
    const { index, kernels } = this;
    const fixed = index.arrays.map((array) => kernels.put(array));
    const board = new Board(this.layout, kernels);
    this.entries = kernels.room(index.size);
    const { pieces } = index;
    for (const [done, [kind, from, to]] of pieces.entries()) {
      const family = index.families[kind];
      board.setSteps(family);
      kernels.run(
        "solve_duels",
        index.numbers[kind],
        index.numbers[kind + 1],
        family.k,
        from,
        to,
        index.starts.length,
        index.free,
        index.players,
        ...fixed,
        board.neighbours,
        board.steps,
        index.size,
        this.entries,
      );
      yield { done: done + 1, of: pieces.length };
    }
  }

  /**
   * What players can force in a position, which need not be settled.
   *
   * @param layout of its deal
   * @param heroes players
   */
  values(position: Position, layout: Layout, heroes: number[]): { result: "win" | "loss"; dte: number }[] {
    const { number, at, sets } = this.index.find(placed(position, layout));
    const rank = Number(this.index.starts[number]) + at;
    const entries = this.kernels.bytes(this.entries, this.index.size);
    return heroes.map((hero) => {
      const entry = entries[rank + position.order.indexOf(hero) * sets] & WON;
      return entry < FIRST_WIN ? { result: "loss", dte: entry } : { result: "win", dte: WON - entry };
    });
  }
}

/** The slot of each of a deal's cells, jokers included. */
function slotsOf({ slots, jokers, free }: Layout) {
  return slots.map((slot, cell) => (slot < 0 ? free + jokers.indexOf(cell) : slot));
}

/** A position as slots. @param layout of its deal */
export function placed(position: Position, layout: Layout): Placed {
  const { order, pawns, edition, waiting, rules } = position;
  const slotOf = slotsOf(layout);
  const out = pawns.flatMap((cell, player) => (order.includes(player) ? [] : [slotOf[cell] ?? slotOf.length]));
  // A joker that a removed pawn left has that pawn's place.
  const left = position.openJokers.map((cell) => slotOf[cell]);
  return {
    k: order.length,
    edition: waiting ? rules.editions.findIndex(({ name }) => name === edition.name) : LATER,
    places: [
      ...order.map((player) => slotOf[pawns[player]]),
      ...[...left, ...out].sort((a, b) => a - b).slice(0, out.length),
    ],
    up: layout.upSlots(position),
  };
}

/** Neighbours of the slots, jokers included, and how far a pawn goes from each, in a memory. */
export class Board {
  kernels: Kernels;
  rules: Rules;
  cards: number[];
  neighbours: number;
  steps: number;

  constructor(layout: Layout, kernels: Kernels) {
    const slotOf = slotsOf(layout);
    const cellOf = [...layout.cells, ...layout.jokers];
    const near = (cell: number) =>
      layout.rules.neighbours[cell].reduce((mask, other) => mask | (1n << BigInt(slotOf[other])), 0n);
    this.kernels = kernels;
    this.rules = layout.rules;
    this.cards = cellOf.map((cell) => layout.cards[cell]);
    this.neighbours = kernels.put(BigUint64Array.from(cellOf, near));
    this.steps = kernels.room(8 * cellOf.length);
  }

  /** Set the steps to those under the edition of a family. */
  setSteps({ edition }: Family) {
    const of = this.rules.editions[Math.max(edition, 0)];
    const allowed = BigUint64Array.from(this.cards, (card) => BigInt(allowedSteps(card, of)));
    this.kernels.bytes(this.steps, allowed.byteLength).set(new Uint8Array(allowed.buffer));
  }
}
