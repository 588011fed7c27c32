/** Counts over all positions of a deal, as `/api/deal` answers. */

import type { Work } from "#engine/answers.ts";
import type { Coding } from "#engine/data.ts";
import { type Kernels, loader } from "#engine/kernels.ts";
import type { DealStatistics, Edition } from "../answers.d.ts";
import type { DealTable } from "./deals.ts";
import { imageOf, type Layout } from "./layout.ts";
import { positionOf, wordsOf } from "./play.ts";
import type { Deal } from "./position.ts";
import { type Prober, scoreOf, winnerOf, winning } from "./probe.ts";

const LONGEST = 3;

const loaded = loader(new URL("statistics.wasm", import.meta.url));

/** @param deal for two players */
export async function statistics(deal: Deal, edition: Edition, prober: Prober, work: Work): Promise<DealStatistics> {
  const { rules } = deal;
  const found = await prober.find(deal.cards, rules, work, "deal");
  const table = found.table as DealTable;
  const start = await prober.probe(deal.asDealt(edition), work);
  const { coding } = table;
  const kernels = await loaded("statistics");
  const counts = countsOf(table, kernels);
  const { deal: canonical, all: images, same } = imageOf(deal, prober.kernels);
  const values = coding.values.map((value, code) => ({
    ...value,
    positions: counts.reduce((sum, row) => sum + row[code], 0),
  }));
  const occurring = values.filter(({ positions }) => positions).sort((a, b) => a.dte - b.dte);
  const longest = Math.max(...occurring.map(({ dte }) => dte));
  const plies = counts.map((row, layer) => ({ ply: counts.length - 1 - layer, ...won(row, coding) }));
  const all = values.map(({ positions }) => positions);
  return {
    deal: String(deal),
    rules: rules.name,
    edition: edition.name,
    canonical: String(canonical),
    orbit: images / same,
    positions: table.index.size,
    ...won(all, coding),
    longest_dte: longest,
    values: occurring,
    // Where pawns may land on each other, cards do not show the ply.
    plies: rules.turn.pawnsShare ? [] : plies.reverse().filter(({ wins, losses }) => wins || losses),
    opening: {
      winner: winnerOf(start) as DealStatistics["opening"]["winner"],
      dte: start.value.dte,
      score: scoreOf(start),
      winning_moves: winning(start),
      moves: start.moves.length,
    },
    longest: longestOf(table, deal, found.layout, coding, longest, kernels),
    origin: "built",
  };
}

/** How many positions have each code, by layer. */
function countsOf({ index: { free, size, layers }, rules, bits, packed }: DealTable, kernels: Kernels): number[][] {
  const counts = new Int32Array(layers * 256);
  kernels.call("count_deal", free, Number(rules.turn.pawnsShare), bits, size, packed, layers, counts);
  return Array.from({ length: layers }, (_, layer) => [...counts.subarray(layer * 256, (layer + 1) * 256)]);
}

/** Wins and losses among the counts by code. */
function won(row: number[], { values }: Coding) {
  const sum = (wanted: string) =>
    values.reduce((total, { result }, code) => total + (result === wanted ? row[code] : 0), 0);
  return { wins: sum("win"), losses: sum("loss") };
}

/** The last positions of a table with the longest distance to the end. */
function longestOf(table: DealTable, deal: Deal, { slots }: Layout, { values }: Coding, dte: number, kernels: Kernels) {
  const found = [];
  const start = deal.asDealt(deal.rules.editions[0]);
  for (let rank = table.index.size - 1; rank >= 0 && found.length < LONGEST; rank--) {
    if (values[table.code(rank)].dte !== dte) continue;
    const words = wordsOf(start).slice();
    const number = kernels.call("unrank_deal", ...table.slotted(slots), rank, words.length / 8, words);
    const position = positionOf(words, deal.asDealt(deal.rules.editions[number]));
    found.push({ position: String(position), edition: position.edition.name });
  }
  return found;
}
