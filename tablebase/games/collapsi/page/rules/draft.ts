/** The rules that are being designed: plain data that is never changed, only replaced; and as a file. */

import { SWITCHES } from "../engine/designs.ts";
import type { CustomRules } from "../engine/engine.ts";
import { type Options, optionsOf } from "../engine/turns.ts";
import { editionOf, SHIFTING, UNNAMED } from "../shared/address.ts";

/**
 * `gaps` are places without a cell, `cards` how many of each, `usual` whether they follow the board, `steps`
 * those from a joker in each edition.
 */
export type Draft = {
  rows: number;
  columns: number;
  gaps: number[];
  wrap: boolean;
  cards: Record<string, number>;
  usual: boolean;
  steps: number[][];
  name: string;
} & Options;

export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9"];

/** The longest side of a board. */
export const MOST = 9;

/** Editions that fit on the page. */
export const MOST_EDITIONS = 4;

const OF_A_RANK = 4;

export const cellsOf = ({ rows, columns, gaps }: Draft) => rows * columns - gaps.length;

/** Cards that the board lacks; negative if there are too many. */
export const lacking = (draft: Draft) =>
  cellsOf(draft) - draft.players - draft.absent - Object.values(draft.cards).reduce((sum, count) => sum + count, 0);

/** Four of each rank, from the ace upwards, until the board is full. @param cells without jokers */
function usualCards(cells: number) {
  return Object.fromEntries(RANKS.map((rank, at) => [rank, Math.max(0, Math.min(OF_A_RANK, cells - OF_A_RANK * at))]));
}

export function changed(draft: Draft, changes: Partial<Draft>): Draft {
  const next = { ...draft, ...changes };
  return next.usual ? { ...next, cards: usualCards(cellsOf(next) - next.players - next.absent) } : next;
}

/** The draft with another size; gaps stay where they are. */
export function resized(draft: Draft, { rows, columns }: { rows: number; columns: number }) {
  const gaps = draft.gaps.flatMap((place) => {
    const [row, column] = [Math.floor(place / draft.columns), place % draft.columns];
    return row < rows && column < columns ? [row * columns + column] : [];
  });
  return changed(draft, { rows, columns, gaps });
}

/** @param place a cell that becomes a gap, or a cell again */
export function toggled(draft: Draft, place: number) {
  const { gaps } = draft;
  const next = gaps.includes(place) ? gaps.filter((gap) => gap !== place) : [...gaps, place];
  return changed(draft, { gaps: next });
}

export const counted = (draft: Draft, rank: string, count: number) =>
  changed(draft, { usual: false, cards: { ...draft.cards, [rank]: count } });

/** @param rules as the engine or a link gives them */
export function draftOf({
  rows,
  columns,
  picture = [],
  wrap = true,
  deck,
  editions = [],
  name = "",
  ...given
}: CustomRules): Draft {
  const options = optionsOf(given);
  const gaps = [...picture.join("")].flatMap((sign, place) => (sign === "_" ? [place] : []));
  const cards = Object.fromEntries(RANKS.map((rank) => [rank, [...deck].filter((letter) => letter === rank).length]));
  const steps = editions.map(({ joker_steps: allowed }) => allowed);
  const draft = { rows, columns, gaps, wrap, cards, usual: false, steps, name, ...options };
  const usual = JSON.stringify(usualCards(cellsOf(draft) - draft.players - draft.absent)) === JSON.stringify(cards);
  return { ...draft, usual };
}

/** The draft as the engine takes rules. */
export function rulesOf({ rows, columns, gaps, wrap, cards, steps, name, ...options }: Draft): CustomRules {
  const signs = Array.from({ length: rows * columns }, (_, place) => (gaps.includes(place) ? "_" : "#")).join("");
  return {
    name: name || UNNAMED,
    rows,
    columns,
    picture: Array.from({ length: rows }, (_, row) => signs.slice(row * columns, (row + 1) * columns)),
    wrap,
    deck: RANKS.map((rank) => rank.repeat(cards[rank])).join("") + "J".repeat(options.players + options.absent),
    editions: steps.map(editionOf),
    ...optionsOf(options),
  };
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
