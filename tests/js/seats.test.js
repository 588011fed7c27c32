/** Who plays which side, and how an address says it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import * as table from "#home/play/table.ts";

const rulesOf = (players) => ({ players, tabled: true, deck: "J".repeat(16), landing: false, shift: "", out: "stays" });
const [TWO, THREE, FOUR] = [2, 3, 4].map(rulesOf);

test("an address says who plays, and the levels of the others", () => {
  const people = { red: "human", blue: "human", green: "human", yellow: "human" };
  assert.deepEqual(table.tableOf("all", "", FOUR), people);
  assert.deepEqual(table.tableOf("none", "maxn", THREE), { red: "maxn", blue: "maxn", green: "maxn" });
  const two = { red: "human", blue: "maxn", green: "human", yellow: "alone" };
  assert.deepEqual(table.tableOf("green.red", "maxn.alone", FOUR), two);
  assert.deepEqual(table.tableOf("nonsense", "strong", TWO), { red: "human", blue: "strong" });
});

test("a table is written as short as can be, and read again", () => {
  const written = (as, level) => table.written(table.tableOf(as, level, FOUR));
  for (const [as, level] of [
    ["red", "perfect"],
    ["none", "alone.maxn"],
    ["red.green", "maxn.alone"],
    ["all", ""],
  ])
    assert.deepEqual(written(as, level), { as, level });
  assert.deepEqual(written("red", "maxn.maxn"), { as: "red", level: "maxn" });
});

test("the last level holds for all that follow", () => {
  const seated = { red: "alone", blue: "human", green: "maxn", yellow: "maxn" };
  assert.deepEqual(table.tableOf("blue", "alone.maxn", FOUR), seated);
});

/** The seats that a form offers, as they are called. */
function offered(rules) {
  const elements = [];
  globalThis.document = {
    createElement(tag) {
      const element = { tag, children: [], append: (...added) => element.children.push(...added) };
      const attributes = { getAttribute: () => null, setAttribute: (name, value) => (element[name] = value) };
      elements.push(element);
      return Object.assign(element, attributes);
    },
  };
  const root = { append() {}, querySelectorAll: () => [] };
  table.showSeats(root, {}, rules);
  return elements.filter(({ tag }) => tag === "option").map(({ children }) => children.join(""));
}

test("a computer that moves at random is not called easy", () => {
  assert.deepEqual(offered(THREE).slice(0, 2), ["human", "computer: easy"]);
  assert.deepEqual(new Set(offered({ ...THREE, tabled: false })), new Set(["human", "computer: random moves"]));
  assert.equal(table.opponentText("random"), "random moves");
  assert.equal(table.fitting(table.tableFor("red", "beginner"), { ...TWO, tabled: false }).blue, "searching");
});

test("only the sides of a game have seats", () => {
  assert.deepEqual(table.sidesOf(THREE), ["red", "blue", "green"]);
  const first = { red: "human", blue: "beginner", green: "beginner" };
  assert.deepEqual(table.tableOf("yellow", "pair", THREE), first);
  assert.deepEqual(table.written(table.tableOf("red.blue.green", "", THREE)).as, "all"); // as friends
  assert.deepEqual(table.peopleOf(table.tableOf("none", "", TWO)), []);
});

test("a table of seats", () => {
  const seats = { red: "alone", blue: "human", green: "maxn", yellow: "human" };
  assert.deepEqual(table.fitting(seats, THREE), { red: "alone", blue: "human", green: "maxn" });
  assert.deepEqual(table.fitting({}, TWO), { red: "human", blue: "beginner" });
});

test("a friend elsewhere plays under all rules", () => {
  const seated = table.tableOf("blue", "friend", TWO);
  assert.deepEqual([table.isAway(seated), table.viewOf(seated)], [true, "blue"]);
  assert.deepEqual(table.written(seated), { as: "blue", level: "friend" });
  assert.equal(table.isAway(table.tableOf("all", "", TWO)), false);
});

test("the page takes the view of a single reader, and nobody's of several", () => {
  assert.equal(table.viewOf(table.tableFor("blue", "easy")), "blue");
  assert.equal(table.viewOf(table.tableFor("all", "easy")), "all");
  assert.equal(table.viewOf(table.tableOf("none", "strong", TWO)), "all");
});

test("the levels that rules have", () => {
  assert.deepEqual(table.levelsOf(TWO), ["beginner", "casual", "strong", "perfect", "safe-moves"]);
  assert.deepEqual(table.levelsOf(THREE).slice(4), ["alone", "maxn"]);
  assert.deepEqual(table.levelsOf(FOUR).slice(4), ["alone", "maxn", "pair"]);
  assert.deepEqual(table.levelsOf({ ...FOUR, tabled: false }), ["random"]);
  assert.equal(table.levelFor("pair", FOUR), "pair");
  assert.equal(table.levelFor("pair", THREE), "beginner");
});
