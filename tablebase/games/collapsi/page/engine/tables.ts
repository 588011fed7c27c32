/** The tables that have been solved: the last few are kept. */

import type { Work } from "#engine/answers.ts";
import { refuse } from "#engine/errors.ts";
import type { Kernels } from "#engine/kernels.ts";
import { Shared } from "#engine/shared.ts";
import { paused } from "#engine/work.ts";
import { type Codings, DealTable } from "./deals.ts";
import type { Duels } from "./duels.ts";
import { laterKernels } from "./later.ts";
import { Layout } from "./layout.ts";
import { MAX_SOLVED_CELLS, type Rules } from "./rules.ts";
import type { Turn } from "./turns.ts";

const BYTES_KEPT = 64 << 20;

/** Whether deals under some rules are solved here: where lines are shifted, a deal has no table. */
export const isSolved = ({ size, turn }: { size: number; turn: Turn }) => size <= MAX_SOLVED_CELLS && !turn.linesMove;

/** Refuse rules whose deals are not solved here. */
export function checkSolved(rules: Rules, parameter: string) {
  if (!isSolved(rules))
    refuse(
      `no table: the browser does not solve a deal of ${rules.size} cells${rules.turn.linesMove ? " with shifts" : ""}, expected at most ${MAX_SOLVED_CELLS} cells, and no shifts`,
      parameter,
      501,
    );
}

export class Tables {
  #kept: Map<string, DealTable | Duels> = new Map();
  #shared = new Shared();
  /** The layout of the cards that were asked for last: all positions of a game have the same. */
  #last: { dealt: string; layout: Layout } | null = null;

  constructor(
    readonly kernels: Kernels,
    readonly codings: Codings,
  ) {}

  /** The table and the layout of a deal. */
  async find(cards: number[], rules: Rules, work: Work, parameter: string) {
    checkSolved(rules, parameter);
    const { picture, wrap, editions, turn } = rules; // a layout is written in the rows of the picture
    const under = JSON.stringify([picture, wrap, editions, turn]);
    const dealt = `${cards} ${under}`;
    if (this.#last?.dealt !== dealt) this.#last = { dealt, layout: new Layout(cards, rules, this.kernels) };
    const { layout } = this.#last;
    const key = `${layout.canonicalCards} ${under}`;
    const find = () => this.#kept.get(key);
    const table = await this.#shared.get(key, find, async () => {
      const solved = await this.#solved(layout, work);
      this.#kept.set(key, solved);
      return solved;
    });
    // The most recently used comes last.
    this.#kept.delete(key);
    this.#kept.set(key, table);
    this.#makeRoom();
    return { table, layout };
  }

  async #solved({ start }: Layout, work: Work) {
    if (start.rules.turn.twoSided) return DealTable.solved(start, this.kernels, this.codings);
    const { Duels } = await import("./placings.ts");
    const table = new Duels(start, await laterKernels());
    await paused(table.solve(), work);
    return table;
  }

  #makeRoom() {
    let held = 0;
    for (const [key, table] of [...this.#kept].reverse()) {
      held += table.bytes;
      if (held > BYTES_KEPT && held > table.bytes) this.#kept.delete(key);
    }
  }
}
