/** Text notation of deals and positions. docs: `tablebase/games/collapsi/notation.py`. */

import { quote, refuse } from "#engine/errors.ts";
import { cardLetter, LETTERS, type Rules } from "./rules.ts";

/** A card of -1 is unknown. */
export type Cell = { card: number; faceUp: boolean; pawns: string };

/** Which parameter a text belongs to. */
export type Parameter = "position" | "deal";

export const UNKNOWN = -1;
const CARD = "A, J, 2 to 9, x and the card if face down, x? if unknown";

const cellPattern = (players: number) => new RegExp(`(x?)([AJaj2-9]|(?<=x)\\?|)([${LETTERS.slice(0, players)}]*)`, "y");

/** The rows of a text, and the side to move if it has one, perhaps after _ as in links. */
export const rowsOf = (text: string) =>
  text
    .trim()
    .split(/[/\s]+|_(?=[rbgy]+$)/)
    .filter(Boolean);

/** Read rows of cells and an optional side to move. */
export function read(text: string, rules: Rules, parameter: Parameter): { cells: Cell[]; side: string } {
  const rows = rowsOf(text);
  const letters = LETTERS.slice(0, rules.players);
  const sides = new RegExp(`^[${letters}]${rules.turn.twoSided ? "" : "+"}$`);
  const side = rows.length && sides.test(rows[rows.length - 1]) ? (rows.pop() ?? "") : "";
  const words = text.trim().split(/\s+/);
  const last = words.pop() ?? "";
  if (!side && !last.includes("/") && words.join("").includes("/") && rows.length === rules.rows + 1)
    refuse(
      `${quote(text)} ends with ${quote(last)} after its ${rules.rows} rows: expected ${[...letters].join(" or ")}, the side to move`,
      parameter,
    );
  const found = readRows(text, rows, rules, parameter);
  const cells = found.map(([, down, letter, pawns]) => ({ card: cardOf(letter), faceUp: !down, pawns }));
  return { cells, side };
}

const cardOf = (letter: string) => (letter && letter !== "?" ? "JA23456789".indexOf(letter.toUpperCase()) : UNKNOWN);

function readRows(text: string, rows: string[], rules: Rules, parameter: Parameter) {
  const pattern = cellPattern(rules.players);
  if (rows.length !== rules.rows)
    refuse(
      `${quote(text)} has ${rows.length} row${rows.length === 1 ? "" : "s"}: expected ${rules.rows} rows of ${rules.columns} cards, with / between the rows`,
      parameter,
    );
  return rows.flatMap((row, number) => {
    const wrong = (problem: string): never =>
      refuse(`${quote(text)}: row ${number + 1} ${quote(row)} has ${problem}`, parameter);
    const signs = rules.picture[number];
    const found = [];
    let [at, column] = [0, 0];
    for (; at < row.length; column++) {
      if (signs[column] === "_") {
        if (row[at] !== "_") wrong(`${quote(row[at])} at character ${at + 1}, expected _, because there is no cell`);
        at += 1;
        continue;
      }
      pattern.lastIndex = at;
      const match = pattern.exec(row);
      if (!match || !(match[1] || match[2])) wrong(`${quote(row[at])} at character ${at + 1}, expected ${CARD}`);
      else {
        found.push(match);
        at += match[0].length;
      }
    }
    if (column !== rules.columns) wrong(`${column} cards, expected ${rules.columns}`);
    return found;
  });
}

/** Write cells as rows: the inverse of `read`. */
export function write(cells: Cell[], { cells: places, columns }: Rules, separator: string = "/") {
  const words = places.map((cell) => {
    if (cell === null) return "_";
    const { card, faceUp, pawns } = cells[cell];
    return (faceUp ? "" : "x") + cardLetter(card) + pawns;
  });
  const rows = [];
  for (let at = 0; at < words.length; at += columns) rows.push(words.slice(at, at + columns).join(""));
  return rows.join(separator);
}

const count = (cards: number[], kind: number) => cards.filter((card) => card === kind).length;

/** Whether cards are the deck. */
export const isDeck = (cards: number[], { deck }: Rules) => String(cards.toSorted((a, b) => a - b)) === String(deck);

/** Cards by kind: "4xA 4x2 2xJ". */
export function counted(cards: number[]) {
  const kinds = [...new Set(cards)].sort((a, b) => (a || 10) - (b || 10));
  return kinds.map((card) => `${count(cards, card)}x${cardLetter(card)}`).join(" ");
}
