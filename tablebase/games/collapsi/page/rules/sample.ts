/**
 * Random deals of some rules, played perfectly: who wins, and how long the games are. Deal number n
 * is always the same, so a larger sample begins with a smaller one.
 */

import { ask } from "#engine/client.ts";
import type { CustomRules } from "../engine/engine.ts";

/**
 * The deals of an edition, counted. `wins` are by player, "nobody" where nobody can force a win, and
 * "unknown" where the search did not end. `lengths` are by moves. `exact` says that all deals are counted.
 */
export type Counts = {
  edition: string;
  deals: number;
  wins: Record<string, number>;
  lengths: Record<number, number>;
  exact?: boolean;
};

/** How long at most to search a deal of a larger board. */
const SEARCH_SECONDS = 5;

export class Sample {
  rules: CustomRules;
  tabled: boolean;
  changed: () => unknown;
  deals: number;
  counts: Counts[];

  #work: AbortController | null = null;

  /**
   * @param tabled whether deals are solved, rather than searched
   * @param changed called when a deal more is counted, or the work ends
   */
  constructor(rules: CustomRules, tabled: boolean, changed: () => unknown) {
    this.rules = rules;
    this.tabled = tabled;
    this.changed = changed;
    this.deals = 0;
    this.counts = (rules.editions ?? []).map(({ name }) => ({ edition: name, deals: 0, wins: {}, lengths: {} }));
  }

  get running() {
    return this.#work !== null;
  }

  /** Count deals until their number reaches the goal. */
  async run(goal: number) {
    const work = new AbortController();
    this.#work = work;
    this.changed();
    try {
      while (this.deals < goal) await this.#deal(this.deals + 1, work.signal);
    } catch (error) {
      if (error !== work.signal.reason) throw error;
    } finally {
      this.#work = null;
      this.changed();
    }
  }

  stop() {
    this.#work?.abort();
  }

  /** Count a deal, for all editions or for none. */
  async #deal(seed: number, signal: AbortSignal) {
    const { rules } = this;
    const found = [];
    for (const { edition } of this.counts) {
      const { position } = await ask("random", { rules, edition, seed }, { signal });
      found.push(await this.#value({ rules, edition, position }, signal));
    }
    this.deals = seed;
    found.forEach(({ winner, dte }, at) => count(this.counts[at], winner, dte));
    this.changed();
  }

  async #value(question: { rules: CustomRules; edition: string; position: string }, signal: AbortSignal) {
    if (this.tabled) {
      const { winner, dte } = await ask("probe", question, { signal });
      return { winner: winner ?? "nobody", dte };
    }
    const { winner, dte } = await ask("search", { ...question, seconds: SEARCH_SECONDS }, { signal });
    return { winner: winner ?? "unknown", dte };
  }
}

function count(counts: Counts, winner: string, dte: number | null) {
  const { wins, lengths } = counts;
  counts.deals++;
  wins[winner] = (wins[winner] ?? 0) + 1;
  if (dte !== null) lengths[dte] = (lengths[dte] ?? 0) + 1;
}
