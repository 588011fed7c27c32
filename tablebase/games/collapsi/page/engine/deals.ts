/**
 * Tables of deals for two players: solved by kernels, a code for each position.
 * docs: `tablebase/games/collapsi/deals/`.
 */

import type { Coding } from "#engine/data.ts";
import type { Kernels } from "#engine/kernels.ts";
import { laterKernels } from "./later.ts";
import type { Layout } from "./layout.ts";
import { laid, positionOf, wordsOf } from "./play.ts";
import { Deal, type Position } from "./position.ts";
import { allowedSteps, JOKER, type Rules, stepMask } from "./rules.ts";

/** That of nibbles, and those of bytes by what the end is for the side that cannot move. */
export type Codings = Record<"nibble" | "loss" | "win", Coding>;

/** How many free cells a deal has, positions in its table, and of these first plies, in blocks behind the others. */
export function indexOf({ size: cells, turn, editions }: Rules) {
  const [free, both] = [cells - 2, Number(turn.pawnsShare)];
  const openings = free * (free - 1 + 2 * both) * 2 ** (free - 2);
  const block = 1 + free + both;
  return { free, openings, block, size: openings + editions.length * 2 * block };
}

/** The table of a deal and of all its images. */
export class DealTable {
  rules: Rules;
  bits: number;
  coding: Coding;
  index: ReturnType<typeof indexOf>;
  packed: Uint8Array<ArrayBuffer>;

  constructor(rules: Rules, canonicalCards: number[], kernels: Kernels, codings: Codings) {
    this.rules = rules;
    this.index = indexOf(rules);
    this.bits = rules.turn.paths.includes("NIBBLES") ? 4 : 8;
    this.coding = codings[this.bits === 4 ? "nibble" : rules.turn.ending];
    this.packed = this.#solve(canonicalCards, kernels);
  }

  /** Solve the deal of some cards. */
  static async solved(rules: Rules, canonicalCards: number[], kernels: Kernels, codings: Codings) {
    const isFirst = rules.turn.paths.includes("NIBBLES");
    return new DealTable(rules, canonicalCards, isFirst ? kernels : await laterKernels("deals"), codings);
  }

  #solve(cards: number[], kernels: Kernels) {
    const { rules } = this;
    const { paths, pawnsShare } = rules.turn;
    const { free, size } = this.index;
    const steps = rules.editions.map(({ joker_steps: allowed }) => BigInt(stepMask(allowed)));
    if (!paths.includes("BYTES")) {
      const jokers = cards.flatMap((card, cell) => (card === JOKER ? [cell] : []));
      const { given } = laid(new Deal(cards, jokers, rules).asDealt(rules.editions[0]), kernels);
      const known = kernels.put(Uint8Array.from(this.coding.replies));
      const codes = kernels.room(size);
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
    const codes = kernels.room((size * this.bits) / 8 + 8 * free ** 2);
    const length =
      this.bits === 8
        ? kernels.run("solve_bytes", ...board, ...editions, Number(pawnsShare), codes)
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
  codes(positions: Position[], { slots }: Layout, kernels: Kernels) {
    const states = positions.map(wordsOf);
    const edition = this.rules.editions.findIndex(({ name }) => name === positions[0]?.edition.name);
    kernels.clear();
    const length = states[0]?.length ?? 0;
    const given = [...this.#given(slots, kernels), edition, positions.length, length / 8];
    const words = kernels.room(length * positions.length);
    for (const [at, state] of states.entries()) kernels.bytes(words + at * length, length).set(state);
    const ranks = kernels.room(4 * positions.length);
    kernels.run("rank_deal", ...given, words, ranks);
    return [...kernels.get(Uint32Array, ranks, positions.length)].map((rank) => this.code(rank));
  }

  /** What kernels take to rank positions. */
  #given(slots: number[], kernels: Kernels) {
    return [this.index.free, Number(this.rules.turn.pawnsShare), slots.length, kernels.put(Uint8Array.from(slots))];
  }

  /** How many positions have each code, by layer. */
  counts(kernels: Kernels): number[][] {
    const { free, openings, block, size } = this.index;
    const landing = Number(this.rules.turn.pawnsShare);
    kernels.clear();
    const counts = kernels.put(new Int32Array(2 * this.rules.size * 256));
    const layers = kernels.run("count_deal", free, landing, this.bits, kernels.put(this.packed), counts);
    const found = kernels.get(Int32Array, counts, layers * 256);
    // The first plies: the start, then red on each slot, and last red on blue's joker.
    for (let rank = openings; rank < size; rank++) {
      const at = (rank - openings) % block;
      const played = at ? 1 + landing - Number(at > free) : 0;
      found[(layers - 1 - played) * 256 + this.code(rank)] += 1;
    }
    return Array.from({ length: layers }, (_, layer) => [...found.subarray(layer * 256, (layer + 1) * 256)]);
  }

  /** The position of a rank. @param layout of its deal */
  unranked(rank: number, deal: Deal, { slots }: Layout, kernels: Kernels) {
    const { editions } = this.rules;
    const bytes = wordsOf(deal.asDealt(editions[0]));
    kernels.clear();
    const state = kernels.put(bytes);
    const number = kernels.run("unrank_deal", ...this.#given(slots, kernels), rank, bytes.length / 8, state);
    return positionOf(kernels.get(Uint8Array, state, bytes.length), deal.asDealt(editions[number]));
  }
}
