/**
 * Deals for three and four players: what each player can force against all others together. The
 * kernels lay out a deal's positions in a block of memory and solve it piece by piece. docs:
 * `tablebase/games/collapsi/duels/`.
 */

import type { Kernels } from "#engine/kernels.ts";
import type { Bound } from "../answers.d.ts";
import type { Layout } from "./layout.ts";
import { laid, stepsOf, wordsOf } from "./play.ts";
import { Deal, type Position } from "./position.ts";
import type { Rules } from "./rules.ts";

/** Most numbers that a kernel fills in. */
const NUMBERS = 5;

/** How many positions a deal's table has. */
export function countOf(rules: Rules, kernels: Kernels) {
  const { given } = laid(Deal.start(rules.deck, rules), kernels);
  return kernels.run("count_duels", given[0], given[1], rules.editions.length, 1);
}

/** The positions of a deal for three or four in a memory of their own. */
export class Duels {
  kernels: Kernels;
  block: number;
  bytes: number;

  #deal: number[];
  #outcomes: number[];
  #state: number;
  #slots: number;
  #found: number;

  /**
   * @param start of the canonical deal
   * @param outcomes for placings; without any, what each player can force is solved
   */
  constructor(start: Position, kernels: Kernels, outcomes: number[] = []) {
    const { given, length } = laid(start, kernels);
    const steps = stepsOf(start.rules);
    const kind = [given[0], given[1], steps.length, Number(!outcomes.length)];
    this.kernels = kernels;
    this.#deal = [...given, steps.length, kernels.put(steps)];
    this.#outcomes = [outcomes.length, kernels.put(BigInt64Array.from(outcomes, BigInt))];
    this.#state = kernels.room(length);
    this.#slots = kernels.room(start.cards.length);
    this.#found = kernels.room(8 * NUMBERS);
    this.bytes = kernels.run("begin_duels", ...kind, 0);
    this.block = kernels.room(this.bytes);
    kernels.run("begin_duels", ...kind, this.block);
  }

  /** Solve it. Now and then the caller may pause, and gets how far it is. */
  *solve(): Generator<{ done: number; of: number }, void> {
    for (let [done, of] = [0, 1]; done < of; ) {
      of = this.kernels.run("solve_players", ...this.#deal, ...this.#outcomes, done, this.block);
      yield { done: ++done, of };
    }
  }

  /**
   * What a kernel knows of a position, and whether it was reached before: from now on it is.
   *
   * @param layout of its deal
   * @param team a mask of players
   */
  find(position: Position, { slots }: Layout, team: number = 0) {
    const { edition, rules } = position;
    const { kernels } = this;
    const words = wordsOf(position);
    kernels.bytes(this.#state, words.length).set(words);
    kernels.bytes(this.#slots, slots.length).set(slots);
    const given = [...this.#deal.slice(0, 3), this.#state, slots.length, this.#slots, rules.editions.indexOf(edition)];
    const answer = kernels.run("find_players", ...given, this.block, ...this.#outcomes, team, this.#found);
    return { reached: answer === 1, numbers: [...kernels.get(BigInt64Array, this.#found, NUMBERS)].map(Number) };
  }

  /** What each player still in can force, by player. @param layout of the positions' deal */
  values(positions: Position[], layout: Layout): Bound[][] {
    return positions.map((position) =>
      this.find(position, layout).numbers.map((number) => ({
        result: number & 1 ? "win" : "loss",
        dte: number >> 1,
      })),
    );
  }
}
