/**
 * Tables for three and four players: what each player can force against all others together.
 * docs: `tablebase/games/collapsi/duels/index.py`, whose ranks the kernels have.
 */

import type { Kernels } from "#engine/kernels.ts";
import type { Layout } from "./layout.ts";
import type { Position } from "./position.ts";
import { allowedSteps, type Rules } from "./rules.ts";

/** How many are in, how many wait, the edition's number where it matters, and the placements, first and past the last. */
type Family = { k: number; waiting: number; edition: number; first: number; last: number; sets: number };

const LATER = -1;
const PIECES = 8;

/** What a kernel says of a family. */
const NUMBERS = 7;

/** The low bits of an entry are its value; a larger value is better for the hero. */
const WON = 127;
const FIRST_WIN = 64;

/** The families of placements under some rules, and where they lie in a memory. */
export function familiesOf({ size, turn, editions }: Rules, kernels: Kernels) {
  const { players, pawnsRemoved, oneEnds } = turn;
  const board = [size - players, players, pawnsRemoved, oneEnds, editions.length];
  const most = 7 + 9 * editions.length;
  const given = [kernels.put(BigInt64Array.from(board, BigInt)), most, kernels.room(8 * NUMBERS * most)];
  const count = kernels.run("list_families", ...given);
  const numbers = [...kernels.get(BigInt64Array, given[2], NUMBERS * (count + 1))].map(Number);
  const row = (kind: number) => numbers.slice(NUMBERS * kind, NUMBERS * (kind + 1));
  const families = Array.from({ length: count }, (_, kind): Family => {
    const [k, waiting, , edition, , first, sets] = row(kind);
    return { k, waiting, edition, first, last: row(kind + 1)[5], sets };
  });
  return { families, given: [given[0], count + 1, given[2]] };
}

/** How many positions families have, of each hero on its own or not. */
export const sizeOf = (families: Family[], heroes: boolean) =>
  families.reduce((sum, { k, first, last, sets }) => sum + (heroes ? k : 1) * (last - first) * sets, 0);

/** The placements of a deal and its board, in a memory of their own. */
export class Placements {
  kernels: Kernels;
  rules: Rules;
  families: Family[];
  size: number;
  /** What kernels take of placements. */
  given: number[];
  /** And of the board: the neighbours of slots, how far a pawn goes from each, and the size. */
  walked: number[];

  #board: number[];
  #cards: number[];
  #row: number;

  /** @param layout of the canonical deal */
  constructor({ rules, free, cells, cards, slots }: Layout, kernels: Kernels, heroes: boolean) {
    const { families, given } = familiesOf(rules, kernels);
    const [count, { players }] = [families[families.length - 1].last, rules.turn];
    const arrays = [players, 8, 8, 8, 4 * free, 8].map((bytes) => kernels.room(bytes * count));
    const near = (cell: number) =>
      rules.neighbours[cell].reduce((mask, other) => mask | (1n << BigInt(slots[other])), 0n);
    this.kernels = kernels;
    this.rules = rules;
    this.families = families;
    this.size = sizeOf(families, heroes);
    this.given = [count, free, players, ...arrays];
    this.walked = [kernels.put(BigUint64Array.from(cells, near)), kernels.room(8 * cells.length), this.size];
    this.#board = given;
    this.#row = kernels.room(players);
    this.#cards = cells.map((cell) => cards[cell]);
    kernels.run("fill_placements", ...given, ...this.given, Number(heroes));
  }

  /** Families in the order in which they are solved, in pieces: with face-up sets, first and past the last. */
  get pieces(): [Family, number, number][] {
    const sets = 1 << this.given[1];
    const cut = (piece: number) => Math.floor((sets * piece) / PIECES);
    return this.families.flatMap((family) =>
      family.waiting
        ? [[family, sets - 1, sets] as [Family, number, number]]
        : Array.from({ length: PIECES }, (_, piece): [Family, number, number] => [family, cut(piece), cut(piece + 1)]),
    );
  }

  /** Set the steps to those under the edition of a family. */
  setSteps({ edition }: Family) {
    const of = this.rules.editions[Math.max(edition, 0)];
    const allowed = BigUint64Array.from(this.#cards, (card) => BigInt(allowedSteps(card, of)));
    this.kernels.bytes(this.walked[1], allowed.byteLength).set(new Uint8Array(allowed.buffer));
  }

  /** Where a position lies, for the first hero, and how far from there for each other. @param layout of its deal */
  find(position: Position, { slots, free, cells }: Layout) {
    const { order, pawns, edition, waiting, rules } = position;
    const out = pawns.flatMap((cell, player) => (order.includes(player) ? [] : [slots[cell] ?? slots.length]));
    // A joker that a removed pawn left has that pawn's place.
    const left = position.openJokers.map((cell) => slots[cell]);
    const gone = [...left, ...out].sort((a, b) => a - b).slice(0, out.length);
    const row = Uint8Array.from([...order.map((player) => slots[pawns[player]]), ...gone]);
    const up = cells.slice(0, free).reduce((mask, cell, slot) => mask | (Number(position.isUp(cell)) << slot), 0);
    const first = waiting ? rules.editions.findIndex(({ name }) => name === edition.name) : LATER;
    this.kernels.bytes(this.#row, row.length).set(row);
    const given = [...this.#board, ...this.given, order.length, first, this.#row, up];
    const sets = waiting ? 1 : 2 ** (free - row.filter((slot) => slot < free).length);
    return { rank: this.kernels.run("find_duel", ...given), sets };
  }
}

/** The entries of all duels of a deal, in the memory in which they were solved. */
export class DuelTable extends Placements {
  #entries: number;

  /**
   * @param layout of the canonical deal
   * @param kernels a memory of its own
   */
  constructor(layout: Layout, kernels: Kernels) {
    super(layout, kernels, true);
    this.#entries = kernels.room(this.size);
  }

  get bytes() {
    return this.#entries + this.size;
  }

  get entries() {
    return this.kernels.bytes(this.#entries, this.size);
  }

  /** Solve it in steps. */
  *solve(): Iterable<{ done: number; of: number }> {
    const { pieces } = this;
    for (const [done, [family, from, to]] of pieces.entries()) {
      this.setSteps(family);
      const part = [family.first, family.last, family.k, from, to];
      this.kernels.run("solve_duels", ...part, ...this.given, ...this.walked, this.#entries);
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
    const { rank, sets } = this.find(position, layout);
    const { entries } = this;
    return heroes.map((hero) => {
      const entry = entries[rank + position.order.indexOf(hero) * sets] & WON;
      return entry < FIRST_WIN ? { result: "loss", dte: entry } : { result: "win", dte: WON - entry };
    });
  }
}
