/**
 * Pair Solitaire: the fewest cards that can remain of a stack. docs: `tablebase/games/pairs/`. Its
 * questions and answers are those of docs/api-http.md. Of `solve` the progress has the form of the
 * answer, and `memory` limits its bytes.
 */

import type { Query, Work } from "#engine/answers.ts";
import { quote, refuse } from "#engine/errors.ts";
import { type Kernels, loader } from "#engine/kernels.ts";
import { numberOf, required } from "#engine/query.ts";
import { generator, seedOf } from "#engine/random.ts";
import { Moves } from "#engine/solver.ts";
import type { Shuffle, Solution, Stack } from "../answers.d.ts";
import { DECK } from "../cards.ts";

type Position = { stack: string[]; mask: bigint };

const SUITS = "SHDC";
const SYMBOLS = "♠♥♦♣♤♡♢♧";
const CARD = /^(x?)(A|[2-9]|10|J|Q|K|T)([SHDC])$/i;
const NO_CARD = "is not a card: expected a rank A 2 ... 10 J Q K and a suit S H D C, like 10D";
const PLACES = 64; // of the array of matches
const PERFECT = 2;

/** The widths of the rounds of a search, and the memory that it may take. */
const [FIRST_WIDTH, WIDER, BYTES_PER_STATE, MEMORY] = [8, 4, 112, 256 << 20];
const SECONDS = 60;
const SLICE = 30; // milliseconds between two pauses

const kernels = loader(new URL("kernels.wasm", import.meta.url));
const USE = "masks"; // one memory for all searches and lists of moves: nothing is kept between two steps

export const answers = { probe, solve, random };

const isLeft = (mask: bigint, at: number) => Boolean((mask >> BigInt(at)) & 1n);

const shown = ({ stack, mask }: Position) => stack.map((card, at) => (isLeft(mask, at) ? card : `x${card}`)).join(" ");

/** The card that was removed. */
const removed = (stack: string[], before: bigint, after: bigint) => stack[(before ^ after).toString(2).length - 1];

const left = ({ stack, mask }: Position) => stack.filter((_, at) => isLeft(mask, at));

/** Cards as text to a position. */
function parse(query: Query): Position {
  const text = required(query, "position");
  const letters = [...text].map((sign) => (SYMBOLS.includes(sign) ? SUITS[SYMBOLS.indexOf(sign) % 4] : sign));
  const plain = letters.join("").replace(/[\ufe0e\ufe0f]/g, "");
  const words = plain.split(/[\s,_]+/).filter(Boolean);
  if (!words.length) refuse(`${quote(text)} has no cards: expected some like AS KS 3H 10D`);
  let mask = 0n;
  const stack = words.map((word, at) => {
    const [, gone, rank, suit] = CARD.exec(word) ?? refuse(`${quote(word)}, number ${at + 1}, ${NO_CARD}`);
    if (!gone) mask |= 1n << BigInt(at);
    return rank.toUpperCase().replace("T", "10") + suit.toUpperCase();
  });
  if (stack.length < PERFECT) refuse(`a stack of 1 card: expected at least ${PERFECT}`);
  const twice = stack.find((card, at) => stack.includes(card, at + 1));
  if (twice) refuse(`${twice} appears twice: expected each card once`);
  return { stack, mask };
}

/**
 * A stack as the kernels take it: for each card, the mask of those that match it.
 *
 * @param kernels with nothing else in their memory
 */
function matchesOf(kernels: Kernels, stack: string[]) {
  kernels.clear();
  const cards = kernels.put(Uint8Array.from(stack, (card) => DECK.indexOf(card)));
  const matches = kernels.room(8 * PLACES);
  kernels.run("fill_matches", stack.length, cards, matches);
  return kernels.get(BigUint64Array, matches, PLACES);
}

/** The cards that may be removed. */
async function probe(query: Query): Promise<Stack> {
  const position = parse(query);
  const { stack, mask } = position;
  const memory = await kernels(USE);
  const moves = new Moves(memory, { context: matchesOf(memory, stack), maxMoves: stack.length });
  const removable = moves.listed(mask).map((after) => removed(stack, mask, after));
  return { position: shown(position), cards: left(position).length, removable };
}

/** A shuffled deck, the library's of this seed (Fisher and Yates). */
function random(query: Query): Shuffle {
  const seed = seedOf(query);
  const deck = [...DECK];
  const draw = generator(seed);
  for (let first = 0; first < deck.length; first++) {
    const other = first + Math.floor(draw() * (deck.length - first));
    [deck[first], deck[other]] = [deck[other], deck[first]];
  }
  return { position: deck.join(" "), seed };
}

async function solve(query: Query, work: Work): Promise<Solution> {
  const position = parse(query);
  const seconds = numberOf(query, "seconds", 1, 3600, SECONDS);
  const memory = numberOf(query, "memory", 1 << 16, 2 ** 31, MEMORY);
  const { round, path, isOver } = rounds(await kernels(USE), position, performance.now() + 1000 * seconds);
  let [best, searched] = [[position.mask], 0];
  let answer = solution(position, best, false, [], 0);
  for (const width of widths(memory)) {
    const { layers, complete } = await round(width, memory / 2, work);
    searched += layers.reduce((sum, layer) => sum + layer.length, 0);
    if (layers.length > best.length) best = path(layers);
    answer = solution(position, best, complete, layers, searched);
    if (answer.proven || isOver()) break;
    work.report(answer);
  }
  return answer; // the widest round may leave it open
}

function* widths(memory: number) {
  const most = Math.floor(memory / 2 / BYTES_PER_STATE);
  for (let width = FIRST_WIDTH; width < most; width *= WIDER) yield width;
  yield most;
}

function solution(position: Position, path: bigint[], complete: boolean, layers: BigUint64Array[], searched: number) {
  const { stack } = position;
  const cards_left = left({ stack, mask: path[path.length - 1] });
  const perfect = cards_left.length <= PERFECT;
  return {
    position: shown(position),
    left: cards_left.length,
    perfect,
    proven: complete || perfect,
    moves: path.slice(1).map((mask, at) => removed(stack, path[at], mask)),
    cards_left,
    complete,
    states: layers.map((layer) => layer.length),
    searched,
  };
}

/** Searches that keep at most `width` positions of each level, one round after another. @param ends when to stop */
function rounds(kernels: Kernels, { stack, mask }: Position, ends: number) {
  const matches = matchesOf(kernels, stack);
  const isOver = () => performance.now() > ends;

  /** @param room bytes for all levels */
  async function round(width: number, room: number, work: Work) {
    const layers = [BigUint64Array.of(mask)];
    let [complete, paused] = [true, performance.now()];
    for (;;) {
      const before = layers[layers.length - 1];
      kernels.clear();
      const found = kernels.room(8 * Math.min(width, DECK.length * before.length));
      const given = [before.length, kernels.put(before), kernels.put(matches), width, found];
      const count = kernels.run("next_level", ...given);
      if (count & 1) complete = false; // some were left out
      if (count < 2) return { layers, complete };
      layers.push(kernels.get(BigUint64Array, found, count >> 1));
      room -= layers[layers.length - 1].byteLength;
      if (room < 0 || isOver()) return { layers, complete: false };
      if (performance.now() - paused < SLICE) continue;
      await work.pause();
      paused = performance.now();
    }
  }

  /** Masks that lead from the first layer to the last. */
  function path(layers: BigUint64Array[]) {
    const path = [layers[layers.length - 1][0]];
    for (const layer of layers.slice(0, -1).reverse()) {
      kernels.clear();
      const mask = kernels.put(BigUint64Array.of(path[0]));
      kernels.run("parent_of", layer.length, kernels.put(layer), kernels.put(matches), mask);
      path.unshift(kernels.get(BigUint64Array, mask, 1)[0]);
    }
    return path;
  }

  return { round, path, isOver };
}
