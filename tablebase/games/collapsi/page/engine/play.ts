/**
 * Positions as the words of kernels: their moves, what these leave, and who is out.
 * docs: `tablebase/games/collapsi/kernels/play.py`.
 */

import { type Kernels, loader } from "#engine/kernels.ts";
import known from "../../known/turns.json" with { type: "json" };
import { UNKNOWN } from "./notation.ts";
import type { Position } from "./position.ts";
import { allowedSteps, cellName, type Rules, stepMask } from "./rules.ts";
import { SHIFTS } from "./turns.ts";

/**
 * Where it ends, the letter of the shift that follows, or "", one path there, what it leaves, and that
 * without the players who then cannot move.
 */
export type Move = { cell: number; shift: string; path: number[]; name: string; left: Position; after: Position };

/** Most cells of a path, and kinds of cards. */
export const LINE = known.line;

/** The kernels that few questions need. */
export const laterKernels = loader(new URL("later.wasm", import.meta.url));

const WORD = 8;
const NONE = 255;
const HIDDEN = 15;

/** Where the bytes of pawns, players and cards begin. */
const [PAWNS, ORDER, CARDS] = [8, 12, 16];

export function wordsOf({ cards, up, pawns, order, words }: Position): Uint8Array {
  if (words) return words;
  const bytes = new Uint8Array(CARDS + WORD * Math.ceil(cards.length / 16)).fill(NONE, PAWNS, CARDS);
  new DataView(bytes.buffer).setBigUint64(0, up, true);
  bytes.set(pawns, PAWNS); // a removed one is -1, which is 255 there
  bytes.set(order, ORDER);
  for (const [cell, card] of cards.entries()) bytes[CARDS + (cell >> 1)] |= (card & HIDDEN) << (4 * (cell & 1));
  return bytes;
}

/** The position of the same game that words say. */
export function positionOf(bytes: Uint8Array, position: Position) {
  const pawns = Int8Array.from(bytes.subarray(PAWNS, PAWNS + position.pawns.length));
  const cardOn = (cell: number) => {
    const card = (bytes[CARDS + (cell >> 1)] >> (4 * (cell & 1))) & HIDDEN;
    return card === HIDDEN ? UNKNOWN : card;
  };
  const found = position.changed({
    cards: position.rules.turn.linesMove ? position.cards.map((_, cell) => cardOn(cell)) : position.cards,
    up: new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true),
    pawns: [...pawns],
    order: [...bytes.subarray(ORDER, CARDS)].filter((player) => player !== NONE),
  });
  found.words = bytes;
  return found;
}

/** What stays the same in a game. */
export function contextOf({ rules: { spread, ...own }, edition }: Position) {
  const rules = spread?.home ?? own;
  const { size, rows, columns, wrap, masks, places, cells, turn } = rules;
  const kinds = Array.from({ length: LINE }, (_, card) => card);
  const parts: Record<string, Iterable<number | bigint>> = {
    board: [size, turn.players, rows, columns, Number(wrap)],
    flags: [turn.flags, turn.near, rules.absent],
    neighbours: masks,
    steps: kinds.map((card) => allowedSteps(card, edition)),
    places,
    at: cells.map((cell) => (cell === null ? 0 : 1 + cell)),
    deck: kinds.map((card) => rules.deck.filter((other) => other === card).length),
  };
  const context = new BigInt64Array(known.context.size);
  for (const [name, part] of Object.entries(parts))
    context.set(Array.from(part, BigInt), known.context[name as keyof typeof known.context]);
  return context;
}

/** How far a pawn on a joker may go in each edition, as masks. */
export const stepsOf = ({ editions }: Rules) =>
  BigUint64Array.from(editions, ({ joker_steps }) => BigInt(stepMask(joker_steps)));

/** The path to a cell among those that kernels have found. */
export const wayTo = (ways: Uint8Array, cell: number) =>
  [...ways.subarray(cell * LINE, (cell + 1) * LINE)].filter((step) => step !== NONE);

/** The context of a game and the words of a position, as kernels take them. */
export function given(position: Position) {
  const [context, words] = [contextOf(position), wordsOf(position).slice()];
  return [context.length, context, words.length / WORD, words] as const;
}

/**
 * The position without the players who have no move when their turn comes, and its legal moves, by
 * ascending destination, then by shift.
 */
export function played(position: Position, kernels: Kernels): { settled: Position; moves: Move[] } {
  const asked = given(position);
  const words = asked[3];
  const most = position.cards.length * SHIFTS.length;
  const [ways, found, after] = [64 * LINE, most * 2, most * 2 * words.length].map((bytes) => new Uint8Array(bytes));
  const count = kernels.call("list_moves", ...asked, ways, most, found, after);
  const positionAt = (at: number) => positionOf(after.slice(at * words.length, (at + 1) * words.length), position);
  const { turn } = position.rules;
  return {
    settled: positionOf(words, position),
    moves: Array.from({ length: count }, (_, at) => {
      const [cell, shift] = found.subarray(2 * at, 2 * at + 2);
      const here = positionAt(2 * at);
      return {
        cell,
        shift: SHIFTS[shift],
        path: wayTo(ways, cell),
        name: cellName(position.rules, cell) + SHIFTS[shift],
        left: here,
        after: turn.twoSided ? here : positionAt(2 * at + 1),
      };
    }),
  };
}
