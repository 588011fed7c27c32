/** What the coach says of a move: whether the rule agrees, and which moves it makes. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { preferred, worth } from "#home/engine/strategy.ts";
import { coachText, isRight } from "#home/shared/coach.ts";

const ORDER = [{ safe: 1 }, { mine: 1, theirs: -1 }];

/** Moves by their features: whether each wins, how many are safe, cards of mine and theirs. */
const moves = (rows) =>
  Object.entries(rows).map(([move, [keeps_win, safe, mine, theirs]]) => ({
    move,
    keeps_win,
    features: { safe, mine, theirs },
  }));

/** What is said of a move if the rule makes the best by its order. */
function said(name, rows) {
  const all = moves(rows);
  return coachText({ made: ORDER.reduce(preferred, all).map(({ move }) => move), moves: all }, name);
}

test("a preference adds up what it weighs, and keeps the best", () => {
  const all = moves({ a1: [true, 3, 4, 1], b1: [true, 3, 1, 4], c1: [true, 1, 9, 6] });
  const found = all.map((move) => worth(ORDER[1], move));
  assert.deepEqual(found, [3, -3, 3]);
  assert.deepEqual(preferred(all, ORDER[1]), [all[0], all[2]]);
  assert.deepEqual(preferred(all, ORDER[0]), [all[0], all[1]]);
});

test("the rule agrees, or says which moves it makes, without sums", () => {
  const rows = { a1: [true, 3, 4, 1], b1: [false, 1, 4, 1], c1: [true, 1, 0, 0] };
  assert.equal(said("a1", rows), "agrees.");
  assert.equal(said("b1", rows), "says a1.");
  assert.equal(said("c1", rows), "says a1, which wins too.");
  assert.equal(said("b1", { ...rows, d1: [true, 3, 4, 1], a2: [true, 3, 4, 1] }), "says a1, d1 or a2.");
  const five = Object.fromEntries(["a1", "b1", "c1", "d1", "a2"].map((name) => [name, [true, 2, 0, 0]]));
  assert.equal(said("b2", { ...five, b2: [true, 0, 0, 0] }), "says 5 cards, which win too.");
});

test("a rule is right if all moves that it makes keep the win", () => {
  const right = (rows, made) => isRight({ made, moves: moves(rows) });
  const rows = { a1: [false, 3, 0, 0], b1: [true, 1, 0, 0], c1: [true, 0, 0, 0] };
  assert.equal(right(rows, ["b1"]), true);
  assert.equal(right(rows, ["b1", "c1"]), true);
  assert.equal(right(rows, ["a1"]), false);
  assert.equal(right(rows, ["a1", "b1"]), false);
});

test("without a choice or a difference there is little to say", () => {
  assert.equal(said("a1", { a1: [true, 2, 0, 0] }), "");
  assert.equal(said("x9", { a1: [true, 2, 0, 0], b1: [true, 1, 0, 0] }), "");
  assert.equal(said("a1", { a1: [true, 2, 0, 0], b1: [false, 2, 0, 0] }), "");
});
