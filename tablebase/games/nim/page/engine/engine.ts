/**
 * 2D Nim: every position of a board is solved, and any of them looked up; on larger boards pairing and
 * small parts prove who wins some. docs: `tablebase/games/nim/`, and `pairing.py` there for the proofs.
 * Its questions and answers are those of docs/api-http.md.
 */

import type { Query } from "#engine/answers.ts";
import { room } from "#engine/room.ts";
import { Moves, Solver } from "#engine/solver.ts";
import type { ProvenBoard } from "../answers.d.ts";
import { MOST_CELLS, named, parse, shown, takes, written } from "./position.ts";

const MAX_CELLS = 25;
const SMALL_CELLS = 16; // solved at once
const LOW_CELLS = 8;
const PIECES = 64;

type Result = "win" | "loss" | null;

/** of a move, by what `judge` finds of the position after it */
const RESULTS: Result[] = ["loss", "win", null];

/** the best first */
const ORDER: Result[] = ["win", null, "loss"];

/** A board, whose codes the library's own loop for it finds. */
class Board extends Solver {
  *fill(codes: number) {
    const { kernels, fixed, rules, coding } = this;
    const cells = rules.layers - 1;
    const replies = kernels.put(Uint8Array.from(coding.replies));
    const given = [cells, ...fixed.slice(0, 2), replies, coding.values.length];
    const blocks = 2 ** Math.max(cells - LOW_CELLS, 0);
    const of = Math.min(PIECES, blocks);
    for (let done = 0; done < of; done++) {
      kernels.run("solve_nim", ...given, (blocks * done) / of, (blocks * (done + 1)) / of, codes);
      if (cells > SMALL_CELLS) yield { done: done + 1, of };
    }
  }
}

const { probe, load } = room({
  kernels: new URL("kernels.wasm", import.meta.url),
  data: new URL("codings.json", import.meta.url),
  table: Board,
  read(query) {
    const { stones, rules } = parse(query, MAX_CELLS);
    return { key: JSON.stringify(rules), rank: Number(stones), rules };
  },
  shown: ({ rank, rules }) => shown(rank, rules),
  move: (before, after) => named(before.rank - after.rank, before.rules),
  game({ rules }, { normal, misere }, kernels) {
    const context = takes(kernels, rules);
    const cells = rules.rows * rules.columns;
    const coding = rules.misere ? misere : normal;
    return { coding, context, maxMoves: context.length, size: 2 ** cells, layers: cells + 1 };
  },
});

export const answers = { probe, decide };

async function decide(query: Query): Promise<ProvenBoard> {
  const { stones, rules } = parse(query, MOST_CELLS);
  const memory = await load("decide");
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
