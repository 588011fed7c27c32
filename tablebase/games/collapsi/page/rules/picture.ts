/**
 * The lab's picture of an edition: who wins, with the interval of the first player's share, and with
 * two players how long the games are. Red's bars are filled, blue's are hatched, the others are
 * outlined.
 */

import { svg } from "#shared/dom.ts";
import type { Counts } from "./sample.ts";
import { decimals, percent, shareOf } from "./verdict.ts";

const [WIDTH, BAR, TOP] = [360, 26, 16];
const [PLOT, AXIS] = [64, 18];
const WINNERS = ["red", "blue", "green", "yellow", "nobody"];

/** @param counts of an edition, some deals at least */
export function picture(counts: Counts, players: number) {
  const { share, interval } = shareOf(counts);
  const between = counts.exact ? "exactly" : `between ${percent(interval[0])} and ${percent(interval[1])}%`;
  const many = players > 2;
  const label = `${counts.edition}: Red ${many ? "can force a win in" : "wins"} ${percent(share, decimals(counts))}% of the deals, ${between}`;
  const height = TOP + BAR + 22 + (many ? 0 : PLOT + AXIS);
  return svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": label, class: "lab" },
    hatch(),
    winners(counts),
    svg("path", { class: "half", d: `M${WIDTH / 2},2V${TOP}m0,${BAR}v8` }),
    ...(counts.exact ? [] : [whisker(interval)]),
    ...(many ? [] : [lengths(counts)]),
  );
}

/** One bar, cut by who wins. */
function winners(counts: Counts) {
  const group = svg("g", { class: "winners" });
  const known = WINNERS.filter((winner) => counts.wins[winner]);
  const all = known.reduce((sum, winner) => sum + counts.wins[winner], 0);
  let x = 0;
  for (const winner of known) {
    const width = (WIDTH * counts.wins[winner]) / all;
    group.append(
      svg("rect", { class: winner, x, y: TOP, width, height: BAR }),
      ...(width > 92
        ? [
            svg(
              "text",
              { x: x + 8, y: TOP + 18, class: `on-${winner}` },
              `${winner[0].toUpperCase()}${winner.slice(1)} ${percent(counts.wins[winner] / all)}%`,
            ),
          ]
        : []),
    );
    x += width;
  }
  return group;
}

/** The interval of red's share. */
function whisker([low, high]: [number, number]) {
  const y = TOP - 7;
  return svg(
    "g",
    { class: "whisker" },
    svg("path", { d: `M${low * WIDTH},${y - 4}v8M${low * WIDTH},${y}H${high * WIDTH}M${high * WIDTH},${y - 4}v8` }),
  );
}

/** Bars by length; the first player wins the odd ones. */
function lengths({ lengths: found }: Counts) {
  const plies = Object.keys(found).map(Number);
  const [low, high] = [Math.min(...plies), Math.max(...plies)];
  const most = Math.max(...Object.values(found));
  const all = Object.values(found).reduce((sum, deals) => sum + deals, 0);
  const slot = Math.min(48, WIDTH / (high - low + 1));
  const base = TOP + BAR + 22 + PLOT;
  const group = svg("g", { class: "lengths" });
  for (let length = low; length <= high; length++) {
    const height = (PLOT * (found[length] ?? 0)) / most;
    const x = (length - low) * slot;
    const kind = length % 2 ? "red" : "blue";
    group.append(
      svg(
        "g",
        {},
        svg("title", {}, `${percent((found[length] ?? 0) / all)}% of the games last ${length} moves`),
        svg("rect", { class: kind, x: x + 1.5, y: base - height, width: slot - 3, height }),
      ),
      ...(slot > 15 || (length - low) % 2 === 0
        ? [svg("text", { class: "ply", x: x + slot / 2, y: base + 14 }, String(length))]
        : []),
    );
  }
  return group;
}

/** Stripes, so that colour is not the only difference between the sides. */
const hatch = () =>
  svg(
    "pattern",
    { id: "lab-hatch", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    svg("rect", { width: 6, height: 6, class: "ground" }),
    svg("rect", { width: 2, height: 6, class: "stripe" }),
  );
