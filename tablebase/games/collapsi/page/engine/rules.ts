/** Rules: the board as a graph, the deck, and the editions. */

import { quote, refuse as refused } from "#engine/errors.ts";
import { nameAt, placeAt } from "#shared/cells.ts";
import type { Edition, Rules as RulesType } from "../answers.d.ts";
import type { Spread } from "./spread.ts";
import { type Options, optionsOf, type Turn, turnOf } from "./turns.ts";

/** Cards are numbers, 0 is a joker. */
export type Rules = Pick<RulesType, "name" | "rows" | "columns" | "wrap" | "picture" | "editions"> &
  Options &
  ReturnType<typeof graphOf> & {
    deck: number[];
    turn: Turn;
    /** Where the board may lose its outline, what knows of positions; these are then rules on their own board. */
    spread?: Spread;
  };

export const JOKER = 0;
export const COLOURS = ["red", "blue", "green", "yellow"] as const;
export const LETTERS = "rbgy";
const MAX_STEPS = 9;

/** The cell of a pawn that has been removed. */
export const GONE = -1;

/** The largest board that is solved here. */
export const MAX_SOLVED_CELLS = 16;

/** The largest board that has tables. */
export const MAX_TABLE_CELLS = 26;

/** The published game's rules. */
export const PUBLISHED = "collapsi";

const EDITIONS: Edition[] = [
  { name: "wild", joker_steps: [1, 2, 3, 4] },
  { name: "single", joker_steps: [1] },
];
const MAX_CELLS = 64;
const SIZE = /^([0-9]{1,3})x([0-9]{1,3})$/;
const EDITION_NAME = /^[\p{L}\p{N}_,.+-]{1,64}$/u;

const refuse = (message: string) => refused(message, "rules");

/**
 * The rules of a name, of a board's size such as "5x5", or of an object.
 *
 * @param offered as `/api/rules` lists them
 * @param gone why the rules of a name are gone, and what to use instead
 */
export function rulesOf(asked: any, offered: any[], gone: Record<string, string> = {}): Rules {
  if (asked && typeof asked === "object") return complete(asked);
  const size = SIZE.exec(asked);
  if (size) {
    const [rows, columns] = [Number(size[1]), Number(size[2])];
    return complete({ name: asked, rows, columns, deck: usualDeck(rows * columns, 2) });
  }
  const found = offered.find(({ name }) => name === asked);
  if (found) return complete(found);
  if (Object.hasOwn(gone, asked)) return refuse(`rules ${quote(asked)} are gone, because ${gone[asked]}`);
  return refuse(
    `no rules named ${quote(String(asked))}: expected a board's size, such as 5x5, or a name from the list of rules`,
  );
}

/** Four of each card, from the ace upwards, and a joker a player, in letters. */
function usualDeck(cells: number, players: number) {
  if (cells < players || cells > players + 36)
    refuse(`no usual deck for ${cells} cells and ${players} players: expected a deck`);
  const cards = Array.from({ length: cells - players }, (_, at) => 1 + Math.floor(at / 4));
  return cards.map(cardLetter).join("") + "J".repeat(players);
}

/** Of an unknown card it is -1. */
export const cardOf = (letter: string) => "JA23456789".indexOf(letter.toUpperCase());

export const cardLetter = (card: number) => (card < 0 ? "?" : (["J", "A"][card] ?? String(card)));

/** What rules have besides options, as they are given or as a list describes them. */
const BESIDES = new Set(
  "name rows columns wrap picture deck editions positions book tabled stored searched motions".split(" "),
);

function complete(given: any): Rules {
  const { rows, columns, name = "custom", wrap = true } = given;
  const options = optionsOf(given);
  // An option that is unknown here would be ignored, which is right only if it is off.
  const unknown = Object.keys(given).find((key) => given[key] && !(key in options || BESIDES.has(key)));
  if (unknown) refuse(`rules ${quote(name)}: ${quote(unknown)} is no option that is known here`);
  const { players, absent } = options;
  if (!isWithin(rows, 1, 9) || !isWithin(columns, 1, 9))
    refuse(`board ${rows}x${columns}: expected 1 to 9 rows and 1 to 9 columns`);
  const picture = given.picture ?? Array(rows).fill("#".repeat(columns));
  if (picture.length !== rows || picture.some((row: string) => !/^[#_]+$/.test(row) || row.length !== columns))
    refuse(`picture of a board ${picture}: expected ${rows} rows of ${columns}, # for a cell, _ for none`);
  const graph = graphOf(picture.join(""), rows, columns, wrap);
  const deck = deckOf(String(given.deck ?? usualDeck(graph.size, players + absent)));
  const editions = given.editions ?? EDITIONS;
  if (!isWithin(graph.size, 5, MAX_CELLS)) refuse(`board of ${graph.size} cells: expected 5 to ${MAX_CELLS}`);
  if (!isWithin(players, 2, 4)) refuse(`${players} players: expected 2 to 4`);
  // Tables do not know of starting cards that are face down.
  const most = graph.size > MAX_TABLE_CELLS ? LETTERS.length - players : 0;
  if (!isWithin(absent, 0, most)) refuse(`absent ${absent}: expected 0 to ${most} on board ${rows}x${columns}`);
  const turn = turnOf(options, { size: graph.size, rows, columns, wrap }, refuse);
  const rules = { name, rows, columns, wrap, picture, ...graph, deck, editions, ...options, turn };
  check(rules);
  return rules;
}

const isWithin = (number: any, low: number, high: number) =>
  Number.isInteger(number) && low <= number && number <= high;

function deckOf(text: string) {
  const letters = [...text.replace(/\s/g, "")];
  const wrong = letters.find((letter) => cardOf(letter) < 0);
  if (wrong) refuse(`card ${quote(wrong)}: expected A, J, or 2 to 9`);
  return letters.map(cardOf).sort((a, b) => a - b);
}

function check({ size, deck, players, absent, editions, name }: Rules) {
  if (deck.length !== size) refuse(`deck of ${deck.length} cards: expected ${size}, one for each cell`);
  const jokers = deck.filter((card) => card === JOKER).length;
  if (jokers !== players + absent) refuse(`deck with ${jokers} jokers: expected ${players + absent}`);
  if (!isWithin(editions.length, 1, 100)) refuse(`rules ${quote(name)}: expected 1 to 100 editions`);
  if (new Set(editions.map((edition) => edition.name)).size < editions.length)
    refuse(`rules ${quote(name)}: expected editions of different names`);
  for (const edition of editions) {
    if (!EDITION_NAME.test(edition.name)) refuse(`edition ${quote(edition.name)}: expected letters and digits`);
    if (!edition.joker_steps.length || !edition.joker_steps.every((steps) => isWithin(steps, 1, MAX_STEPS)))
      refuse(`edition ${quote(edition.name)}: steps ${edition.joker_steps}, expected some of 1 to ${MAX_STEPS}`);
  }
}

/** The places of cells, and the cells of places, in a picture. */
export function gridOf(signs: string) {
  const places = [...signs].flatMap((sign, place) => (sign === "#" ? [place] : []));
  return { places, cells: [...signs].map((sign, place) => (sign === "#" ? places.indexOf(place) : null)) };
}

/** The board of a picture: the places of cells in the grid, the cells of places, and which cells are neighbours. */
function graphOf(signs: string, rows: number, columns: number, wrap: boolean) {
  const { places, cells } = gridOf(signs);
  const cellAt = (row: number, column: number) => {
    if (wrap) [row, column] = [(row + rows) % rows, (column + columns) % columns];
    return row >= 0 && row < rows && column >= 0 && column < columns ? cells[row * columns + column] : null;
  };
  const neighbours = places.map((place, cell) => {
    const [row, column] = [Math.floor(place / columns), place % columns];
    const near = [cellAt(row - 1, column), cellAt(row, column - 1), cellAt(row, column + 1), cellAt(row + 1, column)];
    const others = near.filter((other): other is number => other !== null && other !== cell);
    return [...new Set(others)].sort((a, b) => a - b);
  });
  const reached = new Set([0]);
  for (const cell of reached) neighbours[cell]?.forEach((near) => reached.add(near));
  if (reached.size < places.length) refuse("board: expected connected cells");
  const masks = BigUint64Array.from(neighbours, maskOf);
  return { size: places.length, places, cells, neighbours, masks };
}

/** The mask of some cells. */
export const maskOf = (cells: number[]) => cells.reduce((mask, cell) => mask | (1n << BigInt(cell)), 0n);

/** The mask of numbers of steps: bit s - 1 for s. */
export const stepMask = (steps: number[]) => steps.reduce((mask, step) => mask | (1 << (step - 1)), 0);

/**
 * The mask of the numbers of steps that a card allows.
 *
 * @param card an unknown one counts as an ace: nobody moves from it
 * @param edition for a joker
 */
export const allowedSteps = (card: number, edition: Edition) =>
  stepMask(card === JOKER ? edition.joker_steps : [Math.max(card, 1)]);

export const cellName = ({ places, columns }: Rules, cell: number) => nameAt(placeAt(places[cell], columns));

/** The edition of a name, by default the first. */
export function editionOf({ editions }: Rules, name: any): Edition {
  const found = name == null || name === "" ? editions[0] : editions.find((edition) => edition.name === name);
  if (found) return found;
  const names = editions.map((edition) => edition.name).join(" or ");
  return refused(`unknown edition ${quote(String(name))}: expected ${names}`, "edition");
}
