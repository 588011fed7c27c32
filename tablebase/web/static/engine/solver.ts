/**
 * Solves every position of a game by the library's own loops, with the game's kernels. docs:
 * `tablebase/engine/compiled/`. A room's `wasm.py` adds them to its module by `add_solver`.
 */

import type { LoopsCoding } from "./data.ts";
import type { Kernels } from "./kernels.ts";
import { Moves } from "./moves.ts";

/** As the game has them in Python, see `CompiledRules`. */
type Rules = { context: BigUint64Array; size: number; layers: number; maxMoves: number };

const UNSOLVED = 255; // the reply to what no solved position has, see `loops.py`
const BLOCK = 2 ** 20; // ranks of a layer in one piece
const LONG = 50; // milliseconds of work after which the caller may pause

/** The positions of a game by their ranks: their codes, or what they are worth on average. */
export class Solver extends Moves {
  #rules;
  #coding;
  #layers;
  #codes = 0;
  #means = 0;

  /** @param kernels their memory is its own from now on */
  constructor(kernels: Kernels, rules: Rules, coding: LoopsCoding) {
    super(kernels, rules);
    const { size, layers } = rules;
    this.#rules = rules;
    this.#coding = coding;
    this.#layers = kernels.room(Math.ceil(size / 8) * 8);
    const wrong = kernels.run("find_layers", ...this.fixed, size, layers, this.#layers);
    if (wrong >= 0) throw new RangeError(`rank ${wrong}: expected a layer below ${layers}`);
  }

  /** Find all codes, the first time. Now and then the caller may pause, and gets how far it is. */
  *solve() {
    if (this.#codes) return;
    const { size } = this.#rules;
    const { replies, again, values, ends } = this.#coding;
    const known = new Uint8Array(512).fill(UNSOLVED);
    known.set(replies.slice(0, values.length));
    known.set(again, 256);
    const at = this.kernels.put(known);
    const codes = this.kernels.room(size);
    this.kernels.bytes(codes, size).fill(values.length); // no entry
    yield* this.#pieces((layer, piece) => {
      const end = ends[layer] ?? ends[ends.length - 1];
      const wrong = this.kernels.run("solve_layer", ...piece, at, end, codes);
      if (wrong >= 0) throw new RangeError(`rank ${wrong}: expected successors that have been solved`);
    });
    this.#codes = codes;
  }

  /**
   * Find what every position is worth on average if each move is chosen at random, as `solve` does.
   *
   * @param ends the ranks of positions without a move, with what they are worth if that is not 0
   */
  *average(ends: Iterable<[number, number]>) {
    if (this.#means) return;
    const { size } = this.#rules;
    const values = new Float64Array(size);
    for (const [rank, worth] of ends) values[rank] = worth;
    const means = this.kernels.put(values);
    yield* this.#pieces((_, piece) => this.kernels.run("average_layer", ...piece, means));
    this.#means = means;
  }

  /** Do some work for blocks of ranks of each layer, the lowest layer first. */
  *#pieces(work: (layer: number, piece: number[]) => void) {
    const { size, layers } = this.#rules;
    const blocks = Math.ceil(size / BLOCK);
    let since = performance.now();
    for (let layer = 0; layer < layers; layer++) {
      for (let block = 0; block < blocks; block++) {
        const range = [block * BLOCK, Math.min((block + 1) * BLOCK, size)];
        work(layer, [...this.fixed, size, this.#layers, layer, ...range]);
        if (performance.now() - since < LONG) continue;
        yield { done: layer * blocks + block + 1, of: layers * blocks };
        since = performance.now();
      }
    }
  }

  /** The code of a rank, once all are solved. */
  code(rank: number) {
    return this.kernels.bytes(this.#codes + rank, 1)[0];
  }

  /** What a rank is worth on average, once that has been found. */
  mean(rank: number) {
    return this.kernels.get(Float64Array, this.#means + rank * Float64Array.BYTES_PER_ELEMENT, 1)[0];
  }

  /** The codes of all ranks, until a kernel runs. */
  codes() {
    return this.kernels.bytes(this.#codes, this.#rules.size);
  }
}
