/** Who plays which side, and how an address says it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import * as table from "#home/play/table.ts";

const rulesOf = (players) => ({ players, tabled: true, deck: "J".repeat(16), landing: false, shift: "", out: "stays" });
const [TWO, THREE, FOUR] = [2, 3, 4].map(rulesOf);

test("an address says who plays, and the levels of the others", () => {
  const all = ["red", "blue", "green", "yellow"];
  assert.deepEqual(table.tableOf("all", ""), { people: all, levels: [""] });
  assert.deepEqual(table.tableOf("none", "maxn"), { people: [], levels: ["maxn"] });
  assert.deepEqual(table.tableOf("green.red", "maxn.alone"), { people: ["red", "green"], levels: ["maxn", "alone"] });
  assert.deepEqual(table.tableOf("nonsense", "easy").people, ["red"]);
});

test("a table is written as short as can be, and read again", () => {
  const written = (as, level) => table.written(table.tableOf(as, level));
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
  const seated = table.tableOf("blue", "alone.maxn");
  assert.deepEqual(
    ["red", "green", "yellow"].map((side) => table.levelOf(seated, side)),
    ["alone", "maxn", "maxn"],
  );
});

test("a computer that moves at random is not called easy", () => {
  const options = ["human", "beginner"].map((value) => ({ value }));
  const textOf = (tabled) => {
    table.showSeats({ querySelectorAll: () => [{ querySelector: () => ({ options }) }] }, {}, { ...THREE, tabled });
    return options[1].text;
  };
  assert.deepEqual([true, false].map(textOf), ["computer: easy", "computer: at random"]);
});

test("only the sides of a game have seats", () => {
  assert.deepEqual(table.sidesOf(THREE), ["red", "blue", "green"]);
  assert.deepEqual(table.fitting(table.tableOf("yellow", "pair"), THREE), { people: ["red"], levels: ["beginner"] });
  assert.deepEqual(table.fitting(table.tableOf("red.blue.green", ""), THREE).people.length, 4); // all, as friends
  assert.deepEqual(table.fitting(table.tableOf("none", ""), TWO).people, []);
});

test("a table of seats", () => {
  const seats = { red: "alone", blue: "human", green: "maxn", yellow: "human" };
  assert.deepEqual(table.tableOfSeats(seats, THREE), { people: ["blue"], levels: ["alone", "maxn"] });
});

test("a friend elsewhere plays under all rules", () => {
  const seated = table.fitting(table.tableOf("blue", "friend"), TWO);
  assert.deepEqual([table.isAway(seated), table.viewOf(seated)], [true, "blue"]);
  assert.deepEqual(table.written(seated), { as: "blue", level: "friend" });
  assert.equal(table.isAway(table.tableOf("all", "")), false);
});

test("the page takes the view of a single reader, and nobody's of several", () => {
  assert.equal(table.viewOf(table.tableFor("blue", "easy")), "blue");
  assert.equal(table.viewOf(table.tableFor("all", "easy")), "all");
  assert.equal(table.viewOf(table.tableOf("none", "easy")), "all");
});

test("the levels that rules have", () => {
  assert.deepEqual(table.levelsOf(TWO), ["beginner", "casual", "strong", "perfect", "safe-moves"]);
  assert.deepEqual(table.levelsOf(THREE).slice(4), ["alone", "maxn"]);
  assert.deepEqual(table.levelsOf(FOUR).slice(4), ["alone", "maxn", "pair"]);
  assert.deepEqual(table.levelsOf({ ...FOUR, tabled: false }), ["beginner"]);
  assert.equal(table.levelFor("pair", FOUR), "pair");
  assert.equal(table.levelFor("pair", THREE), "beginner");
});
