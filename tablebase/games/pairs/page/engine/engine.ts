/**
 * Pair Solitaire: the fewest cards that can remain of a stack. docs: `tablebase/games/pairs/`.
 *
 *     pairs/probe  {position}   "AS xKS 3H ...", x before a removed card
 *         {position, cards, removable: [card]}: notation, cards left, and what may be removed
 *     pairs/solve  {position, seconds?, memory?}   the fewest cards that can remain, and how
 *         {position, left, perfect, proven, moves: [card], cards_left: [card], complete,
 *         states: [number], searched}; `moves[0]` is a hint, and `proven` says that no game leaves
 *         fewer. Its progress has the same form.
 *     pairs/random {seed?}      a shuffled stack of 52 cards: {position, seed}
 */

import type { Query, Work } from "#engine/answers.ts";
import { EngineError, quote } from "#engine/errors.ts";
import { type Kernels, loader } from "#engine/kernels.ts";
import { numberOf, required } from "#engine/query.ts";
import { generator, seedOf } from "#engine/random.ts";
import { Moves } from "#engine/solver.ts";
import type { Shuffle, Solution, Stack } from "../answers.d.ts";

type Card = { rank: number; suit: number };
type Position = { stack: Card[]; mask: bigint };

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const SUITS = "SHDC";
const SYMBOLS = "♠♥♦♣♤♡♢♧";
const CARD = /^(x?)(A|[2-9]|10|J|Q|K|T)([SHDC])$/i;
const NO_CARD = "is not a card: expected a rank A 2 ... 10 J Q K and a suit S H D C, like 10D";
const MAX_CARDS = 52;
const PLACES = 64; // of the array of matches
const PERFECT = 2;

/** The widths of the rounds of a search, and the memory that it may take. */
const [FIRST_WIDTH, WIDER, BYTES_PER_STATE, MEMORY] = [8, 4, 112, 256 << 20];
const SECONDS = 60;

const kernels = loader(new URL("kernels.wasm", import.meta.url));
const USE = "masks"; // one memory for all searches and lists of moves: nothing is kept between two steps

export const answers = { probe, solve, random };

const written = ({ rank, suit }: Card) => RANKS[rank] + SUITS[suit];

const shown = ({ stack, mask }: Position) =>
  stack.map((card, at) => (isLeft(mask, at) ? "" : "x") + written(card)).join(" ");

const isLeft = (mask: bigint, at: number) => Boolean((mask >> BigInt(at)) & 1n);

/** The card that was removed. */
const removed = (stack: Card[], before: bigint, after: bigint) => stack[(before ^ after).toString(2).length - 1];

const left = ({ stack, mask }: Position) => [...stack.keys()].filter((at) => isLeft(mask, at));

function refuse(problem: string): never {
  throw new EngineError(problem, "position");
}

/** Cards as text to a position. */
function parse(query: Query): Position {
  const text = required(query, "position");
  const plain = [...text].map((sign) => (SYMBOLS.includes(sign) ? SUITS[SYMBOLS.indexOf(sign) % 4] : sign));
  const words = plain
    .join("")
    .replace(/[\ufe0e\ufe0f]/g, "")
    .split(/[\s,]+/)
    .filter(Boolean);
  if (!words.length) refuse(`${quote(text)} has no cards: expected some like AS KS 3H 10D`);
  let mask = 0n;
  const stack = words.map((word, number) => {
    const [, removed, rank, suit] = CARD.exec(word) ?? refuse(`${quote(word)}, number ${number + 1}, ${NO_CARD}`);
    if (!removed) mask |= 1n << BigInt(number);
    return { rank: RANKS.indexOf(rank.toUpperCase().replace("T", "10")), suit: SUITS.indexOf(suit.toUpperCase()) };
  });
  if (stack.length < PERFECT) refuse(`a stack of 1 card: expected at least ${PERFECT}`);
  const names = stack.map(written);
  const twice = names.find((name, at) => names.includes(name, at + 1));
  if (twice) refuse(`${twice} appears twice: expected each card once`);
  return { stack, mask };
}

/**
 * A stack as the kernels take it: for each card, the mask of those that match it.
 *
 * @param kernels with nothing else in their memory
 */
function matchesOf(kernels: Kernels, stack: Card[]) {
  kernels.clear();
  const [ranks, suits] = [stack.map(({ rank }) => rank), stack.map(({ suit }) => suit)].map((all) =>
    kernels.put(Uint8Array.from(all)),
  );
  const matches = kernels.room(8 * PLACES);
  kernels.run("fill_matches", stack.length, ranks, suits, matches);
  return kernels.get(BigUint64Array, matches, PLACES);
}

/** The cards that may be removed. */
async function probe(query: Query): Promise<Stack> {
  const position = parse(query);
  const { stack, mask } = position;
  const memory = await kernels(USE);
  const moves = new Moves(memory, { context: matchesOf(memory, stack), maxMoves: stack.length });
  const removable = moves.listed(mask).map((after) => written(removed(stack, mask, after)));
  return { position: shown(position), cards: left(position).length, removable };
}

/** A shuffled deck, the library's of this seed (Fisher and Yates). */
function random(query: Query): Shuffle {
  const seed = seedOf(query);
  const deck = Array.from({ length: MAX_CARDS }, (_, at) => ({
    rank: at % RANKS.length,
    suit: Math.floor(at / RANKS.length),
  }));
  const draw = generator(seed);
  for (let first = 0; first < deck.length; first++) {
    const other = first + Math.floor(draw() * (deck.length - first));
    [deck[first], deck[other]] = [deck[other], deck[first]];
  }
  return { position: deck.map(written).join(" "), seed };
}

async function solve(query: Query, work: Work): Promise<Solution> {
  const position = parse(query);
  const seconds = numberOf(query, "seconds", 1, 3600, SECONDS);
  const memory = numberOf(query, "memory", 1 << 16, 2 ** 31, MEMORY);
  const rounds = new Rounds(await kernels(USE), position, performance.now() + 1000 * seconds);
  let [best, searched] = [[position.mask], 0];
  let answer = solution(position, best, false, [], 0);
  for (const width of widths(memory)) {
    const { layers, complete } = await rounds.round(position.mask, width, memory / 2, work);
    searched += layers.reduce((sum, layer) => sum + layer.length, 0);
    if (layers.length > best.length) best = rounds.path(layers);
    answer = solution(position, best, complete, layers, searched);
    if (answer.proven || rounds.isOver) break;
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
  const moves = path.slice(1).map((mask, at) => written(removed(stack, path[at], mask)));
  const end = left({ stack, mask: path[path.length - 1] });
  const perfect = end.length <= PERFECT;
  return {
    position: shown(position),
    left: end.length,
    perfect,
    proven: complete || perfect,
    moves,
    cards_left: end.map((at) => written(stack[at])),
    complete,
    states: layers.map((layer) => layer.length),
    searched,
  };
}

/** Rounds of a widening search: how many positions each keeps a level. */
class Rounds {
  kernels: Kernels;
  ends: number;
  matches: BigUint64Array<ArrayBuffer>;

  /** @param kernels a memory of its own */
  constructor(kernels: Kernels, { stack }: Position, ends: number) {
    this.kernels = kernels;
    this.ends = ends;
    this.matches = matchesOf(kernels, stack);
  }

  get isOver() {
    return performance.now() > this.ends;
  }

  /** @param room bytes for all levels */
  async round(mask: bigint, width: number, room: number, work: Work) {
    const layers = [BigUint64Array.of(mask)];
    let complete = true;
    let paused = performance.now();
    for (;;) {
      const { layer, cut } = this.#next(layers[layers.length - 1], width);
      complete &&= !cut;
      if (!layer.length) return { layers, complete };
      layers.push(layer);
      room -= layer.byteLength;
      if (room < 0 || this.isOver) return { layers, complete: false };
      if (performance.now() - paused > 30) {
        await work.pause();
        paused = performance.now();
      }
    }
  }

  #next(layer: BigUint64Array, width: number) {
    const { kernels } = this;
    kernels.clear();
    const room = kernels.room(8 * Math.min(width, MAX_CARDS * layer.length));
    const found = kernels.run("next_level", layer.length, kernels.put(layer), kernels.put(this.matches), width, room);
    return { layer: kernels.get(BigUint64Array, room, found >> 1), cut: Boolean(found & 1) };
  }

  /** Masks that lead from the first layer to the last. */
  path(layers: BigUint64Array[]) {
    const { kernels } = this;
    const path = [layers[layers.length - 1][0]];
    for (const layer of layers.slice(0, -1).reverse()) {
      kernels.clear();
      const mask = kernels.put(BigUint64Array.of(path[0]));
      kernels.run("parent_of", layer.length, kernels.put(layer), kernels.put(this.matches), mask);
      path.unshift(kernels.get(BigUint64Array, mask, 1)[0]);
    }
    return path;
  }
}
