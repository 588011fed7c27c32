/** Counts over all positions of a deal, as `/api/deal` answers. */

import { type Kernels, loader } from "#engine/kernels.ts";
import { type Deal, Position } from "./position.ts";
import { type Probe, scoreOf, winnerOf } from "./probe.ts";
import { maskOf } from "./rules.ts";
import type { Coding } from "#engine/data.ts";
import type { DealStatistics } from "../answers.d.ts";
import type { DealTable } from "./deals.ts";
import type { Layout } from "./layout.ts";

const LONGEST = 3;

const loaded = loader(new URL("statistics.wasm", import.meta.url));

export async function statistics(deal: Deal, start: Probe, table: DealTable, layout: Layout): Promise<DealStatistics> {
  const { rules } = deal;
  const { coding } = table;
  const kernels = await loaded();
  const counts = table.counts(kernels);
  const values = coding.values.map((value, code) => ({
    ...value,
    positions: counts.reduce((sum, row) => sum + row[code], 0),
  }));
  const occurring = values.filter(({ positions }) => positions).sort((a, b) => a.dte - b.dte);
  const longest = Math.max(...occurring.map(({ dte }) => dte));
  const plies = counts.map((row, layer) => ({ ply: counts.length - 1 - layer, ...won(row, coding) }));
  const total = won(
    values.map(({ positions }) => positions),
    coding,
  );
  return {
    deal: String(deal),
    rules: rules.name,
    edition: start.position.edition.name,
    canonical: String(deal.canonical),
    orbit: deal.orbit,
    positions: table.size,
    ...total,
    longest_dte: longest,
    values: occurring,
    // Where pawns may land on each other, cards do not show the ply.
    plies: rules.turn.pawnsShare ? [] : plies.reverse().filter(({ wins, losses }) => wins || losses),
    opening: {
      winner: winnerOf(start) as DealStatistics["opening"]["winner"],
      dte: start.value.dte,
      score: scoreOf(start),
      winning_moves: start.moves.filter(({ value }) => value.result === "win").length,
      moves: start.moves.length,
    },
    longest: longestOf(table, layout, coding, longest, kernels).map((position) => ({
      position: String(position),
      edition: position.edition.name,
    })),
    origin: "built",
  };
}

/** Wins and losses among the counts by code. */
function won(row: number[], { values }: Coding) {
  const sum = (wanted: string) =>
    values.reduce((total, { result }, code) => total + (result === wanted ? row[code] : 0), 0);
  return { wins: sum("win"), losses: sum("loss") };
}

/** The last positions of a table with the longest distance to the end. */
function longestOf(table: DealTable, layout: Layout, { values }: Coding, dte: number, kernels: Kernels) {
  const found = [];
  for (let rank = table.size - 1; rank >= 0 && found.length < LONGEST; rank--) {
    if (values[table.code(rank)].dte === dte) found.push(unranked(table, layout, rank, kernels));
  }
  return found;
}

function unranked(table: DealTable, { cells, jokers, cards, rules }: Layout, rank: number, kernels: Kernels) {
  const found = table.unranked(rank, kernels);
  const full = maskOf(cards.keys());
  if (found.up === undefined) {
    const [start, other] = [jokers[found.joker], jokers[1 - found.joker]];
    const moved = found.slot >= 0;
    const up = moved ? full & ~(1n << BigInt(start)) : full;
    const red = moved ? [...cells, other][found.slot] : start;
    return new Position(cards, up, [red, other], rules.editions[found.edition], rules, moved ? [1, 0] : [0, 1]);
  }
  const { up: slots, mover, opponent } = found;
  const up = maskOf(cells.filter((_, slot) => (slots >> slot) & 1));
  const pawns = [cells[mover], cells[opponent]];
  const down = cards.length - cells.filter((_, slot) => (slots >> slot) & 1).length;
  const order = down % 2 ? [1, 0] : [0, 1];
  return new Position(cards, up, down % 2 ? pawns.reverse() : pawns, rules.editions[0], rules, order);
}
