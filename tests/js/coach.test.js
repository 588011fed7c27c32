/** What the coach says of a move: whether the rule agrees, what decides, and where it leads. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { preferred, worth } from "#home/engine/preferences.ts";
import { coachText, isRight } from "#home/shared/coach.ts";

const KNOWN = {
  no_reply: 99,
  wording: {
    safe: { noun: "safe moves", clause: "you keep {safe move}" },
    mine: { noun: "your cards", clause: "you have {}" },
    theirs: { noun: "theirs", clause: "they have {}" },
  },
};
const ORDER = [{ safe: 1 }, { mine: 1, theirs: -1 }];

/** Moves by their features: whether each wins, how many are safe, cards of mine and theirs. */
const moves = (rows) =>
  Object.entries(rows).map(([move, [keeps_win, safe, mine, theirs]]) => ({
    move,
    keeps_win,
    features: { safe, mine, theirs },
  }));

/** What is said of a move if the rule makes the best by its order. */
function said(name, rows, order = ORDER) {
  const all = moves(rows);
  const made = order.reduce(preferred, all).map(({ move }) => move);
  return coachText({ order, made, moves: all }, name, KNOWN);
}

test("a preference adds up what it weighs, and keeps the best", () => {
  const all = moves({ a1: [true, 3, 4, 1], b1: [true, 3, 1, 4], c1: [true, 1, 9, 6] });
  assert.deepEqual(
    all.map((move) => worth(ORDER[1], move)),
    [3, -3, 3],
  );
  assert.deepEqual(preferred(all, ORDER[1]), [all[0], all[2]]);
  assert.deepEqual(preferred(all, ORDER[0]), [all[0], all[1]]);
});

test("the first preference that differs decides", () => {
  const rows = { a1: [true, 3, 4, 1], b1: [false, 1, 4, 1] };
  assert.equal(said("a1", rows), "agrees: on a1 you keep 3 safe moves; on b1, 1.");
  assert.equal(said("b1", rows), "says a1: there you keep 3 safe moves; on b1, 1.");
});

test("where the first ties, the next is named with it", () => {
  const rows = { a1: [true, 2, 4, 1], b1: [true, 2, 1, 4], c1: [true, 0, 9, 0] };
  assert.equal(
    said("b1", rows),
    "says a1, which wins too: a1 and b1 tie on safe moves, but on a1 your cards minus theirs come to 3; on b1, −3.",
  );
  assert.equal(said("c1", rows), "says a1, which wins too: there you keep 2 safe moves; on c1, none.");
});

test("differences are compared with a minus sign", () => {
  const rows = { d4: [true, 0, 4, 1], c3: [true, 0, 0, 7], a3: [false, 0, 0, 7], b2: [true, 0, 1, 4] };
  const order = [ORDER[1]];
  const has = "your cards minus theirs come to 3";
  assert.equal(said("d4", rows, order), `agrees: on d4 ${has}; elsewhere, at most −3.`);
  assert.equal(said("a3", rows, order), `says d4: there ${has}; on a3, −7.`);
});

test("a rule is right if all moves that it makes keep the win", () => {
  const right = (rows, made) => isRight({ order: ORDER, made, moves: moves(rows) });
  const rows = { a1: [false, 3, 0, 0], b1: [true, 1, 0, 0], c1: [true, 0, 0, 0] };
  assert.equal(right(rows, ["b1"]), true);
  assert.equal(right(rows, ["b1", "c1"]), true);
  assert.equal(right(rows, ["a1"]), false);
  assert.equal(right(rows, ["a1", "b1"]), false);
});

test("many moves are counted, and a move that leaves no reply wins at once", () => {
  const five = Object.fromEntries(["a1", "b1", "c1", "d1", "a2"].map((name) => [name, [true, 2, 0, 0]]));
  assert.match(said("b2", { ...five, b2: [true, 0, 0, 0] }), /^says 5 cards, which win too: /);
  const rows = { a1: [true, 99, 0, 0], b1: [true, 2, 0, 0] };
  assert.equal(said("b1", rows), "says a1, which wins too: there they cannot move.");
});

test("without a choice or a difference there is little to say", () => {
  assert.equal(said("a1", { a1: [true, 2, 0, 0] }), "");
  assert.equal(said("x9", { a1: [true, 2, 0, 0], b1: [true, 1, 0, 0] }), "");
  const same = { a1: [true, 2, 0, 0], b1: [false, 2, 0, 0] };
  assert.equal(said("a1", same), "");
});
