/** Exact answers compared with the published editions. */

import { html } from "#shared/dom.ts";
import type { Draft } from "./draft.ts";
import type { Counts } from "./sample.ts";
import { decimals, matchOf, mean, percent, shareOf } from "./verdict.ts";

const COLUMNS = ["Deck and J", "Red wins", "Starter wins a match", "Moves"];

/** Whether two counts are of the same game. */
const same = (a: Counts, b: Counts) => JSON.stringify(a.lengths) === JSON.stringify(b.lengths);

/** @param own all deals of a draft, by edition */
export function standing(own: Counts[], published: Counts[], draft: Draft) {
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

function row(deck: string, counts: Counts, draft: Draft) {
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
