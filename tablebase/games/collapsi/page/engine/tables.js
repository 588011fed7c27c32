/**
 * The tables that have been solved: the last few are kept.
 *
 * @typedef {import("./rules.js").Rules} Rules
 * @typedef {import("#engine/kernels.js").Kernels} Kernels
 * @typedef {import("./duels.js").DuelTable} DuelTable
 * @typedef {import("./position.js").Position} Position
 * @typedef {import("#engine/answers.js").Work} Work
 */

import { EngineError } from "#engine/errors.js";
import { Shared } from "#engine/shared.js";
import { DealTable } from "./deals.js";
import { laterKernels } from "./later.js";
import { Layout } from "./layout.js";
import { MAX_SOLVED_CELLS } from "./rules.js";

const BYTES_KEPT = 64 << 20;

/** Whether deals under some rules are solved here: where lines are shifted, a deal has no table. @param {{size: number, turn: import("./turns.js").Turn}} rules */
export const isSolved = ({ size, turn }) => size <= MAX_SOLVED_CELLS && !turn.linesMove;

/** Refuse rules whose deals are not solved here. @param {Rules} rules @param {string} parameter */
export function checkSolved(rules, parameter) {
  if (!isSolved(rules))
    throw new EngineError(
      `no table: the browser does not solve a deal of ${rules.size} cells${rules.turn.linesMove ? " with shifts" : ""}, expected at most ${MAX_SOLVED_CELLS} cells, and no shifts`,
      parameter,
      501,
    );
}

export class Tables {
  /** @type {Map<string, DealTable | DuelTable>} */
  #kept = new Map();
  #shared = new Shared();
  /** The layouts of the cards that were asked for: all positions of a game have the same. @type {WeakMap<number[], Layout>} */
  #layouts = new WeakMap();

  /** @param {Kernels} kernels */
  constructor(kernels) {
    this.kernels = kernels;
  }

  /**
   * The table and the layout of a deal.
   *
   * @param {number[]} cards @param {Rules} rules @param {Work} work @param {string} parameter
   */
  async find(cards, rules, work, parameter) {
    checkSolved(rules, parameter);
    const layout = this.#layouts.get(cards) ?? new Layout(cards, rules);
    this.#layouts.set(cards, layout);
    const { neighbours, editions, turn } = rules;
    const key = JSON.stringify([layout.canonicalCards, neighbours, editions, turn]);
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

  /** @param {Layout} layout @param {Work} work */
  async #solved({ canonicalCards, rules }, work) {
    if (rules.turn.twoSided) return DealTable.solved(rules, canonicalCards, this.kernels);
    const { DuelTable } = await import("./many.js");
    const table = new DuelTable(new Layout(canonicalCards, rules), await laterKernels());
    for (const sofar of table.solve()) {
      work.report(sofar);
      await work.pause();
    }
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
