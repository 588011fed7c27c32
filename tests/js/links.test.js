/** Addresses, and games that are pasted. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { taken } from "#home/analyse/setup.ts";
import { addressOf, asked } from "#home/shared/address.ts";
import { todaysEdition } from "#home/shared/variants.ts";
import { query, shownOf } from "#shared/query.ts";

const read = (text) => asked(new URLSearchParams(text));
const GAME = {
  rules: "collapsi",
  edition: "wild",
  steps: [{ position: "A223/4A2J/3A23/J3A4 r", move: "" }, { move: "a3" }, { move: "a1" }],
  at: 2,
};

test("a query leaves out what is empty, and escapes only what it must", () => {
  assert.equal(query({ p: "A2/3", e: "", name: "my rules&more" }), "?p=A2/3&name=my%20rules%26more");
});

test("the position shown is one of the game", () => {
  const at = (text) => shownOf(new URLSearchParams(text), 4);
  assert.deepEqual(["", "at=2", "at=9", "at=-1", "at=1.5", "at=x"].map(at), [4, 2, 4, 0, 4, 4]);
});

test("an address says what is shown, and no more", () => {
  assert.equal(addressOf(GAME), "?p=A223/4A2J/3A23/J3A4_r&m=a3.a1&e=wild");
  assert.equal(addressOf({ ...GAME, at: 1, edition: "single" }), "?p=A223/4A2J/3A23/J3A4_r&m=a3.a1&at=1&e=single");
  assert.match(addressOf({ ...GAME, rules: "3x4" }, { mode: "play" }), /&m=a3\.a1&e=wild&r=3x4&mode=play$/);
  assert.match(addressOf({ ...GAME, rules: "own:3x3~AAA2223~1~w2" }), /&e=wild&own=3x3~AAA2223~1~w2$/);
});

test("an address is read again", () => {
  for (const game of [GAME, { ...GAME, at: 0, edition: "single" }, { ...GAME, rules: "own:3x3~AAA2223~1~w2" }]) {
    const { position, moves, at, rules } = read(addressOf(game));
    assert.deepEqual([position, moves, at, rules], [GAME.steps[0].position, ["a3", "a1"], game.at, game.rules]);
  }
  assert.deepEqual(read(""), { position: null, moves: [], at: 0, edition: "", rules: "collapsi" });
  assert.equal(read("edition=single&rules=3x3").edition, "single");
  assert.equal(read("edition=single&rules=3x3").rules, "3x3");
});

test("only the last _ of a position is a blank: the others are gaps", () => {
  assert.equal(read("p=_A2_/3JJ4_rb").position, "_A2_/3JJ4 rb");
  assert.equal(read("p=A223_4A2J_3A23_J3A4_r").position, "A223 4A2J 3A23 J3A4 r");
});

test("a pasted text is a position and the moves from there", () => {
  const moves = ["a3", "a1", "d1", "b1"];
  const position = "A223/4A2J/3A23/J3A4";
  for (const text of [
    `${position} a3 a1 d1 b1`,
    `${position}\t1. a3 a1 2.d1?! b1`,
    ` ${position}\n1. a3, a1; 2... d1?? b1!`,
  ])
    assert.deepEqual(taken(text), { position, moves }, text);
  assert.deepEqual(taken(`${position} r a3R`), { position: `${position} r`, moves: ["a3R"] });
  assert.deepEqual(taken("A223 4A2J 3A23 J3A4"), { position: "A223 4A2J 3A23 J3A4", moves: [] });
});

test("a new game has today's edition, if the rules have it", () => {
  const named = (...names) => ({ editions: names.map((name) => ({ name, joker_steps: [1] })) });
  assert.equal(todaysEdition(named("wild", "single")), "single");
  assert.equal(todaysEdition(named("near", "far")), "near");
});
