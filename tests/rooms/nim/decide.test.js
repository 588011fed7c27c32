/** What is proven of large boards of 2D Nim: JavaScript says what Python says; see `conformance.py`. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { answers } from "../../../tablebase/games/nim/page/engine/engine.ts";
import { corpus } from "../../js/corpus.js";

const { cases } = corpus(new URL("decisions.jsonl.gz", import.meta.url));
const WINS = { win: true, loss: false, null: null };

test(`nim/decide: ${cases.length} cases`, async () => {
  for (const { query, says } of cases) {
    const { position, result, moves } = await answers.decide(query);
    const named = (wanted) => moves.filter((move) => move.result === wanted).map(({ move }) => move);
    const said = { wins: WINS[result], winning: named("win"), unknown: named(null), losing: named("loss").length };
    assert.deepEqual(said, says, JSON.stringify(query));
    assert.equal(position, query.position);
  }
});

test("moves that win come first, and those that lose last", async () => {
  const { moves } = await answers.decide({
    position: "101011/001110/110101/111110/101011/010001",
    take: 6,
    misere: false,
  });
  const results = moves.map(({ result }) => result);
  assert.deepEqual([results[0], new Set(results).size], ["win", 3]);
  assert.deepEqual(
    results,
    [...results].sort((a, b) => ["win", null, "loss"].indexOf(a) - ["win", null, "loss"].indexOf(b)),
  );
});

test("a move is shown with its cells and the position after it", async () => {
  const { moves, stones, take, misere } = await answers.decide({
    position: "1111111/1111111/1111111",
    misere: "false",
  });
  assert.deepEqual([stones, take, misere], [21, 3, false]);
  assert.deepEqual(moves[0], {
    move: "d1-d3",
    cells: ["d1", "d2", "d3"],
    result: "win",
    position: "1110111/1110111/1110111",
  });
});
