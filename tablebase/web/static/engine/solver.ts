/**
 * Lists the moves of a game, and solves every position, by the library's own loops with the game's
 * kernels, over ranks. docs: `tablebase/engine/compiled/`. A room's `wasm.py` adds them to its module:
 * what lists moves by `add_moves`, or all by `add_solver`.
 */

import type { LoopsCoding } from "./data.ts";
import type { Kernels } from "./kernels.ts";

/** As the game has them in Python, see `CompiledRules`. */
type MoveRules = { context: BigUint64Array; maxMoves: number };
export type Rules = MoveRules & { size: number; layers: number };

const AGAIN = 1n << 62n; // see `tablebase/engine/position.py`
const WORD = BigUint64Array.BYTES_PER_ELEMENT;
const UNSOLVED = 255; // the reply to what no solved position has, see `loops.py`
const BLOCK = 2 ** 20; // ranks of a layer in one piece
const LONG = 50; // milliseconds of work after which the caller may pause

export class Moves {
  readonly fixed: number[];
  readonly maxMoves: number;

  /** Room for `maxMoves` words, for whoever needs some. */
  readonly out: number;

  /** @param kernels their memory is its own from now on */
  constructor(
    readonly kernels: Kernels,
    { context, maxMoves }: MoveRules,
  ) {
    kernels.clear();
    this.maxMoves = maxMoves;
    this.fixed = kernels.placed([context.length, context, maxMoves]);
    this.out = kernels.room(maxMoves * WORD);
  }

  /** The ranks after all moves, as the kernel writes them. */
  listed(rank: bigint) {
    const found = new BigUint64Array(this.maxMoves);
    const count = this.kernels.call("list_successors", ...this.fixed, BigUint64Array.of(rank), found);
    return [...found.subarray(0, Math.max(count, 0))];
  }

  /** The ranks after all moves, in the game's order, and whether the same side moves again. */
  after(rank: number) {
    return this.listed(BigInt(rank)).map((after) => ({ rank: Number(after & (AGAIN - 1n)), again: after >= AGAIN }));
  }
}

/** The positions of a game by their ranks: their codes, or what they are worth on average. */
export class Solver extends Moves {
  #layers = 0;
  #codes = 0;
  #means = 0;

  constructor(
    kernels: Kernels,
    readonly rules: Rules,
    readonly coding: LoopsCoding,
  ) {
    super(kernels, rules);
  }

  /** Find all codes, the first time. Now and then the caller may pause, and gets how far it is. */
  *solve() {
    if (this.#codes) return;
    const codes = this.kernels.room(this.rules.size);
    yield* this.fill(codes);
    this.#codes = codes;
  }

  /** Fill in all codes; a game may have a way of its own. @param codes their address */
  *fill(codes: number): Generator<{ done: number; of: number }, void> {
    const { replies, again, values, ends } = this.coding;
    const known = new Uint8Array(512).fill(UNSOLVED);
    known.set(replies.slice(0, values.length));
    known.set(again, 256);
    const at = this.kernels.put(known);
    this.kernels.bytes(codes, this.rules.size).fill(values.length); // no entry
    yield* this.#pieces((layer, piece) => {
      const end = ends[layer] ?? ends[ends.length - 1];
      const wrong = this.kernels.run("solve_layer", ...piece, at, end, codes);
      if (wrong >= 0) throw new RangeError(`rank ${wrong}: expected successors that have been solved`);
    });
  }

  /**
   * Find what every position is worth on average if each move is chosen at random, as `solve` does.
   *
   * @param ends the ranks of positions without a move, with what they are worth if that is not 0
   */
  *average(ends: Iterable<[number, number]>) {
    if (this.#means) return;
    const values = new Float64Array(this.rules.size);
    for (const [rank, worth] of ends) values[rank] = worth;
    const means = this.kernels.put(values);
    yield* this.#pieces((_, piece) => this.kernels.run("average_layer", ...piece, means));
    this.#means = means;
  }

  /** Do some work for blocks of ranks of each layer, the lowest layer first. */
  *#pieces(work: (layer: number, piece: number[]) => void) {
    const { size, layers } = this.rules;
    this.#layers ||= this.#layersOf(size, layers);
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

  #layersOf(size: number, layers: number) {
    const found = this.kernels.room(Math.ceil(size / 8) * 8);
    const wrong = this.kernels.run("find_layers", ...this.fixed, size, layers, found);
    if (wrong >= 0) throw new RangeError(`rank ${wrong}: expected a layer below ${layers}`);
    return found;
  }

  /** The code of a rank, once all are solved. */
  code(rank: number) {
    return this.kernels.bytes(this.#codes + rank, 1)[0];
  }

  /** What a rank is worth on average, once that has been found. */
  mean(rank: number) {
    return this.kernels.get(Float64Array, this.#means + rank * Float64Array.BYTES_PER_ELEMENT, 1)[0];
  }
}
