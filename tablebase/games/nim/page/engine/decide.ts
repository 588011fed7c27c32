/**
 * Who wins a position of any size, as far as pairing and small parts decide it. docs:
 * `tablebase/games/nim/pairing.py`, with the proofs.
 *
 *     nim/decide   {position, take?, misere?}
 *         {position, take, misere, stones, result, moves: [{move, cells, result, position}]}: results
 *         for the side to move, null if not known; moves that win come first, those that lose last.
 */

import type { Query } from "#engine/answers.ts";
import { loader } from "#engine/kernels.ts";
import { Moves } from "#engine/solver.ts";
import type { ProvenBoard } from "../answers.d.ts";
import { MOST_CELLS, named, parse, shown, takes, written } from "./position.ts";

type Result = "win" | "loss" | null;

/** of a move, by what `judge` finds of the position after it */
const RESULTS: Result[] = ["loss", "win", null];

/** the best first */
const ORDER: Result[] = ["win", null, "loss"];

const kernels = loader(new URL("kernels.wasm", import.meta.url));

export async function decide(query: Query): Promise<ProvenBoard> {
  const { stones, rules } = parse(query, MOST_CELLS);
  const memory = await kernels("decide");
  const context = takes(memory, rules);
  const listed = new Moves(memory, { context, maxMoves: context.length });
  const found = memory.room(context.length + 1);
  const take = Math.min(rules.take, MOST_CELLS);
  const given = memory.put(BigUint64Array.of(stones));
  memory.run("judge", given, ...listed.fixed.slice(0, 2), rules.columns, take, Number(rules.misere), found);
  const known = memory.get(Uint8Array, found, context.length + 1);
  const moves = listed.listed(stones).map((left, number) => ({
    ...named(stones - left, rules),
    result: RESULTS[known[number + 1]],
    position: written(left, rules),
  }));
  moves.sort((a, b) => ORDER.indexOf(a.result) - ORDER.indexOf(b.result));
  const end = rules.misere ? "win" : "loss";
  return { ...shown(stones, rules), result: moves.length ? moves[0].result : end, moves };
}
