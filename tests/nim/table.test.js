/** 2D Nim at the table: whose turn it is, which lines there are, and what is said. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { farEnd, fullBoard, sizeOf, Table } from "../../tablebase/games/nim/page/table.js";
import * as words from "../../tablebase/games/nim/page/words.js";
import { answering } from "../js/client.js";

const LIMITS = { take: 2, misere: false };

/** A move of a row of three stones. */
const take = (move, cells, position, result, dte, is_best = false) => ({
  move,
  cells,
  position,
  result,
  dte,
  is_best,
  keeps_win: result === "win",
});

/** What the engine says of a row of three stones, of which one or two may be taken. */
const ANSWERS = {
  111: [
    take("b1", ["b1"], "101", "win", 3, true),
    take("a1", ["a1"], "011", "loss", 2),
    take("a1-b1", ["a1", "b1"], "001", "loss", 2),
  ],
  "011": [take("b1-c1", ["b1", "c1"], "000", "win", 1, true)],
  101: [take("a1", ["a1"], "001", "loss", 2, true), take("c1", ["c1"], "100", "loss", 2, true)],
  "001": [take("c1", ["c1"], "000", "win", 1, true)],
  100: [take("a1", ["a1"], "000", "win", 1, true)],
  "000": [],
};

/** What answers under other limits wait for. */
let solved = Promise.resolve();

answering(async (path, { position, take }) => {
  assert.equal(path, "nim/probe");
  if (take !== LIMITS.take) await solved;
  const moves = ANSWERS[position];
  const { result, dte } = moves[0] ?? { result: "loss", dte: 0 };
  return { position, take, stones: position.split("1").length - 1, result, dte, moves };
});

/** A table with a row of three stones, and moves that have been made. */
async function table(changes, ...moves) {
  const made = new Table(() => {});
  Object.assign(made, changes);
  await made.begin("111", LIMITS, moves);
  return made;
}

test("boards by their size", () => {
  assert.equal(fullBoard(2, 3), "111/111");
  assert.deepEqual(sizeOf("111/101"), { rows: 2, columns: 3 });
  assert.equal(farEnd(["a1", "b1", "c1"], "a1"), "c1");
  assert.equal(farEnd(["a1", "b1", "c1"], "c1"), "a1");
});

test("lines are found from both of their ends", async () => {
  const row = await table({});
  assert.deepEqual(
    row.linesFrom("b1").map(({ move }) => move),
    ["b1", "a1-b1"],
  );
  assert.equal(row.line("b1", "a1")?.move, "a1-b1");
  assert.equal(row.line("a1", "c1"), undefined);
});

test("a line is selected by its ends; without one the last stone is", async () => {
  const row = await table({});
  row.select("a1", "b1");
  assert.deepEqual([row.anchor, row.looked?.move], ["a1", "a1-b1"]);
  row.select("b1", "a1");
  assert.equal(row.looked?.move, "a1-b1");
  row.select("b1", "c1");
  assert.equal(row.looked, null);
  row.select("c1", "b1");
  assert.deepEqual([row.anchor, row.looked?.move], ["b1", "b1"]);
  row.deselect();
  assert.equal(row.looked, null);
});

test("in a new game nothing is selected", async () => {
  const row = await table({});
  row.select("a1", "b1");
  await row.begin("101", LIMITS);
  assert.deepEqual([row.anchor, row.looked], ["", null]);
});

test("the players take turns, and the reader moves only in theirs", async () => {
  const row = await table({ you: 1 });
  assert.deepEqual([row.mover, row.isComputers, row.isYours], [0, true, false]);
  await row.play("a1");
  assert.deepEqual([row.mover, row.isComputers, row.isYours], [1, false, true]);
  await row.play("b1-c1");
  assert.deepEqual([row.isOver, row.isYours, row.winner], [true, false, 1]);
});

test("limits that are refused leave those that were", async () => {
  const row = await table({});
  await assert.rejects(row.begin("112", { take: 9, misere: true }));
  assert.deepEqual(row.limits, LIMITS);
});

test("a move made while another game is being prepared keeps the limits of its own", async () => {
  const row = await table({});
  let solve = () => {};
  solved = new Promise((resolve) => {
    solve = resolve;
  });
  const begun = row.begin("111", { take: 1, misere: true });
  const played = row.play("b1");
  solve();
  await played;
  assert.equal(await begun, false);
  assert.deepEqual([row.limits, row.moves, row.answer.take], [LIMITS, ["b1"], LIMITS.take]);
});

test("where values are shown, a move is looked at with its answer", async () => {
  const row = await table({ against: "nobody" });
  row.choose(row.answer.moves[1]);
  await new Promise(setImmediate);
  assert.deepEqual(words.looked(row, row.looked), [
    "Take a1: gives the win away: loses in 2",
    "Player 2 then takes b1-c1.",
  ]);
});

test("the headline says who wins only where values are shown", async () => {
  assert.deepEqual(words.headline(await table({ against: "nobody" })), [
    "Player 1 wins in 3",
    "Player 1 to move · 1 of 3 moves wins",
  ]);
  assert.deepEqual(words.headline(await table({})), ["Your turn", "3 stones left"]);
  assert.deepEqual(words.headline(await table({ you: 1 })), ["Computer to move", "3 stones left"]);
  assert.deepEqual(words.headline(await table({ draft: "101" })), ["Set up a position", "2 stones"]);
  const over = await table({ you: 1 }, "a1", "b1-c1");
  assert.deepEqual(words.headline(over), ["You win", "You took the last stone"]);
  const lost = await table({ against: "nobody" }, "b1");
  assert.match(words.headline(lost)[1], / · all 2 moves lose$/);
});

test("a mistake is named, with the move that kept the win", async () => {
  const mistake = "Your a1 gave the win away; b1 would have kept it.";
  const row = await table({}, "a1");
  assert.deepEqual(words.reportLast(row), [mistake, ""]);
  await row.play("b1-c1");
  assert.deepEqual(words.reportLast(row), [mistake, "The computer took b1-c1."]);
  assert.deepEqual(words.mistakes(row, null), [1]);
  assert.deepEqual(words.mistakes(row, 1), []);
  assert.deepEqual(words.review(row), ["Your mistakes: 1.", mistake]);
  const friends = await table({ against: "friend" }, "a1", "b1-c1");
  assert.deepEqual(words.review(friends)[1], "Player 1’s a1 gave the win away; b1 would have kept it.");
  const right = await table({ you: 1 }, "b1", "a1", "c1");
  assert.deepEqual(words.review(right), ["Your mistakes: none.", "The starting position was lost."]);
});

test("the limits in a sentence", () => {
  assert.equal(words.rulesLine({ take: 3, misere: true }), "Take 1 to 3 in a line; taking the last stone loses.");
  assert.equal(words.rulesLine({ take: 1, misere: false }), "Take one stone; taking the last stone wins.");
});
