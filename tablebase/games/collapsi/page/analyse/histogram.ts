/**
 * How many positions of the deal have each value, with the value of the position shown marked.
 * Heights are logarithmic: a deal has hundreds of thousands of short endings, and only a few of the
 * longest games.
 */

import { show, svg } from "#shared/dom.ts";
import { counted } from "#shared/judge.ts";
import type { DealStatistics } from "../answers.d.ts";
import { isForMany } from "../shared/game.ts";
import type { Session } from "./state.ts";

const [BAR, GAP, HEIGHT, TOP, BOTTOM] = [18, 4, 96, 16, 20];

/** With this many bars or more there is no room for a number below each. */
const CROWDED = 20;

export function mountHistogram(root: HTMLElement, session: Session) {
  session.addEventListener("settled", () => {
    const { probe, hidden, draft, rules, state } = session;
    const { found } = state.counts;
    const shown = probe && !hidden && !draft ? (probe.dte ?? -1) : -1;
    show(root, {
      "histogram-panel": { hidden: rules !== undefined && (!rules.tabled || isForMany(rules)) },
      histogram: found ? [chart(found, shown)] : [],
      "histogram-note": found ? note(found, shown) : "",
    });
  });
}

/** @param shown distance of the position shown, or -1 */
function chart({ values }: DealStatistics, shown: number) {
  const most = Math.log(Math.max(...values.map((value) => value.positions)) + 1);
  const width = values.length * (BAR + GAP);
  const every = values.length > CROWDED ? 5 : 1;
  const bars = values.map(({ result, dte, positions }, at) => {
    const height = (HEIGHT * Math.log(positions + 1)) / most;
    const [x, y] = [at * (BAR + GAP) + GAP / 2, TOP + HEIGHT - height];
    const title = `${counted(positions, "position")}: the side to move ${result === "win" ? "wins" : "loses"} in ${dte}`;
    const bar = svg("g", { class: `bar ${result} ${dte === shown ? "shown" : ""}` });
    bar.append(svg("title", {}, title), svg("rect", { x, y, width: BAR, height, rx: 2 }));
    if (dte % every === 0 || dte === shown)
      bar.append(svg("text", { x: x + BAR / 2, y: TOP + HEIGHT + 14 }, String(dte)));
    if (dte === shown) bar.append(svg("path", { d: `M${x + 4},${y - 11}h10l-5,8z` }));
    return bar;
  });
  const label = "Positions of this deal by distance to the end, on a logarithmic scale";
  const hatch = svg(
    "pattern",
    { id: "hatch", width: 5, height: 5, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    svg("rect", { width: 5, height: 5, class: "hatch-ground" }),
    svg("rect", { width: 2, height: 5, class: "hatch-line" }),
  );
  const box = `0 0 ${width} ${TOP + HEIGHT + BOTTOM}`;
  return svg("svg", { viewBox: box, role: "img", "aria-label": label }, hatch, ...bars);
}

function note({ values, positions }: DealStatistics, shown: number) {
  const all = `${counted(positions, "position")} by moves to the end, on a logarithmic scale. The side to move loses in an even number of moves (hatched) and wins in an odd number.`;
  if (shown < 0) return all;
  const longer = values.reduce((sum, value) => sum + (value.dte > shown ? value.positions : 0), 0);
  return `${all} ${longer ? counted(longer, "position") : "No position"} ${longer > 1 ? "last" : "lasts"} longer than this one.`;
}
