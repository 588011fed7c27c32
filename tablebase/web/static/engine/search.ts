/**
 * Searches a game forward by the library's own loop, with the game's kernel: without a table of every
 * position. docs: `tablebase/engine/compiled/walks.py`. A room's `wasm.py` adds it to its module by
 * `add_search`. For games of two sides that take turns, with codes of 8 bits.
 */

import type { LoopsCoding } from "./data.ts";
import type { Given, Kernels } from "./kernels.ts";

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

/**
 * What finds out about the positions of a game.
 *
 * @param kernels their memory is its own from now on
 * @param places of the transposition table, a power of two
 * @param slice positions between two pauses
 */
export function searching(
  kernels: Kernels,
  { context, maxMoves, layers, words = 1 }: Rules,
  { values, replies, ends }: Pick<LoopsCoding, "values" | "replies" | "ends">,
  places: number = PLACES,
  slice: number = SLICE,
) {
  /** By code: the largest code of a successor that gives its mover that code or more; -1 if none does. */
  const enough = Array.from({ length: 256 }, (_, code) =>
    values.reduce((largest, _, after) => (replies[after] >= code ? after : largest), -1),
  );
  const firstWin = values.findIndex(({ result }) => result === "win");
  const deep = layers + 1;
  kernels.clear();
  const room = (count: number) => kernels.room(count * WORD);
  const rules = kernels.placed([context.length, context, maxMoves]);
  const table = kernels.placed([places, new BigUint64Array(places * 2 * (words + 1))]);
  const visited = kernels.put(new BigInt64Array(2));
  const proof = [deep, room(deep * words), room(PLY_ROWS * deep), visited];
  const known = kernels.placed([Uint8Array.from(replies), BigInt64Array.from(enough, BigInt)]);
  const rest = [room(deep * maxMoves * words), room(2 * deep * maxMoves), ...known, ends[0], slice];
  const given = (state: State): Given[] => [words, BigUint64Array.from(state)];

  /** Positions visited so far. */
  const nodes = () => Number(kernels.get(BigInt64Array, visited, 2)[1]);

  /** What is known of a state's code. */
  function boundsOf(state: State) {
    const found = new Uint8Array(2);
    kernels.call("look_up", ...given(state), ...table, found);
    return { lower: found[0], upper: found[1] };
  }

  /** The states after all moves, in the order of the kernel. */
  function after(state: State): State[] {
    const found = new BigUint64Array(maxMoves * words);
    const count = kernels.call("list_moves", ...rules, ...given(state), found);
    return Array.from({ length: count }, (_, at) => [...found.slice(at * words, (at + 1) * words)]);
  }

  /** Find out whether a state's code is at least some code. */
  function* test(state: State, code: number, sofar: () => Proof) {
    const { lower, upper } = boundsOf(state);
    if (code <= lower || upper < code) return;
    kernels.call("begin_proof", ...given(state), ...table, ...proof, code);
    while (!kernels.run("prove", ...rules, words, ...table, ...proof, ...rest)) yield sofar();
  }

  /**
   * Find the code of a state, unless it is known, and the first of the best moves. Now and then the caller may
   * pause, and gets what has been proven so far.
   */
  function* prove(state: State, code: number = -1): Generator<Proof, Proof> {
    const before = nodes();
    const sofar = ({ lower, upper } = boundsOf(state)): Proof => ({
      lower,
      upper,
      nodes: nodes() - before,
      best: lower ? after(state).findIndex((next) => boundsOf(next).upper <= enough[lower]) : -1,
    });
    let { lower, upper } = code < 0 ? boundsOf(state) : { lower: code, upper: code };
    while (lower < upper) {
      yield* test(state, lower < firstWin && firstWin <= upper ? firstWin : lower + 1, sofar);
      ({ lower, upper } = boundsOf(state));
    }
    for (const [best, next] of after(state).entries()) {
      yield* test(next, enough[lower] + 1, () => sofar({ lower, upper }));
      if (boundsOf(next).upper <= enough[lower]) return { lower, upper, best, nodes: nodes() - before };
    }
    return { lower, upper, best: -1, nodes: nodes() - before };
  }

  return { enough, after, prove };
}
