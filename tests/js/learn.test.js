/** A step of a lesson: what it earns, and how it goes on afterwards. */

import assert from "node:assert/strict";
import test from "node:test";
import { earn, earnedOf, isDone, nextOf } from "#home/learn/lessons.ts";
import { reduce, START } from "#home/learn/state.ts";

const LINE = [{ moves: [{ move: "b1", position: "A/A b", path: [], result: "win", dte: 1, is_best: true }] }];
const opened = { ...START, lesson: { steps: [{ position: "", say: "" }] }, line: LINE };

/** @returns the state after some events, and what the last one asks for */
const after = (...events) => events.reduce(([state], event) => reduce(state, event), [opened, []]);

const judged = (right) => ({ type: "judged", name: "b1", right, words: "" });
const again = [{ type: "again" }, { type: "found", line: LINE }];
const earned = (...events) => after(...events)[1].filter((effect) => effect.do === "done");

test("a step earns a star at the first try, later a tick, and nothing once it was shown", () => {
  assert.deepEqual(earned(judged(true)), [{ do: "done", star: true, lasts: true }]);
  assert.deepEqual(earned(judged(false), ...again, judged(true)), [{ do: "done", star: false, lasts: true }]);
  assert.equal(earned(judged(false), ...again, judged(true), ...again, judged(true))[0].star, false);
  assert.deepEqual(earned({ type: "reveal" }, judged(true)), []);
  assert.deepEqual(earned({ type: "reveal" }, judged(false), ...again, judged(true)), []);
});

test("what follows is stepped through once the move is judged", () => {
  const [before] = after({ type: "step" });
  assert.equal(before.game.at, 0);
  const [state] = after(judged(false), { type: "found", line: LINE }, { type: "step" });
  assert.equal(state.game.at, 2);
  assert.equal(state.right, false);
});

test("a move that is being judged is judged once", () => {
  const choose = { type: "choose", name: "b1" };
  assert.deepEqual([after(choose)[1][0].do, after(choose, choose)[1]], ["judge", []]);
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
