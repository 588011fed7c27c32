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

/** How many free cells a deal has, and positions in its table. */
export function indexOf({ size: cells, turn, editions }: Rules) {
  const [free, both] = [cells - 2, Number(turn.pawnsShare)];
  const openings = free * (free - 1 + 2 * both) * 2 ** (free - 2);
  return { free, size: openings + editions.length * 2 * (1 + free + both) };
}

/** The table of a deal and of all its images. */
export type DealTable = Awaited<ReturnType<typeof solveDeal>>;

/** Solve a canonical deal, given its start. */
export async function solveDeal(start: Position, kernels: Kernels, codings: Codings) {
  const { rules } = start;
  const { paths, ending, pawnsShare } = rules.turn;
  const { free, size } = indexOf(rules);
  const isSmall = paths.includes("NIBBLES");
  const [bits, coding] = isSmall ? [4, codings.nibble] : [8, codings[ending]];
  const solvers = isSmall ? kernels : await laterKernels("deals");
  const solve = isSmall ? "solve_nibbles" : paths.includes("BYTES") ? "solve_bytes" : "solve_turn";
  const [steps, replies] = [stepsOf(rules), Uint8Array.from(coding.replies)];
  // A kernel needs at least eight bytes for each pair of slots.
  const room = new Uint8Array((size * bits) / 8 + 8 * free ** 2);
  const length = solvers.call(solve, ...given(start), steps.length, steps, replies.length, replies, room);
  const packed = room.slice(0, length);
  const code = (rank: number) => (bits === 8 ? packed[rank] : (packed[rank >> 1] >> ((rank & 1) * 4)) & 15);

  /** What each player can force, by player. @param layout of the positions' deal */
  function values(positions: Position[], { slots }: Layout): Bound[][] {
    const [{ rules, edition }] = positions;
    const states = positions.map(wordsOf);
    const words = Uint8Array.from(states.flatMap((state) => [...state]));
    const shape = [rules.editions.indexOf(edition), positions.length, states[0].length / 8];
    const ranks = new Uint32Array(positions.length);
    const deal = [free, Number(pawnsShare), slots.length, Uint8Array.from(slots)];
    kernels.call("rank_deal", ...deal, ...shape, words, ranks);
    return [...ranks].map((rank, at) => {
      const { result, dte } = coding.values[code(rank)];
      const other: Bound = { result: result === "win" ? "loss" : "win", dte };
      return positions[at].order[0] ? [other, { result, dte }] : [{ result, dte }, other];
    });
  }

  return { size, bits, coding, packed, bytes: length, code, values };
}
