/**
 * Boards that lose their outline, because lines stick out: what a text shows, and its moves, by kernels.
 * docs: `tablebase/games/collapsi/turns/pushed.py`, and `search/pushed.py` for the words of a state.
 */

import { refuse } from "#engine/errors.ts";
import { type Kernels, loader } from "#engine/kernels.ts";
import { refusing, rowsOf } from "./notation.ts";
import { LINE, type Move, wayTo } from "./play.ts";
import { Position } from "./position.ts";
import { allowedSteps, cellName, gridOf, JOKER, maskOf, type Rules, stepMask } from "./rules.ts";
import { SHIFTS } from "./turns.ts";

/** The rules on their own board, and what finds the moves on any. */
export type Spread = { home: Rules; moves: (position: Position) => Move[] };

/** Rows and columns that the words of a state have room for, and the most that have names. */
const [SIDE, NAMED] = [16, 26];

/** Where the words have the mover's cell and the opponent's. */
const [MOVER, OPPONENT] = [16n, 24n];

const WORDS = 3;
export const searchKernels = loader(new URL("spread.wasm", import.meta.url));

/** Rules on the board that a text shows, with what finds its moves. */
export async function spread(text: string, rules: Rules) {
  const kernels = await searchKernels("moves");
  const own = { home: rules, moves: (position: Position) => movesOf(position, kernels) };
  return onBoard(pictureOf(text), own);
}

/** The picture of a text's board, with anything but a gap as a cell. */
function pictureOf(text: string) {
  const rows = rowsOf(text, true); // otherwise _ could be a gap, or part rows
  if (rows.length && /^[rbgy]+$/.test(rows[rows.length - 1])) rows.pop();
  const shown = rows.map((row) => row.replaceAll(/(x?)([AJaj2-9]|(?<=x)\?|)([rbgy]*)/g, (cell) => cell && "#"));
  const lengths = [...new Set(shown.map((row) => row.length))].sort((a, b) => a - b);
  const expected = "expected rows of equal length, with _ for each place without a card";
  if (lengths.length !== 1) refusing(text)(`has rows of ${lengths.join(" and ") || "no"} places: ${expected}`);
  return shown.map((row) => row.replaceAll(/[^_]/g, "#"));
}

/** The same rules on the board of a picture. */
function onBoard(picture: string[], spread: Spread): Rules {
  const { home } = spread;
  if (String(picture) === String(home.picture)) return { ...home, spread };
  const [rows, columns] = [picture.length, picture[0].length];
  const grid = gridOf(picture.join(""));
  const cards = grid.places.length;
  if (Math.max(rows, columns) > NAMED)
    refuse(`board of ${rows} rows of ${columns} places: expected at most ${NAMED} of each`);
  if (cards !== home.size)
    refuse(`board of ${cards} cards: expected ${home.size}, and _ for each place without a card`);
  const edges = [picture[0], picture[rows - 1], ...[0, -1].map((at) => picture.map((row) => row.at(at)).join(""))];
  if (!edges.every((line) => line.includes("#")))
    refuse(`board ${picture.join("/")}: expected a cell in each outer row and column`);
  return { ...home, spread, rows, columns, picture, ...grid, neighbours: [], masks: new BigUint64Array() };
}

/** Numbers of the cells, four bits each. */
const nibbles = (numbers: number[]) =>
  numbers.reduce((word, number, cell) => word | (BigInt(number) << BigInt(4 * cell)), 0n);

/** A game, in which cells have their numbers in a position, and the position in words, as kernels take them. */
export function inWords({ cards, edition, up, mover, next, rules }: Position) {
  const { places, columns, turn } = rules;
  const head = up | (BigInt(mover) << MOVER) | (BigInt(next) << OPPONENT);
  const kinds = [cards.map(() => 1), cards.map((card) => Math.max(card, JOKER))].map(nibbles);
  const flags = [stepMask(edition.joker_steps), rules.edges !== "board", turn.mayStay].map(BigInt);
  const at = [places.map((place) => place % columns), places.map((place) => (place / columns) | 0)].map(nibbles);
  return { context: BigUint64Array.from([...kinds, ...flags]), state: [head, ...at] };
}

/** The legal moves, by ascending destination, then by shift. */
function movesOf(position: Position, kernels: Kernels): Move[] {
  const { rules, cards, mover, edition } = position;
  const letters = SHIFTS.slice(Number(!rules.turn.mayStay));
  const [side, most] = [Math.max(rules.rows, rules.columns), SHIFTS.length * cards.length];
  if (side > SIDE) tooWide(rules);
  const { context, state } = inWords(position);
  const [ways, found] = [new Uint8Array(SIDE * LINE), new BigUint64Array(WORDS * most)];
  const words = BigUint64Array.from(state);
  kernels.call("list_paths", context.length, context, WORDS, words, allowedSteps(cards[mover], edition), ways);
  const count = kernels.call("list_moves", context.length, context, most, WORDS, words, found);
  if (count && side === SIDE) tooWide(rules);
  return Array.from({ length: count }, (_, at) => {
    const left = found.subarray(WORDS * at, WORDS * (at + 1));
    const [cell, shift] = [Number(left[0] >> OPPONENT), letters[at % letters.length]];
    const after = positionOf(left, position);
    return { cell, shift, path: wayTo(ways, cell), name: cellName(rules, cell) + shift, left: after, after };
  });
}

/** No game gets there before it is over. */
const tooWide = ({ rows, columns }: Rules) =>
  refuse(
    `board of ${rows} rows of ${columns} places: expected fewer than ${SIDE} of each in the browser`,
    "position",
    501,
  );

/** What the words after a move say. */
function positionOf([head, columns, rows]: BigUint64Array, { cards, order, edition, rules }: Position) {
  const [right, down] = [columns, rows].map((word) => cards.map((_, cell) => Number((word >> BigInt(4 * cell)) & 15n)));
  const cells = [...cards.keys()].sort((a, b) => down[a] - down[b] || right[a] - right[b]);
  const picture = Array.from({ length: 1 + Math.max(...down) }, () => Array(1 + Math.max(...right)).fill("_"));
  for (const cell of cells) picture[down[cell]][right[cell]] = "#";
  const [first, second] = order;
  const pawns: number[] = [];
  [pawns[second], pawns[first]] = [MOVER, OPPONENT].map((at) => cells.indexOf(Number((head >> at) & 255n)));
  const moved = cells.map((cell) => cards[cell]);
  const up = maskOf(cells.flatMap((cell, at) => ((head >> BigInt(cell)) & 1n ? [at] : [])));
  const words = picture.map((row) => row.join(""));
  return new Position(moved, up, pawns, edition, onBoard(words, rules.spread as Spread), [second, first]);
}
