/** The reader's own rules as the text of a link, which `shared/own_rules.ts` describes and reads. */

import { SWITCHES } from "../engine/designs.ts";
import { optionsOf } from "../engine/turns.ts";
import { readingOf, UNNAMED } from "../shared/own_rules.ts";
import type { CustomRules } from "../engine/engine.ts";

/** The text of a link for rules. */
export function encodeRules({ rows, columns, picture, wrap = true, deck, editions = [], name, ...given }: CustomRules) {
  const { players, absent, ...options } = optionsOf(given);
  const on = SWITCHES.filter((each) => options[each.name]).map(({ letter }) => letter);
  const gaps = picture?.some((row) => row.includes("_"));
  const board = gaps ? picture?.join(".").replaceAll("#", "o") : `${rows}x${columns}`;
  const steps = editions.map(({ joker_steps: allowed }) => allowed.join("")).join(".");
  const fields = [
    board,
    deck.replaceAll(/[J\s]/g, ""),
    steps,
    (wrap ? "w" : "") + on.join("") + players + readingOf(given).letter + (absent ? `a${absent}` : ""),
  ];
  return [...fields, ...(name && name !== UNNAMED ? [name] : [])].join("~");
}
