/** A step of a lesson: what it earns, and how it goes on afterwards. */

import assert from "node:assert/strict";
import test from "node:test";
import { reduce, START } from "../../tablebase/games/collapsi/page/learn/state.ts";

const moves = ["b1", "c1"].map((move, at) => ({ move, position: `A/A b${move}`, path: [], keeps_win: at === 0 }));
const LINE = [{ moves }, { moves }, { moves: [] }];
const opened = { ...START, lesson: { steps: [{ position: "", say: "" }] }, line: LINE };

/** @returns the state after some events, and what the last one asks for */
const after = (...events) => events.reduce(([state], event) => reduce(state, event), [opened, []]);

const moved = (right) => ({ type: "choose", name: right ? "b1" : "c1" });
const again = [{ type: "again" }, { type: "found", line: LINE }];
const earned = (...events) => after(...events)[1].filter((effect) => effect.do === "done");

test("a step earns a star at the first try, later a tick, and nothing once it was shown", () => {
  assert.deepEqual(earned(moved(true)), [{ do: "done", star: true, lasts: true }]);
  assert.deepEqual(earned(moved(false), ...again, moved(true)), [{ do: "done", star: false, lasts: true }]);
  assert.deepEqual(earned({ type: "reveal" }, moved(true)), []);
  assert.deepEqual(earned({ type: "reveal" }, moved(false), ...again, moved(true)), []);
});

test("what follows is stepped through once the reader has moved", () => {
  const [before] = after({ type: "step" });
  assert.equal(before.game.at, 0);
  const [state] = after(moved(false), { type: "found", line: LINE }, { type: "step" });
  assert.equal(state.game.at, 2);
  assert.equal(state.right, false);
});
