/** The computer's turns in 2D Nim. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { answer } from "../../tablebase/games/nim/page/opponent.js";
import { answering } from "../js/client.js";

answering(async () => [
  { name: "beginner", sight: 0, slip: 1 },
  { name: "perfect", sight: 99, slip: 0 },
]);

const BEST = { move: "b1", result: "win", dte: 3, is_best: true };
const WORSE = { move: "a1", result: "loss", dte: 2, is_best: false };

/** A table at which it is the computer's turn; its pause is over at once. */
function table(t, changes = {}) {
  t.mock.method(globalThis, "setTimeout", (done) => setImmediate(done));
  const played = [];
  const made = {
    now: {},
    isComputers: true,
    thinking: false,
    answer: { result: "win", dte: 3, moves: [WORSE, BEST] },
    set: (given) => Object.assign(made, given),
    play: async (move) => played.push(move),
    played,
    ...changes,
  };
  return made;
}

test("a level plays as well as it is", async (t) => {
  const perfect = table(t);
  await answer(perfect, "perfect");
  assert.deepEqual(perfect.played, ["b1"]);
  assert.equal(perfect.thinking, false);
  const beginner = table(t);
  t.mock.method(Math, "random", () => 0);
  await answer(beginner, "beginner");
  assert.deepEqual(beginner.played, ["a1"]);
});

test("the computer moves only in its turn, and once", async (t) => {
  for (const changes of [{ isComputers: false }, { thinking: true }, { answer: null }, { answer: { moves: [] } }]) {
    const idle = table(t, changes);
    await answer(idle, "perfect");
    assert.deepEqual(idle.played, []);
  }
});

test("a game that has changed meanwhile is left alone", async (t) => {
  const changed = table(t);
  const answered = answer(changed, "perfect");
  assert.equal(changed.thinking, true);
  Object.assign(changed, { now: {}, isComputers: false });
  await answered;
  assert.deepEqual([changed.played, changed.thinking], [[], false]);
});

test("in a game that was begun meanwhile the computer makes its move", async (t) => {
  const anew = table(t);
  const play = anew.play;
  anew.play = (move) => play(move).then(() => Object.assign(anew, { now: {}, isComputers: false }));
  const answered = answer(anew, "perfect");
  anew.now = {};
  await answer(anew, "perfect"); // as the new game asks for
  await answered;
  assert.deepEqual([anew.played, anew.thinking], [["b1"], false]);
});
