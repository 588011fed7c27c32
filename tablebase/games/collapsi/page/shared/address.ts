/**
 * Addresses: a mode, a position or deal, its rules, and the moves played from there.
 *
 *     ?p=A223/4A2J/3A23/J3A4&m=a3.a1.d1&at=2&e=single&r=3x3&mode=play
 *
 * A position is written with `_` for the blank; `e` is the edition and `r` the rules, or `own` those
 * of one's own. Without `at` the last position is shown. Old links have no mode, which opens the analysis,
 * and no edition, which means the first of the rules.
 *
 * The reader's own rules are `own=4x4~AAAA2222333344~1234.1~w2~mine`: the board, the cards without jokers,
 * the steps from a joker of each edition, the options and the name.
 *
 *     board     4x4, or where there are gaps its rows: _oo_.oooo.oooo._oo_
 *     options   w edges joined, the letters of switches, the number of players, the letter of what
 *               happens if one of several players cannot move, a1 or a2 if 1 or 2 players are absent,
 *               and how lines shift, as -must-out-line
 *     name      optional
 */

import { movesIn, query } from "#shared/query.ts";
import type { Edition } from "../answers.d.ts";
import type { CustomRules } from "../engine/engine.ts";
import { type Options, OUTS, optionsOf, SWITCHES } from "../engine/turns.ts";
import { type Game, movesOf, PUBLISHED } from "./game.ts";

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

/** The fields of an address that say which rules. */
export function fieldsOf({ rules, edition }: { rules: string; edition: string }) {
  const own = textOfOwn(rules);
  return { e: edition, r: rules === PUBLISHED || own ? "" : rules, own };
}

/** The game as an address's query. @param others further fields */
export function addressOf({ steps, at, ...variant }: Game, others: Record<string, string> = {}) {
  return query({
    p: steps[0].position.replaceAll(" ", "_"),
    m: movesOf(steps),
    at: at === steps.length - 1 ? "" : String(at),
    ...fieldsOf(variant),
    ...others,
  });
}

const LETTERS = SWITCHES.map(({ letter }) => `${letter}?`).join("");
const READINGS = OUTS.map(({ letter }) => letter).join("");
const OWN = new RegExp(
  "^(?:([1-9])x([1-9])|([o_]{1,9}(?:\\.[o_]{1,9}){0,8}))~([A2-9]{0,64})~([1-9]{1,9}(?:\\.[1-9]{1,9}){0,7})" +
    `~(w?)(${LETTERS})([2-4])([${READINGS}]?)(?:a([12]))?((?:-[a-z]+){0,3})(?:~([A-Za-z0-9_-]{1,64}))?$`,
);

/** The options that say how lines shift, in the order in which links have them. */
export const SHIFTING = ["shift", "pushed", "edges"] as const;

/** The page names them by this, followed by the text of their link. */
const NAMED = "own:";

/** The name of the rules that a link has in `own=`. */
export const nameOfOwn = (text: string) => NAMED + text;

/** The text of a link for the reader's own rules; "" for others. @param name of rules */
export const textOfOwn = (name: string) => (name.startsWith(NAMED) ? name.slice(NAMED.length) : "");

/** The rules of a name as the engine takes them. */
export function forEngine(name: string): string | CustomRules {
  const own = decodeRules(textOfOwn(name));
  return own ? { ...own, name } : name;
}

/** What the engine calls rules without a name. */
export const UNNAMED = "custom";

/** What the published editions are called, by their steps; others are called by those. */
const CALLED: Record<string, string> = { "1,2,3,4": "wild", 1: "single" };

/** An edition of some steps. */
export const editionOf = (steps: number[]): Edition => ({
  name: CALLED[String(steps)] ?? String(steps),
  joker_steps: steps,
});

/** What happens if one of three or four players cannot move. */
export const readingOf = ({ out }: Partial<Options>) => OUTS.find(({ name }) => name === out) ?? OUTS[0];

/** The rules that a text describes, or null. The engine says whether they are valid. */
export function decodeRules(text: string): CustomRules | null {
  const found = OWN.exec(text);
  if (!found) return null;
  const [, rows, columns, gaps, cards, steps, wrap, on, players, reading, absent, shifts, name] = found;
  const picture = gaps?.replaceAll("o", "#").split(".") ?? Array(Number(rows)).fill("#".repeat(Number(columns)));
  return {
    rows: picture.length,
    columns: picture[0].length,
    picture,
    wrap: wrap !== "",
    deck: cards + "J".repeat(Number(players) + Number(absent ?? 0)),
    editions: steps.split(".").map((digits) => editionOf([...digits].map(Number))),
    ...Object.fromEntries(SWITCHES.filter(({ letter }) => on.includes(letter)).map(({ name }) => [name, true])),
    players: Number(players),
    out: OUTS.find(({ letter }) => letter === (reading ?? ""))?.name,
    ...(absent ? { absent: Number(absent) } : {}),
    ...Object.fromEntries(
      shifts
        .split("-")
        .slice(1)
        .map((own, at) => [SHIFTING[at], own]),
    ),
    ...(name ? { name } : {}),
  };
}

/** The text of a link for rules. */
export function encodeRules({ rows, columns, picture, wrap = true, deck, editions = [], name, ...given }: CustomRules) {
  const { players, absent, ...options } = optionsOf(given);
  const on = SWITCHES.filter((each) => options[each.name]).map(({ letter }) => letter);
  const gaps = picture?.some((row) => row.includes("_"));
  const board = gaps ? picture?.join(".").replaceAll("#", "o") : `${rows}x${columns}`;
  const steps = editions.map(({ joker_steps: allowed }) => allowed.join("")).join(".");
  const shifts = SHIFTING.map((option) => options[option] && `-${options[option]}`).join("");
  const fields = [
    board,
    deck.replaceAll(/[J\s]/g, ""),
    steps,
    (wrap ? "w" : "") + on.join("") + players + readingOf(given).letter + (absent ? `a${absent}` : "") + shifts,
  ];
  return [...fields, ...(name && name !== UNNAMED ? [name] : [])].join("~");
}
