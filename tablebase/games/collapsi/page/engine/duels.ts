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

/** The positions of a deal in a memory of their own, of each player who forces something or not. */
export class Duels {
  bytes: number;

  protected kernels: Kernels;
  protected deal: number[];
  #state: number;
  #slots: number;
  #found: number;
  #block: number;

  /** @param start of the canonical deal */
  constructor(start: Position, kernels: Kernels, heroes: boolean = true) {
    const { given, length } = laid(start, kernels);
    const steps = stepsOf(start.rules);
    const kind = [given[0], given[1], steps.length, Number(heroes)];
    this.kernels = kernels;
    this.deal = [...given, steps.length, kernels.put(steps)];
    this.#state = kernels.room(length);
    this.#slots = kernels.room(start.cards.length);
    this.#found = kernels.room(8 * NUMBERS);
    this.bytes = kernels.run("begin_duels", ...kind, 0);
    this.#block = kernels.room(this.bytes);
    kernels.run("begin_duels", ...kind, this.#block);
  }

  /** Do all pieces of some work. Now and then the caller may pause, and gets how far it is. */
  protected *pieces(name: string, ...more: number[]): Generator<{ done: number; of: number }, void> {
    for (let [done, of] = [0, 1]; done < of; ) {
      of = this.kernels.run(name, ...this.deal, ...more, done, this.#block);
      yield { done: ++done, of };
    }
  }

  /** Let a kernel find a position, and get numbers that it fills in. @param layout of the position's deal */
  protected find(name: string, position: Position, { slots }: Layout, ...more: number[]) {
    const { kernels, deal } = this;
    const { edition, rules } = position;
    const words = wordsOf(position);
    kernels.bytes(this.#state, words.length).set(words);
    kernels.bytes(this.#slots, slots.length).set(slots);
    const at = [this.#state, slots.length, this.#slots, rules.editions.indexOf(edition), this.#block];
    const answer = kernels.run(name, ...deal.slice(0, 3), ...at, ...more, this.#found);
    return { answer, numbers: [...kernels.get(BigInt64Array, this.#found, NUMBERS)].map(Number) };
  }
}

/** What each player can force in all positions of a deal. */
export class DuelTable extends Duels {
  solve() {
    return this.pieces("solve_duels");
  }

  /** By player, of those still in. @param layout of the positions' deal */
  values(positions: Position[], layout: Layout): Bound[][] {
    return positions.map((position) =>
      this.find("find_duel", position, layout).numbers.map((number) => ({
        result: number & 1 ? "win" : "loss",
        dte: number >> 1,
      })),
    );
  }
}
