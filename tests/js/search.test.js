/** The order of moves that a search has found something about. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { compare } from "#home/engine/search.ts";

const move = (result, dte = null, best = null) => ({ result, value: dte === null ? null : { result, dte }, best });

test("moves come in the order of what is known, and the proven best first", () => {
  const ordered = [
    move("loss", 8, true),
    move("win", 3),
    move("win", 5),
    move("win"),
    move(null),
    move("loss"),
    move("loss", 6),
    move("loss", 2),
  ];
  assert.deepEqual(ordered.toReversed().toSorted(compare), ordered);
});
