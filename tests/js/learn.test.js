/** A step of a lesson: what it earns, and how it goes on afterwards. */

import assert from "node:assert/strict";
import test from "node:test";
import { earn, earnedOf, isDone, nextOf } from "#home/learn/lessons.ts";
import { reduce, START } from "#home/learn/state.ts";

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
  assert.equal(earned(moved(false), ...again, moved(true), ...again, moved(true))[0].star, false);
  assert.deepEqual(earned(moved(false), moved(true)), []); // only the first move counts
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

test("a lesson goes on with the first step that is not done, until all are", () => {
  const lesson = { name: "edge", steps: [{}, {}, {}] };
  const seen = () => [earnedOf(lesson), nextOf(lesson), isDone(lesson)];
  earn({ ...lesson, steps: [{}, {}, {}, {}] }, 3, "lessons"); // as the lesson had one step more
  assert.deepEqual(seen(), [[], 0, false]);
  for (const at of [2, 0, 2]) earn(lesson, at, "lessons");
  assert.deepEqual(seen(), [[0, 2], 1, false]);
  earn(lesson, 1, "lessons");
  assert.deepEqual(seen(), [[0, 1, 2], 0, true]);
  assert.deepEqual(earnedOf(lesson, "stars"), []);
});
