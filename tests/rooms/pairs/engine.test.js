/** The engine of Pair Solitaire: what a search answers that has not decided a stack. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { answers } from "../../../tablebase/games/pairs/page/engine/engine.ts";

const HARD = "AC 5C 6C 7C 8C 9C 10C JC QC KC AS 5S 6S 7S 8S 9S 10S JS QS KS 2H 3H 4D";

test("a search whose widest round leaves the stack open answers with the best game found", async () => {
  const reports = [];
  const work = { pause: async () => {}, report: (sofar) => reports.push(sofar) };
  const found = await answers.solve({ position: HARD, seconds: 60, memory: 1 << 16 }, work);
  assert.equal(found.proven, false);
  assert.equal(found.moves.length + found.left, 23);
  assert.ok(reports.every(({ left }) => left >= found.left));
});
