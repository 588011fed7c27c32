/**
 * The lab's picture of an edition: who wins, with the interval of the first player's share, and with
 * two players how long the games are. Red's bars are filled, blue's are hatched, the others are
 * outlined.
 */

import { html } from "#shared/dom.ts";
import { called } from "../shared/variants.ts";
import { percent, shareOf, shown } from "./fairness.ts";
import type { Counts } from "./sample.ts";

const WINNERS = ["red", "blue", "green", "yellow", "nobody"];

/** The smallest share of the bar in which its name has room. */
const NAMED = 0.26;

/** @param counts of an edition, some deals at least */
export function picture(counts: Counts, players: number) {
  const { share, interval } = shareOf(counts);
  const [low, high] = interval;
  const between = counts.exact ? "exactly" : `between ${percent(low)} and ${percent(high)}%`;
  const many = players > 2;
  const label = `${called(counts.edition)}: Red ${many ? "can force a win in" : "wins"} ${shown(share, counts)} of the deals, ${between}`;
  const whisker = html("i", { class: "whisker", hidden: counts.exact });
  Object.assign(whisker.style, { left: `${100 * low}%`, right: `${100 - 100 * high}%` });
  const drawn = [whisker, winners(counts), ...(many ? [] : [lengths(counts)])];
  return html("div", { role: "img", "aria-label": label, class: "lab" }, ...drawn);
}

/** One bar, cut by who wins. */
function winners({ wins }: Counts) {
  const known = WINNERS.filter((winner) => wins[winner]);
  const all = known.reduce((sum, winner) => sum + wins[winner], 0);
  const parts = known.map((winner) => {
    const share = wins[winner] / all;
    const said = `${winner[0].toUpperCase()}${winner.slice(1)} ${percent(share)}%`;
    const part = html("span", { class: winner }, share > NAMED ? said : "");
    part.style.width = `${100 * share}%`;
    return part;
  });
  return html("div", { class: "winners" }, ...parts);
}

/** Bars by length; the first player wins the odd ones. */
function lengths({ lengths: found }: Counts) {
  const plies = Object.keys(found).map(Number);
  const low = Math.min(...plies);
  const most = Math.max(...Object.values(found));
  const all = Object.values(found).reduce((sum, deals) => sum + deals, 0);
  const bars = Array.from({ length: Math.max(...plies) - low + 1 }, (_, at) => {
    const [length, games] = [low + at, found[low + at] ?? 0];
    const bar = html("i", { class: length % 2 ? "red" : "blue" });
    bar.style.height = `${(100 * games) / most}%`;
    const title = `${percent(games / all)}% of the games last ${length} moves`;
    return html("div", { title, "data-drawn": length }, bar);
  });
  return html("div", { class: "lengths" }, ...bars);
}
