/**
 * Counts over all positions of a deal, as `/api/deal` answers.
 *
 * @typedef {import("../answers.js").DealStatistics} DealStatistics
 * @typedef {import("./deals.js").DealTable} DealTable
 * @typedef {import("./layout.js").Layout} Layout
 * @typedef {import("#engine/kernels.js").Kernels} Kernels
 */

import { loader } from "#engine/kernels.js";
import { Position } from "./position.js";
import { scoreOf, winnerOf } from "./probe.js";
import { maskOf } from "./rules.js";

const LONGEST = 3;

const loaded = loader(new URL("statistics.wasm", import.meta.url));

/**
 * @param {import("./position.js").Deal} deal @param {import("./probe.js").Probe} start
 * @param {DealTable} table @param {Layout} layout @param {import("#engine/data.js").Coding} coding
 * @returns {Promise<DealStatistics>}
 */
export async function statistics(deal, start, table, layout, coding) {
  const { rules } = deal;
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
      winner: /** @type {DealStatistics["opening"]["winner"]} */ (winnerOf(start)),
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

/** Wins and losses among the counts by code. @param {number[]} row @param {import("#engine/data.js").Coding} coding */
function won(row, { values }) {
  const sum = (/** @type {string} */ wanted) =>
    values.reduce((total, { result }, code) => total + (result === wanted ? row[code] : 0), 0);
  return { wins: sum("win"), losses: sum("loss") };
}

/**
 * The last positions of a table with the longest distance to the end.
 *
 * @param {DealTable} table @param {Layout} layout @param {import("#engine/data.js").Coding} coding
 * @param {number} dte @param {Kernels} kernels
 */
function longestOf(table, layout, { values }, dte, kernels) {
  const found = [];
  for (let rank = table.size - 1; rank >= 0 && found.length < LONGEST; rank--) {
    if (values[table.code(rank)].dte === dte) found.push(unranked(table, layout, rank, kernels));
  }
  return found;
}

/** @param {DealTable} table @param {Layout} layout @param {number} rank @param {Kernels} kernels */
function unranked(table, { cells, jokers, cards, rules }, rank, kernels) {
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
