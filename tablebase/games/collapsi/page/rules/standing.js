/**
 * Exact answers compared with the published editions.
 *
 * @typedef {import("./sample.js").Counts} Counts
 * @typedef {import("./draft.js").Draft} Draft
 */

import { html } from "#shared/dom.js";
import { decimals, matchOf, mean, percent, shareOf } from "./verdict.js";

const COLUMNS = ["Deck and J", "Red wins", "Starter wins a match", "Moves"];

/** Whether two counts are of the same game. @param {Counts} a @param {Counts} b */
const same = (a, b) => JSON.stringify(a.lengths) === JSON.stringify(b.lengths);

/** @param {Counts[]} own all deals of a draft, by edition @param {Counts[]} published @param {Draft} draft */
export function standing(own, published, draft) {
  const others = published.filter((counts) => !own.some((mine) => same(mine, counts)));
  const rows = [
    ...own.map((counts) => row("this deck", counts, draft)),
    ...others.map((counts) => row("published", counts, draft)),
  ];
  return html(
    "table",
    { class: "standing" },
    html("caption", {}, "Compared with the published editions"),
    html("thead", {}, html("tr", {}, ...COLUMNS.map((name) => html("th", { scope: "col" }, name)))),
    html("tbody", {}, ...rows),
  );
}

/** @param {string} deck @param {Counts} counts @param {Draft} draft */
function row(deck, counts, draft) {
  const match = matchOf(counts, draft);
  const shares = [shareOf(counts), match].map((share) => (share ? `${percent(share.share, decimals(counts))}%` : ""));
  const cells = [...shares, mean(counts.lengths).toFixed(decimals(counts))];
  return html(
    "tr",
    {},
    html("th", { scope: "row" }, `${deck}, ${counts.edition}`),
    ...cells.map((text) => html("td", {}, text)),
  );
}
