/** The rules in plain words. */

import { counted } from "#shared/judge.ts";
import type { Rules } from "../answers.d.ts";
import { SWITCHES, Turn } from "../engine/turns.ts";
import { readingOf } from "../shared/address.ts";
import { listed, PLAYERS, shiftRule } from "../shared/words.ts";
import { cellsOf, countOf, type Draft, hasGaps, isUsual, lacking, RANKS } from "./draft.ts";

export function summary(draft: Draft) {
  const { rows, columns, wrap, players, editions } = draft;
  const turn = new Turn(draft);
  const board = hasGaps(draft) ? `${cellsOf(draft)} cells on a ${rows}x${columns} board` : `Board: ${rows}x${columns}`;
  const deck = RANKS.filter((rank) => countOf(draft, rank)).map((rank) => `${countOf(draft, rank)} × ${rank}`);
  const joker = editions.map(
    ({ name, joker_steps: steps }) =>
      `${listed(steps.map(String), "disjunction")} ${String(steps) === "1" ? "step" : "steps"}${name === "wild" ? " (wild)" : ""}`,
  );
  return [
    `${PLAYERS[players - 2]} play.`,
    `${board}, edges ${wrap ? "joined" : "not joined"}.`,
    `Cards: ${listed([...deck, `${players} starting cards`], "conjunction")}.`,
    `From a starting card a pawn walks ${listed(joker, "disjunction")}.`,
    turn.twoSided ? "" : readingOf(draft).rule,
    turn.linesMove ? shiftRule(turn, "a player") : "",
    ...SWITCHES.map(({ name, rule }) => (draft[name] ? rule : "")),
  ]
    .filter(Boolean)
    .join(" ");
}

/** How full the board is, and with which cards. */
export function filling(draft: Draft) {
  const left = lacking(draft);
  if (left > 0) return `${counted(left, "cell")} still ${left === 1 ? "needs" : "need"} a card.`;
  if (left < 0) return `${counted(-left, "card")} too many for the board.`;
  return `Every cell has a card${isUsual(draft) ? ", from the usual deck" : ""}.`;
}

/** What deals there are, and what their pictures show. @param all whether they are all deals */
export function sampling(deals: number, all: boolean) {
  if (all) return "Counts every deal of these cards, played perfectly.";
  if (!deals) return "Solves random deals and counts who wins with perfect play.";
  return `${counted(deals, "random deal")}, played perfectly. The line above each bar is the 95% interval.`;
}

/** How deals of these rules are solved. */
export function solving(rules: Rules) {
  const { tabled, searched, positions } = rules;
  if (tabled) return `A deal has ${counted(positions ?? 0, "position")}, all solved in the browser.`;
  const why = new Turn(rules).linesMove
    ? "Shifts lead to other deals, so there are no tables"
    : "Too large for tables in the browser";
  return `${why}: ${searched ? "each deal is searched, which takes seconds" : "the browser does not solve these deals"}.`;
}
