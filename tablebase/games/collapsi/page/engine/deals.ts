/**
 * Tables of deals for two players: solved by kernels, a code for each position.
 * docs: `tablebase/games/collapsi/deals/`.
 */

import type { Coding } from "#engine/data.ts";
import type { Kernels } from "#engine/kernels.ts";
import type { Bound } from "../answers.d.ts";
import type { Layout } from "./layout.ts";
import { given, laterKernels, stepsOf, wordsOf } from "./play.ts";
import type { Position } from "./position.ts";
import type { Rules } from "./rules.ts";

/** That of nibbles, and those of bytes by what the end is for the side that cannot move. */
export type Codings = Record<"nibble" | "loss" | "win", Coding>;

/** How many free cells a deal has, positions in its table, and layers. */
export function indexOf({ size: cells, turn, editions }: Rules) {
  const [free, both] = [cells - 2, Number(turn.pawnsShare)];
  const openings = free * (free - 1 + 2 * both) * 2 ** (free - 2);
  return { free, size: openings + editions.length * 2 * (1 + free + both), layers: both ? 2 * free + 3 : free + 1 };
}

/** The table of a deal and of all its images. */
export class DealTable {
  rules: Rules;
  bits: number;
  coding: Coding;
  index: ReturnType<typeof indexOf>;
  packed: Uint8Array<ArrayBuffer>;

  #kernels: Kernels;

  /**
   * @param start of the canonical deal
   * @param solvers the kernels that solve it
   */
  constructor(start: Position, kernels: Kernels, codings: Codings, solvers: Kernels) {
    const { rules } = start;
    const { paths, ending } = rules.turn;
    this.#kernels = kernels;
    this.rules = rules;
    this.index = indexOf(rules);
    this.bits = paths.includes("NIBBLES") ? 4 : 8;
    this.coding = codings[this.bits === 4 ? "nibble" : ending];
    const solve = this.bits === 4 ? "solve_nibbles" : paths.includes("BYTES") ? "solve_bytes" : "solve_turn";
    const [steps, replies] = [stepsOf(rules), Uint8Array.from(this.coding.replies)];
    // A kernel needs at least eight bytes for each pair of slots.
    const codes = new Uint8Array((this.index.size * this.bits) / 8 + 8 * this.index.free ** 2);
    const length = solvers.call(solve, ...given(start), steps.length, steps, replies.length, replies, codes);
    this.packed = codes.slice(0, length);
  }

  /** Solve a canonical deal, given its start. */
  static async solved(start: Position, kernels: Kernels, codings: Codings) {
    const isFirst = start.rules.turn.paths.includes("NIBBLES");
    return new DealTable(start, kernels, codings, isFirst ? kernels : await laterKernels("deals"));
  }

  get bytes() {
    return this.packed.length;
  }

  code(rank: number) {
    if (this.bits === 8) return this.packed[rank];
    return (this.packed[rank >> 1] >> ((rank & 1) * 4)) & 15;
  }

  /** What each player can force, by player. @param layout of the positions' deal */
  values(positions: Position[], { slots }: Layout): Bound[][] {
    const [{ rules, edition }] = positions;
    const states = positions.map(wordsOf);
    const words = Uint8Array.from(states.flatMap((state) => [...state]));
    const shape = [rules.editions.indexOf(edition), positions.length, states[0].length / 8];
    const ranks = new Uint32Array(positions.length);
    this.#kernels.call("rank_deal", ...this.given(slots), ...shape, words, ranks);
    return [...ranks].map((rank, at) => {
      const { result, dte } = this.coding.values[this.code(rank)];
      const other: Bound = { result: result === "win" ? "loss" : "win", dte };
      return positions[at].order[0] ? [other, { result, dte }] : [{ result, dte }, other];
    });
  }

  /** What kernels take to rank positions. */
  given(slots: number[]) {
    return [this.index.free, Number(this.rules.turn.pawnsShare), slots.length, Uint8Array.from(slots)];
  }
}
