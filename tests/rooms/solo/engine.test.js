/** How hard a board of Solo is, by the tries that it takes at random. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { gradeOf } from "../../../tablebase/games/solo/page/engine/engine.ts";

test("a grade begins at its limit", () => {
  const grade = (/** @type {number} */ tries) => gradeOf(1 / tries, [4, 8]);
  assert.deepEqual([2, 4, 5, 8, 16].map(grade), [1, 2, 2, 3, 3]);
  assert.equal(grade(Infinity), null);
});
