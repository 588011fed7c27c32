/** Text notation of deals and positions. docs: `tablebase/games/collapsi/notation.py`. */

import { quote, refuse } from "#engine/errors.ts";
import { cardLetter, cardOf, LETTERS, type Rules } from "./rules.ts";

/** A card of -1 is unknown. */
export type Cell = { card: number; faceUp: boolean; pawns: string };

export const UNKNOWN = -1;
const CARD = "A, J, 2 to 9, x and the card if face down, x? if unknown";

/** The rows of a text, and the side to move if it has one; _ parts them as in links. */
export const rowsOf = (text: string, isOneRow = false) =>
  text
    .trim()
    .split(isOneRow || /[/\s]/.test(text.trim()) ? /[/\s]+|_(?=[rbgy]+$)/ : /_+/)
    .filter(Boolean);

/** What refuses a text, given what is wrong with it. */
export const refusing = (text: string) => (problem: string) => refuse(`${quote(text)} ${problem}`);

/** Read rows of cells and an optional side to move. */
export function read(text: string, rules: Rules): { cells: Cell[]; side: string } {
  const { rows: height, columns, picture } = rules;
  const wrong = refusing(text);
  const rows = rowsOf(text, height === 1);
  const letters = LETTERS.slice(0, rules.players);
  const sides = new RegExp(`^[${letters}]${rules.turn.twoSided ? "" : "+"}$`);
  const side = sides.test(rows.at(-1) ?? "") ? (rows.pop() ?? "") : "";
  const [, last] = text.trim().match(/\/.*\s([^/\s]+)$/s) ?? [];
  if (!side && last && rows.length === height + 1)
    wrong(`ends with ${quote(last)} after its ${height} rows: expected ${[...letters].join(" or ")}, the side to move`);
  const found = `has ${rows.length} row${rows.length === 1 ? "" : "s"}`;
  if (rows.length !== height) wrong(`${found}: expected ${height} rows of ${columns} cards, with / between the rows`);
  const pattern = new RegExp(`^(x?)([AJaj2-9]|(?<=x)\\?|)([${letters}]*)`);
  const cells = rows.flatMap((row, number) => {
    const found: Cell[] = [];
    const has = (problem: string) => refuse(`${quote(text)}: row ${number + 1} ${quote(row)} has ${problem}`);
    let [at, column] = [0, 0];
    for (; at < row.length; column++) {
      const isGap = picture[number][column] === "_";
      const expected = isGap ? "_, because there is no cell" : CARD;
      const [shown, down, letter, pawns] = row.slice(at).match(isGap ? /^_/ : pattern) ?? [""];
      if (isGap ? !shown : !(down || letter)) has(`${quote(row[at])} at character ${at + 1}, expected ${expected}`);
      if (!isGap) found.push({ card: letter ? cardOf(letter) : UNKNOWN, faceUp: !down, pawns });
      at += shown.length;
    }
    if (column !== columns) has(`${column} cards, expected ${columns}`);
    return found;
  });
  return { cells, side };
}

/** Write cells as rows: the inverse of `read`. */
export function write(cells: Cell[], { cells: places, columns }: Rules) {
  const words = places.map((cell) => {
    if (cell === null) return "_";
    const { card, faceUp, pawns } = cells[cell];
    return (faceUp ? "" : "x") + cardLetter(card) + pawns;
  });
  const rows = [];
  for (let at = 0; at < words.length; at += columns) rows.push(words.slice(at, at + columns).join(""));
  return rows.join("/");
}

/** Whether cards are the deck. */
export const isDeck = (cards: number[], { deck }: Rules) => String(cards.toSorted((a, b) => a - b)) === String(deck);

/** Cards by kind: "4xA 4x2 2xJ". */
export function counted(cards: number[]) {
  const kinds = [...new Set(cards)].sort((a, b) => (a || 10) - (b || 10));
  return kinds.map((kind) => `${cards.filter((card) => card === kind).length}x${cardLetter(kind)}`).join(" ");
}
