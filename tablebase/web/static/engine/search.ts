/**
 * Searches a game forward by the library's own loop, with the game's kernel: without a table of every
 * position. docs: `tablebase/engine/compiled/walks.py`. A room's `wasm.py` adds it to its module by
 * `add_search`. For games of two sides that take turns, with codes of 8 bits.
 */

import type { Coding, LoopsCoding } from "./data.ts";
import type { Kernels } from "./kernels.ts";

/** The words of a position; by default its rank alone. */
type State = bigint[];

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
  #enough;

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
    this.#enough = Array.from({ length: 256 }, (_, code) => enough(code, coding));
    this.#rules = [context.length, put(context), maxMoves];
    this.#state = room(words);
    this.#found = room(1);
    this.#after = room(maxMoves * words);
    this.#table = [places, put(new BigUint64Array(places * 2 * (words + 1)))];
    this.#proof = [deep, room(deep * words), room(PLY_ROWS * deep), put(new BigInt64Array(2))];
    const tables = [put(Uint8Array.from(coding.replies)), put(BigInt64Array.from(this.#enough, BigInt))];
    this.#rest = [room(deep * maxMoves * words), room(2 * deep * maxMoves), ...tables, coding.ends[0], slice];
  }

  /** The states after all moves, in the order of the kernel. */
  after(state: State): State[] {
    const count = this.#kernels.run("list_moves", ...this.#rules, ...this.#given(state), this.#after);
    const words = this.#kernels.get(BigUint64Array, this.#after, count * this.#words);
    return Array.from({ length: count }, (_, at) => [...words.slice(at * this.#words, (at + 1) * this.#words)]);
  }

  /** Find the code of a state. Now and then the caller may pause, and gets the bounds known so far. */
  *code(state: State): Generator<{ lower: number; upper: number }, number> {
    const firstWin = this.#coding.values.findIndex(({ result }) => result === "win");
    for (;;) {
      const { lower, upper } = this.#bounds(state);
      if (lower === upper) return lower;
      const unknown = lower < firstWin && firstWin <= upper;
      yield* this.#prove(state, unknown ? firstWin : lower + 1);
    }
  }

  /** Find the best line: the numbers of the moves, each the first of the best ones. Pauses as `code`. */
  *line(state: State): Generator<{ lower: number; upper: number }, number[]> {
    const line = [];
    let code = yield* this.code(state);
    for (;;) {
      const after = this.after(state);
      if (!after.length) return line;
      code = this.#enough[code];
      let best = 0;
      while (!(yield* this.#isAtMost(after[best], code))) best++;
      line.push(best);
      state = after[best];
    }
  }

  /** Whether a state's code is at most some code. */
  *#isAtMost(state: State, code: number) {
    yield* this.#prove(state, code + 1);
    return this.#bounds(state).upper <= code;
  }

  /** Find out whether a state's code is at least some code. */
  *#prove(state: State, code: number) {
    const { lower, upper } = this.#bounds(state);
    if (code <= lower || upper < code) return;
    this.#kernels.run("begin_proof", ...this.#given(state), ...this.#table, ...this.#proof, code);
    const given = [...this.#rules, this.#words, ...this.#table, ...this.#proof, ...this.#rest];
    while (!this.#kernels.run("prove", ...given)) yield { lower, upper };
  }

  /** Positions visited so far. */
  get nodes() {
    return Number(this.#kernels.get(BigInt64Array, this.#proof[3], 2)[1]);
  }

  /** The number of the first move that is known to reach a code; -1 if none is. */
  reaching(state: State, code: number) {
    return this.after(state).findIndex((after) => this.#bounds(after).upper <= this.#enough[code]);
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

/** The largest code of a successor that gives its mover a code or more; -1 if none does. */
const enough = (code: number, { replies, values }: Coding) =>
  values.reduce((largest, _, after) => (replies[after] >= code ? after : largest), -1);
