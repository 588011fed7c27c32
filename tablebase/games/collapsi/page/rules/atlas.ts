/**
 * The atlas: every deal of 14 cards from A to 4 and two jokers on the published board, counted with
 * perfect play. docs: `tablebase/games/collapsi/browser.py`, which writes its files.
 */

import { json } from "#engine/data.ts";
import { Turn } from "../engine/turns.ts";
import { editionOf } from "../shared/address.ts";
import { cellsOf, countOf, type Draft, hasGaps, RANKS } from "./draft.ts";
import type { Counts } from "./sample.ts";

/** The deals of each length from 1, by the name of the deck and the joker steps. */
type Decks = Record<string, Record<string, number[]>>;

const SIDE = 4;
const KINDS = RANKS.slice(0, 4);

/** The most cards of one rank. */
const CARDS = 14;

/** What gives the decks with a number of aces. */
const files = Array.from({ length: CARDS + 1 }, (_, aces) => json(new URL(`../atlas/${aces}.json`, import.meta.url)));

/**
 * Joker steps, as digits, with those added that change nothing: on the first turn a pawn can reach
 * each cell 1 step away in 3 as well, around a square, and each cell 2 steps away in 4.
 */
export function gameOf(steps: number[]) {
  const implied = steps.flatMap((step) => ({ 3: [1], 4: [2] })[step] ?? []);
  return [...new Set([...steps, ...implied])].sort().join("");
}

/** How many of each card a draft has, if the atlas has such games. */
function deckOf(draft: Draft) {
  const { rows, columns, wrap, deck } = draft;
  const isBoard = rows === SIDE && columns === SIDE && !hasGaps(draft) && wrap;
  const isDeck = deck.length === cellsOf(draft) && /^[A234J]*$/.test(deck);
  return isBoard && isDeck && new Turn(draft).isPublished ? KINDS.map((rank) => countOf(draft, rank)) : null;
}

/** @returns null if they are not counted */
async function count(deck: number[], steps: number[]): Promise<Counts | null> {
  const decks: Decks = await files[deck[0]]();
  const lengths = decks[deck.join("-")]?.[gameOf(steps)];
  if (!lengths) return null;
  const won = (odd: number) => lengths.reduce((sum, deals, at) => sum + ((at + 1) % 2 === odd ? deals : 0), 0);
  const wins = { red: won(1), blue: won(0) };
  const found = Object.fromEntries(lengths.flatMap((deals, at) => (deals ? [[at + 1, deals]] : [])));
  return { edition: editionOf(steps).name, deals: wins.red + wins.blue, wins, lengths: found, exact: true };
}

/** All deals of a draft, by edition; null for those that the atlas does not have. */
export async function allDeals(draft: Draft): Promise<(Counts | null)[]> {
  const deck = deckOf(draft);
  return Promise.all(draft.editions.map(({ joker_steps: steps }) => deck && count(deck, steps)));
}
