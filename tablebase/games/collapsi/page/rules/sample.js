/**
 * Random deals of some rules, played perfectly: who wins, and how long the games are. Deal number n
 * is always the same, so a larger sample begins with a smaller one.
 *
 * @typedef {import("../shared/own_rules.js").CustomRules} CustomRules
 * @typedef {{edition: string, deals: number, wins: Record<string, number>, lengths: Record<number, number>,
 *   exact?: boolean}} Counts of an edition: `wins` by player, "nobody" where nobody can force a win,
 *   and "unknown" where the search did not end; `lengths` by moves; `exact` if these are all deals
 */

import { ask } from "#engine/client.js";

/** How long at most to search a deal of a larger board. */
const SEARCH_SECONDS = 5;

export class Sample {
  /** @type {AbortController | null} */
  #work = null;

  /**
   * @param {CustomRules} rules
   * @param {boolean} tabled whether deals are solved, rather than searched
   * @param {() => unknown} changed called when a deal more is counted, or the work ends
   */
  constructor(rules, tabled, changed) {
    this.rules = rules;
    this.tabled = tabled;
    this.changed = changed;
    this.deals = 0;
    /** @type {Counts[]} */
    this.counts = (rules.editions ?? []).map(({ name }) => ({ edition: name, deals: 0, wins: {}, lengths: {} }));
  }

  get running() {
    return this.#work !== null;
  }

  /** Count deals until their number reaches the goal. @param {number} goal */
  async run(goal) {
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

  /** Count a deal, for all editions or for none. @param {number} seed @param {AbortSignal} signal */
  async #deal(seed, signal) {
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

  /** @param {{rules: CustomRules, edition: string, position: string}} question @param {AbortSignal} signal */
  async #value(question, signal) {
    if (this.tabled) {
      const { winner, dte } = await ask("probe", question, { signal });
      return { winner: winner ?? "nobody", dte };
    }
    const { winner, dte } = await ask("search", { ...question, seconds: SEARCH_SECONDS }, { signal });
    return { winner: winner ?? "unknown", dte };
  }
}

/** @param {Counts} counts @param {string} winner @param {number | null} dte */
function count(counts, winner, dte) {
  const { wins, lengths } = counts;
  counts.deals++;
  wins[winner] = (wins[winner] ?? 0) + 1;
  if (dte !== null) lengths[dte] = (lengths[dte] ?? 0) + 1;
}
