/**
 * Searches a game forward by the library's own loop, with the game's kernel: without a table of every
 * position. docs: `tablebase/engine/compiled/walks.py`. A room's `wasm.py` adds it to its module by
 * `add_search`. For games of two sides that take turns, with codes of 8 bits.
 */

import type { LoopsCoding } from "./data.ts";
import type { Kernels } from "./kernels.ts";

/** The words of a position; by default its rank alone. */
type State = bigint[];

/**
 * Bounds of a position's code, the number of the best move, or of one that reaches the lower bound, -1 if none is
 * known, and how many positions were visited.
 */
export type Proof = { lower: number; upper: number; best: number; nodes: number };

/**
 * As the game has them in Python, see `CompiledRules`; a position has fewer moves to come than there are
 * `layers`.
 */
type Rules = { context: BigUint64Array; maxMoves: number; layers: number; words?: number };

const SLICE = 2 ** 17; // positions between two pauses, by default
const PLACES = 2 ** 16; // of the transposition table, by default: of two entries each
const WORD = BigUint64Array.BYTES_PER_ELEMENT;
const PLY_ROWS = 7; // see `walks.ROWS`

/** What has been found out about the positions of a game. */
export class Search {
  #kernels;
  #coding;
  #words;
  #rules;
  #state;
  #table;
  #proof;
  #rest;
  #after;
  #found;
  /** By code: the largest code of a successor that gives its mover that code or more; -1 if none does. */
  readonly enough;

  /**
   * @param kernels their memory is its own from now on
   * @param places of the transposition table, a power of two
   * @param slice positions between two pauses
   */
  constructor(
    kernels: Kernels,
    { context, maxMoves, layers, words = 1 }: Rules,
    coding: Pick<LoopsCoding, "values" | "replies" | "ends">,
    places: number = PLACES,
    slice: number = SLICE,
  ) {
    const deep = layers + 1;
    kernels.clear();
    const put = (array: ArrayBufferView) => kernels.put(array);
    const room = (count: number) => kernels.room(count * WORD);
    this.#kernels = kernels;
    this.#coding = coding;
    this.#words = words;
    this.enough = Array.from({ length: 256 }, (_, code) =>
      coding.values.reduce((largest, _, after) => (coding.replies[after] >= code ? after : largest), -1),
    );
    this.#rules = [context.length, put(context), maxMoves];
    this.#state = room(words);
    this.#found = room(1);
    this.#after = room(maxMoves * words);
    this.#table = [places, put(new BigUint64Array(places * 2 * (words + 1)))];
    this.#proof = [deep, room(deep * words), room(PLY_ROWS * deep), put(new BigInt64Array(2))];
    const tables = [put(Uint8Array.from(coding.replies)), put(BigInt64Array.from(this.enough, BigInt))];
    this.#rest = [room(deep * maxMoves * words), room(2 * deep * maxMoves), ...tables, coding.ends[0], slice];
  }

  /** The states after all moves, in the order of the kernel. */
  after(state: State): State[] {
    const count = this.#kernels.run("list_moves", ...this.#rules, ...this.#given(state), this.#after);
    const words = this.#kernels.get(BigUint64Array, this.#after, count * this.#words);
    return Array.from({ length: count }, (_, at) => [...words.slice(at * this.#words, (at + 1) * this.#words)]);
  }

  /**
   * Find the code of a state, unless it is known, and the first of the best moves. Now and then the caller may
   * pause, and gets what has been proven so far.
   */
  *prove(state: State, known: number = -1): Generator<Proof, Proof> {
    const before = this.#nodes;
    const firstWin = this.#coding.values.findIndex(({ result }) => result === "win");
    const sofar = ({ lower, upper } = this.#bounds(state)): Proof => ({
      ...{ lower, upper, nodes: this.#nodes - before },
      best: lower ? this.after(state).findIndex((after) => this.#bounds(after).upper <= this.enough[lower]) : -1,
    });
    let { lower, upper } = known < 0 ? this.#bounds(state) : { lower: known, upper: known };
    while (lower < upper) {
      yield* this.#test(state, lower < firstWin && firstWin <= upper ? firstWin : lower + 1, sofar);
      ({ lower, upper } = this.#bounds(state));
    }
    for (const [best, after] of this.after(state).entries()) {
      yield* this.#test(after, this.enough[lower] + 1, () => sofar({ lower, upper }));
      if (this.#bounds(after).upper <= this.enough[lower]) return { lower, upper, best, nodes: this.#nodes - before };
    }
    return { lower, upper, best: -1, nodes: this.#nodes - before };
  }

  /** Find out whether a state's code is at least some code. */
  *#test(state: State, code: number, sofar: () => Proof) {
    const { lower, upper } = this.#bounds(state);
    if (code <= lower || upper < code) return;
    this.#kernels.run("begin_proof", ...this.#given(state), ...this.#table, ...this.#proof, code);
    const given = [...this.#rules, this.#words, ...this.#table, ...this.#proof, ...this.#rest];
    while (!this.#kernels.run("prove", ...given)) yield sofar();
  }

  /** Positions visited so far. */
  get #nodes() {
    return Number(this.#kernels.get(BigInt64Array, this.#proof[3], 2)[1]);
  }

  /** What is known of a state's code. */
  #bounds(state: State) {
    this.#kernels.run("look_up", ...this.#given(state), ...this.#table, this.#found);
    const [lower, upper] = this.#kernels.bytes(this.#found, 2);
    return { lower, upper };
  }

  /** A state as two arguments. */
  #given(state: State) {
    const bytes = new Uint8Array(BigUint64Array.from(state).buffer);
    this.#kernels.bytes(this.#state, bytes.length).set(bytes);
    return [this.#words, this.#state];
  }
}
