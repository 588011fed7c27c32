/**
 * The rules that are being designed: as the engine takes them, and complete. They are plain data that is never
 * changed, only replaced. And rules as a file.
 */

import type { CustomRules } from "../engine/engine.ts";
import { type Options, optionsOf, SWITCHES } from "../engine/turns.ts";
import { editionOf, SHIFTING, UNNAMED } from "../shared/address.ts";

export type Draft = Required<Omit<CustomRules, keyof Options>> & Options;

export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9"];

/** The longest side of a board. */
export const MOST = 9;

/** Editions that fit on the page. */
export const MOST_EDITIONS = 4;

const OF_A_RANK = 4;

/** @param sign of cells, or of gaps */
const signs = ({ picture }: Draft, sign: string) => [...picture.join("")].filter((other) => other === sign).length;

export const cellsOf = (draft: Draft) => signs(draft, "#");

export const hasGaps = (draft: Draft) => signs(draft, "_") > 0;

/** How many cards of a rank there are. */
export const countOf = ({ deck }: Draft, rank: string) => [...deck].filter((card) => card === rank).length;

/** Cards that the board lacks; negative if there are too many. */
export const lacking = (draft: Draft) => cellsOf(draft) - draft.deck.length;

const jokersOf = ({ players, absent }: Draft) => "J".repeat(players + absent);

/** Four of each rank, from the ace upwards, until the board is full. */
function usualDeck(draft: Draft) {
  const jokers = jokersOf(draft);
  const all = RANKS.map((rank) => rank.repeat(OF_A_RANK)).join("");
  return all.slice(0, Math.max(0, cellsOf(draft) - jokers.length)) + jokers;
}

/** Whether the cards are the usual ones: then they follow the board. */
export const isUsual = (draft: Draft) => draft.deck === usualDeck(draft);

export const reset = (draft: Draft): Draft => ({ ...draft, deck: usualDeck(draft) });

export function changed(draft: Draft, changes: Partial<Draft>): Draft {
  const next = { ...draft, ...changes };
  return isUsual(draft) ? reset(next) : { ...next, deck: next.deck.replaceAll("J", "") + jokersOf(next) };
}

/** The draft with another size; gaps stay where they are. */
export function resized(draft: Draft, { rows, columns }: { rows: number; columns: number }) {
  const row = (at: number) => (draft.picture[at] ?? "").slice(0, columns).padEnd(columns, "#");
  return changed(draft, { rows, columns, picture: Array.from({ length: rows }, (_, at) => row(at)) });
}

/** @param place a cell that becomes a gap, or a cell again */
export function toggled(draft: Draft, place: number) {
  const [row, column] = [Math.floor(place / draft.columns), place % draft.columns];
  const line = [...draft.picture[row]];
  const picture = draft.picture.with(row, line.with(column, line[column] === "#" ? "_" : "#").join(""));
  return changed(draft, { picture });
}

/** The draft with some cards of a rank. */
export const counted = (draft: Draft, rank: string, count: number): Draft => ({
  ...draft,
  deck: RANKS.map((other) => other.repeat(other === rank ? count : countOf(draft, other))).join("") + jokersOf(draft),
});

/** @param rules as the engine or a link gives them */
export function draftOf({
  rows,
  columns,
  picture = Array(rows).fill("#".repeat(columns)),
  wrap = true,
  deck,
  editions = [],
  name = UNNAMED,
  ...given
}: CustomRules): Draft {
  const sorted = [...RANKS, "J"].map((rank) => [...deck].filter((card) => card === rank).join("")).join("");
  const called = editions.map(({ joker_steps: allowed }) => editionOf(allowed));
  return { rows, columns, picture, wrap, deck: sorted, editions: called, name, ...optionsOf(given) };
}

/** Rules as a file that `tablebase --rules` reads (docs/rules.md). */
export function toml({ name, rows, columns, picture = [], wrap, deck, editions = [], ...given }: CustomRules) {
  const gaps = picture.some((row) => row.includes("_"));
  const key = (edition: string) => (/^[A-Za-z]+$/.test(edition) ? edition : `"${edition}"`);
  const { players, out, absent, ...options } = optionsOf(given);
  return [
    `name = "${name}"`,
    `board = "${gaps ? picture.join(" ") : `${rows}x${columns}`}"`,
    `wrap = ${wrap}`,
    `deck = "${(deck.match(/(.)\1*/g) ?? []).join(" ")}"`,
    ...SWITCHES.filter(({ name }) => options[name]).map(({ name }) => `${name} = true`),
    `players = ${players}`,
    ...(out !== "stays" ? [`out = "${out}"`] : []),
    ...(absent ? [`absent = ${absent}`] : []),
    ...SHIFTING.flatMap((option) => (options[option] ? `${option} = "${options[option]}"` : [])),
    "",
    "[editions]",
    ...editions.map(({ name: edition, joker_steps: steps }) => `${key(edition)} = [${steps.join(", ")}]`),
    "",
  ].join("\n");
}
