/**
 * Tables of deals for two players: solved by kernels, a code for each position.
 * docs: `tablebase/games/collapsi/deals/`.
 */

import { laterKernels } from "./later.ts";
import type { Layout } from "./layout.ts";
import { laid } from "./play.ts";
import { Deal, type Position } from "./position.ts";
import { allowedSteps, JOKER, type Rules, stepMask } from "./rules.ts";
import type { Coding } from "#engine/data.ts";
import type { Kernels } from "#engine/kernels.ts";

/** That of nibbles, and those of bytes by what the end is for the side that cannot move. */
export type Codings = Record<"nibble" | "loss" | "win", Coding>;

/** What a table is for its deal, whichever of its images a position comes from. */
export class DealTable {
  rules: Rules;
  free: number;
  bits: number;
  coding: Coding;
  openings: number;
  block: number;
  size: number;
  packed: Uint8Array<ArrayBuffer>;

  constructor(rules: Rules, canonicalCards: number[], kernels: Kernels, codings: Codings) {
    this.rules = rules;
    this.free = canonicalCards.length - 2;
    this.bits = rules.turn.paths.includes("NIBBLES") ? 4 : 8;
    this.coding = codings[this.bits === 4 ? "nibble" : rules.turn.ending];
    const sets = 1 << (this.free - 2);
    this.openings = this.free * (this.free - 1) * sets + Number(rules.turn.pawnsShare) * this.free * 2 * sets;
    this.block = 1 + this.free + Number(rules.turn.pawnsShare);
    this.size = this.openings + rules.editions.length * 2 * this.block;
    this.packed = this.#solve(canonicalCards, kernels);
  }

  /** Solve the deal of some cards. */
  static async solved(rules: Rules, canonicalCards: number[], kernels: Kernels, codings: Codings) {
    const isFirst = rules.turn.paths.includes("NIBBLES");
    return new DealTable(rules, canonicalCards, isFirst ? kernels : await laterKernels(), codings);
  }

  #solve(cards: number[], kernels: Kernels) {
    const { rules } = this;
    const { paths } = rules.turn;
    const steps = rules.editions.map(({ joker_steps: allowed }) => BigInt(stepMask(allowed)));
    if (!paths.includes("BYTES")) {
      const jokers = cards.flatMap((card, cell) => (card === JOKER ? [cell] : []));
      const { given } = laid(new Deal(cards, jokers, rules).asDealt(rules.editions[0]), kernels);
      const known = kernels.put(Uint8Array.from(this.coding.replies));
      const codes = kernels.room(this.size);
      const allowed = kernels.put(BigUint64Array.from(steps));
      return kernels.get(Uint8Array, codes, kernels.run("solve_turn", ...given, steps.length, allowed, known, codes));
    }
    kernels.clear();
    const board = [
      rules.size,
      kernels.put(rules.masks),
      kernels.put(Uint16Array.from(cards, (card) => allowedSteps(card))),
    ];
    const editions = [steps.length, kernels.put(BigUint64Array.from(steps))];
    // The kernel needs at least eight bytes for each pair of slots.
    const codes = kernels.room((this.size * this.bits) / 8 + 8 * this.free ** 2);
    const length =
      this.bits === 8
        ? kernels.run("solve_bytes", ...board, ...editions, Number(rules.turn.pawnsShare), codes)
        : kernels.run("solve_nibbles", ...board, ...editions, codes);
    return kernels.get(Uint8Array, codes, length);
  }

  get bytes() {
    return this.packed.length;
  }

  code(rank: number) {
    if (this.bits === 8) return this.packed[rank];
    return (this.packed[rank >> 1] >> ((rank & 1) * 4)) & 15;
  }

  /** The codes of positions of a deal. @param layout of their deal */
  codes(positions: Position[], layout: Layout, kernels: Kernels) {
    const later = positions.filter((position) => position.left <= this.free);
    const ranks = this.#ranks(later, layout, kernels).values();
    return positions.map((position) =>
      this.code(position.left <= this.free ? Number(ranks.next().value) : this.#openingRank(position, layout)),
    );
  }

  #ranks(positions: Position[], layout: Layout, kernels: Kernels) {
    kernels.clear();
    const rows = [
      positions.map((position) => layout.upSlots(position)),
      positions.map(({ mover }) => layout.slots[mover]),
      positions.map(({ next }) => layout.slots[next]),
    ];
    const ranks = kernels.room(4 * positions.length);
    kernels.run("rank_deal", this.free, positions.length, kernels.put(Int32Array.from(rows.flat())), ranks);
    return kernels.get(Uint32Array, ranks, positions.length);
  }

  /** The rank of a position with the mover on a face-up joker. */
  #openingRank({ mover, pawns, order, edition }: Position, { slots, jokers }: Layout) {
    const opponent = pawns[order[1]];
    const number = this.rules.editions.findIndex(({ name }) => name === edition.name);
    const joker = jokers.indexOf(mover);
    if (slots[opponent] < 0 && mover !== opponent) return this.openings + (number * 2 + joker) * this.block;
    const other = mover === opponent ? this.free : slots[opponent];
    return this.openings + (number * 2 + 1 - joker) * this.block + 1 + other;
  }

  /** How many positions have each code, by layer. */
  counts(kernels: Kernels): number[][] {
    const { free, block } = this;
    const landing = Number(this.rules.turn.pawnsShare);
    kernels.clear();
    const counts = kernels.put(new Int32Array(2 * this.rules.size * 256));
    const layers = kernels.run("count_deal", free, landing, this.bits, kernels.put(this.packed), counts);
    const found = kernels.get(Int32Array, counts, layers * 256);
    // The first plies: the start, then red on each slot, and last red on blue's joker.
    for (let rank = this.openings; rank < this.size; rank++) {
      const at = (rank - this.openings) % block;
      const played = at ? 1 + landing - Number(at > free) : 0;
      found[(layers - 1 - played) * 256 + this.code(rank)] += 1;
    }
    return Array.from({ length: layers }, (_, layer) => [...found.subarray(layer * 256, (layer + 1) * 256)]);
  }

  /** What a rank stands for. */
  unranked(rank: number, kernels: Kernels) {
    if (rank >= this.openings) {
      const [number, at] = [Math.floor((rank - this.openings) / this.block), (rank - this.openings) % this.block];
      return { edition: number >> 1, joker: number & 1, slot: at - 1 };
    }
    kernels.clear();
    const found = kernels.room(12);
    kernels.run("unrank_deal", this.free, rank, found);
    const [up, mover, opponent] = kernels.get(Int32Array, found, 3);
    return { up, mover, opponent };
  }
}
