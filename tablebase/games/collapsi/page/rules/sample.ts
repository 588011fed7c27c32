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

/**
 * @param tabled whether deals are solved, rather than searched
 * @param changed called when a deal more is counted, or the work ends
 */
export function sampleOf(rules: CustomRules, tabled: boolean, changed: () => unknown) {
  let work: AbortController | null = null;
  const sample = {
    deals: 0,
    counts: (rules.editions ?? []).map(({ name }): Counts => ({ edition: name, deals: 0, wins: {}, lengths: {} })),
    isRunning: () => work !== null,
    stop: () => work?.abort(),
    /** Count deals until their number reaches the goal. */
    run: async (goal: number) => {
      const { signal } = (work = new AbortController());
      changed();
      try {
        while (sample.deals < goal) await deal(sample.deals + 1, signal);
      } catch (error) {
        if (error !== signal.reason) throw error;
      } finally {
        work = null;
        changed();
      }
    },
  };

  /** Count a deal, for all editions or for none. */
  async function deal(seed: number, signal: AbortSignal) {
    const found = [];
    for (const { edition } of sample.counts) {
      const { position } = await ask("random", { rules, edition, seed }, { signal });
      const question = { rules, edition, position, ...(tabled ? {} : { seconds: SEARCH_SECONDS }) };
      const { winner, dte } = await ask(tabled ? "probe" : "search", question, { signal });
      found.push({ winner: winner ?? (tabled ? "nobody" : "unknown"), dte });
    }
    sample.deals = seed;
    found.forEach(({ winner, dte }, at) => count(sample.counts[at], winner, dte));
    changed();
  }
  return sample;
}

export type Sample = ReturnType<typeof sampleOf>;

function count(counts: Counts, winner: string, dte: number | null) {
  const { wins, lengths } = counts;
  counts.deals++;
  wins[winner] = (wins[winner] ?? 0) + 1;
  if (dte !== null) lengths[dte] = (lengths[dte] ?? 0) + 1;
}
