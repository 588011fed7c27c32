/**
 * The moves of a game by its kernel, over ranks. docs: `tablebase/engine/compiled/`. A room's `wasm.py`
 * adds what lists them to its module by `add_moves`, or by `add_solver`.
 */

import type { Kernels } from "./kernels.ts";

/** As the game has them in Python, see `CompiledRules`. */
type MoveRules = { context: BigUint64Array; maxMoves: number };

const AGAIN = 1n << 62n; // see `tablebase/engine/position.py`
const WORD = BigUint64Array.BYTES_PER_ELEMENT;

export class Moves {
  kernels: Kernels;
  fixed: number[];

  #rank;
  /** Room for `maxMoves` words: for what is listed, and for whoever needs some. */
  out;

  /** @param kernels their memory is its own from now on */
  constructor(kernels: Kernels, { context, maxMoves }: MoveRules) {
    kernels.clear();
    this.kernels = kernels;
    this.fixed = [context.length, kernels.put(context), maxMoves];
    this.#rank = kernels.room(WORD);
    this.out = kernels.room(maxMoves * WORD);
  }

  /** The ranks after all moves, as the kernel writes them. */
  listed(rank: bigint) {
    const { kernels, fixed } = this;
    kernels.bytes(this.#rank, WORD).set(new Uint8Array(BigUint64Array.of(rank).buffer));
    const count = kernels.run("list_successors", ...fixed, this.#rank, this.out);
    return [...kernels.get(BigUint64Array, this.out, Math.max(count, 0))];
  }

  /** The ranks after all moves, in the game's order, and whether the same side moves again. */
  after(rank: number) {
    return this.listed(BigInt(rank)).map((after) => ({ rank: Number(after & (AGAIN - 1n)), again: after >= AGAIN }));
  }
}
