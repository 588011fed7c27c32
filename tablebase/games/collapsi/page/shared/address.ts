/**
 * Addresses: a mode, a position or deal, its rules, and the moves played from there.
 *
 *     ?p=A223/4A2J/3A23/J3A4&m=a3.a1.d1&at=2&e=single&r=3x3&mode=play
 *
 * A position is written with `_` for the blank; `e` is the edition and `r` the rules, or `own` those
 * of one's own (own_rules.ts). Without `at` the last position is shown. Old links have no mode, which
 * opens the analysis, and no edition, which means the first of the rules.
 */

import { movesIn, query } from "#shared/query.ts";
import { type Game, movesOf, PUBLISHED } from "./game.ts";
import { nameOfOwn, textOfOwn } from "./own_rules.ts";

/** `at` is the number of moves up to the position shown. */
type Asked = { position: string | null; rules: string; edition: string; moves: string[]; at: number };

export function asked(query: URLSearchParams): Asked {
  const text = query.get("p") || null;
  // Where rows are parted by slashes, any other _ than the last is a gap of the board.
  const position = text?.replaceAll(text.includes("/") ? /_(?=[rbgy]+$)/g : "_", " ") ?? null;
  const own = query.get("own");
  return {
    position,
    ...movesIn(query),
    edition: query.get("e") ?? query.get("edition") ?? "",
    rules: own ? nameOfOwn(own) : (query.get("r") ?? query.get("rules") ?? PUBLISHED),
  };
}

/** Whether an address names rules or an edition. */
export const namesRules = (query: URLSearchParams) =>
  ["r", "rules", "own", "e", "edition"].some((field) => query.get(field));

/** Whether an address has further lines, or notes (analyse/later/link.ts). */
export const hasLines = (query: URLSearchParams) => query.has("v") || query.has("note");

/** The game as an address's query. @param others further fields */
export function addressOf({ rules, edition, steps, at }: Game, others: Record<string, string> = {}) {
  const published = rules === PUBLISHED;
  const own = textOfOwn(rules);
  return query({
    p: steps[0].position.replaceAll(" ", "_"),
    m: movesOf(steps),
    at: at === steps.length - 1 ? "" : String(at),
    e: edition,
    r: published || own ? "" : rules,
    own,
    ...others,
  });
}
