/** 2D Nim at the table: whose turn it is, which lines there are, and what is said. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { machineOf } from "#shared/rules.ts";
import { lineOf, NIM, seen, sizeOf } from "../../../tablebase/games/nim/page/table.ts";
import * as words from "../../../tablebase/games/nim/page/words.ts";
import { answering } from "../../js/client.js";

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

const effects = { note() {}, keep() {}, think() {} };

/** A table with a row of three stones, moves that have been made, and what has been done besides. */
async function table(changes, moves = [], ...events) {
  const machine = machineOf(NIM, effects);
  await machine.send("open", { position: "111", limits: LIMITS, moves, changes });
  for (const [type, about] of events) await machine.send(type, about);
  await new Promise(setImmediate);
  return seen(machine.state);
}

const select = (anchor, end) => ["select", { anchor, end }];
const move = (name) => ["move", { name }];

test("boards by their size", () => {
  assert.deepEqual(sizeOf("111/101"), { rows: 2, columns: 3 });
});

test("lines are found from both of their ends", async () => {
  const row = await table({});
  assert.equal(lineOf(row, "a1", "b1")?.move, "a1-b1");
  assert.equal(lineOf(row, "b1", "a1")?.move, "a1-b1");
  assert.equal(lineOf(row, "a1", "c1"), undefined);
});

test("a line is selected by its ends; without one the last stone is", async () => {
  const selected = async (...ends) => {
    const { anchor, selected } = await table({}, [], ...ends);
    return [anchor, selected?.move];
  };
  assert.deepEqual(await selected(select("a1", "b1")), ["a1", "a1-b1"]);
  assert.deepEqual(await selected(select("b1", "a1")), ["b1", "a1-b1"]);
  assert.deepEqual(await selected(select("b1", "c1")), ["b1", undefined]);
  assert.deepEqual(await selected(select("c1", "b1")), ["b1", "b1"]);
  assert.deepEqual(await selected(select("c1", "b1"), ["deselect"]), ["", undefined]);
});

test("a move that is pointed at stands before what is selected, which then comes back", async () => {
  const { answer } = await table({});
  const [pointed, hint] = answer.moves;
  const shown = async (...events) => {
    const { anchor, selected, hinted } = await table({}, [], ...events);
    return [anchor, selected?.move, hinted];
  };
  const [point, leave] = [["point", { move: pointed }], ["point"]];
  const line = ["a1", "a1-b1", false];
  assert.deepEqual(await shown(point), ["", pointed.move, false]);
  assert.deepEqual(await shown(point, leave), ["", undefined, false]);
  assert.deepEqual(await shown(select("a1", "b1"), point, point), ["", pointed.move, false]);
  assert.deepEqual(await shown(select("a1", "b1"), point, point, leave), line);
  assert.deepEqual(await shown(point, select("a1", "b1"), leave), line);
  assert.deepEqual(await shown(select("a1", "b1"), point, ["deselect"], leave), ["", undefined, false]);
  const hinted = ["choose", { move: hint, hinted: true }];
  assert.deepEqual(await shown(hinted, point, leave), [hint.cells[0], hint.move, true]);
});

test("a tap selects, a second one leads on, and one on the end takes", async () => {
  const tap = (cell) => ["tap", { cell }];
  const { anchor, selected } = await table({}, [], tap("b1"), tap("a1"));
  assert.deepEqual([anchor, selected.move], ["b1", "a1-b1"]);
  assert.equal((await table({ against: "friend" }, [], tap("b1"), tap("a1"), tap("a1"))).position, "001");
  assert.equal((await table({}, [], ["draft", { draft: "111" }], tap("b1"))).draft, "101");
});

test("in a new game nothing is selected", async () => {
  const row = await table({}, [], select("a1", "b1"), ["open", { position: "101", limits: LIMITS }]);
  assert.deepEqual([row.anchor, row.selected], ["", null]);
});

test("the players take turns, and the reader moves only in theirs", async () => {
  const whose = ({ mover, isComputers, isYours }) => [mover, isComputers, isYours];
  assert.deepEqual(whose(await table({ you: 1 })), [0, true, false]);
  assert.deepEqual(whose(await table({ you: 1 }, ["a1"])), [1, false, true]);
  const row = await table({ you: 1 }, ["a1"], move("b1-c1"));
  assert.deepEqual([row.isOver, row.isYours, row.winner], [true, false, 1]);
});

test("a player is chosen alone, also before there is a game", async () => {
  const machine = machineOf({ ...NIM, start: { ...NIM.start, against: "friend" } }, effects);
  await machine.send("players", { you: 1 });
  assert.deepEqual([machine.state.against, machine.state.you], ["friend", 1]);
  await machine.send("open", { position: "111", limits: LIMITS });
  await machine.send("players", { against: "computer" });
  assert.deepEqual([machine.state.against, machine.state.you], ["computer", 1]);
});

test("a player who is chosen while the first game is being opened stays", async () => {
  let solve = () => {};
  solved = new Promise((resolve) => {
    solve = resolve;
  });
  const machine = machineOf(NIM, effects);
  const asked = { position: "111", limits: { take: 1, misere: true }, changes: { against: "computer", live: true } };
  const begun = machine.send("open", asked);
  await machine.send("players", { against: "friend" });
  solve();
  await begun;
  assert.deepEqual([machine.state.against, machine.state.live, machine.state.limits.take], ["friend", true, 1]);
});

test("limits that are refused leave those that were", async () => {
  const machine = machineOf(NIM, effects);
  await machine.send("open", { position: "111", limits: LIMITS });
  await assert.rejects(machine.send("open", { position: "112", limits: { take: 9, misere: true } }));
  assert.deepEqual(machine.state.limits, LIMITS);
});

test("a move made while another game is being prepared keeps the limits of its own", async () => {
  let solve = () => {};
  solved = new Promise((resolve) => {
    solve = resolve;
  });
  const machine = machineOf(NIM, effects);
  await machine.send("open", { position: "111", limits: LIMITS });
  const begun = machine.send("open", { position: "111", limits: { take: 1, misere: true } });
  const made = machine.send("move", { name: "b1" });
  solve();
  await Promise.all([begun, made]);
  const { limits, steps, answer } = seen(machine.state);
  assert.deepEqual([limits, steps.length, answer.position], [LIMITS, 2, "101"]);
});

test("where values are shown, a move is looked at with its answer", async () => {
  const { answer } = await table({ against: "nobody" });
  const row = await table({ against: "nobody" }, [], ["choose", { move: answer.moves[1] }]);
  assert.deepEqual(words.looked(row, row.selected), [
    "Take a1: gives the win away: loses in 2",
    "Player 2 then takes b1-c1.",
  ]);
});

test("the headline says who wins only where values are shown", async () => {
  assert.deepEqual(words.headline(await table({ against: "nobody" })), [
    "Player 1 wins in 3 plies",
    "Player 1 to move · 1 of 3 moves wins",
  ]);
  assert.deepEqual(words.headline(await table({})), ["Your turn", "3 stones left"]);
  assert.deepEqual(words.headline(await table({ you: 1 })), ["Computer to move", "3 stones left"]);
  assert.deepEqual(words.headline(await table({}, [], ["draft", { draft: "101" }])), ["Set up a position", "2 stones"]);
  const over = await table({ you: 1 }, ["a1", "b1-c1"]);
  assert.deepEqual(words.headline(over), ["You win", "You took the last stone"]);
  const lost = await table({ against: "nobody" }, ["b1"]);
  assert.match(words.headline(lost)[1], / · all 2 moves lose$/);
});

test("a mistake is named, with the move that kept the win", async () => {
  const mistake = "Your a1 gave the win away; b1 would have kept it.";
  const row = await table({}, ["a1", "b1-c1"]);
  assert.deepEqual(words.reportLast(await table({}, ["a1"])), [mistake, ""]);
  assert.deepEqual(words.reportLast(row), [mistake, "The computer took b1-c1."]);
  assert.deepEqual(words.mistakes(row, null), [1]);
  assert.deepEqual(words.mistakes(row, 1), []);
  assert.deepEqual(words.review(row), ["Your mistakes: 1.", mistake]);
  const friends = await table({ against: "friend" }, ["a1", "b1-c1"]);
  assert.deepEqual(words.review(friends)[1], "Player 1’s a1 gave the win away; b1 would have kept it.");
  const right = await table({ you: 1 }, ["b1", "a1", "c1"]);
  assert.deepEqual(words.review(right), ["Your mistakes: none.", "The starting position was lost."]);
});

test("what is marked is what is counted: moves that gave the win away", async () => {
  for (const [moves, wrong] of [
    [["a1", "b1-c1"], [1]],
    [["b1", "a1", "c1"], []],
  ]) {
    const game = await table({ against: "nobody" }, moves);
    const marked = [...game.steps.keys()].filter((at) => at && words.step(game, at).mark);
    assert.deepEqual([marked, words.mistakes(game, null)], [wrong, wrong]);
  }
});

test("the limits in a sentence", () => {
  assert.equal(words.rulesLine({ take: 3, misere: true }), "Take 1 to 3 in a line; taking the last stone loses.");
  assert.equal(words.rulesLine({ take: 1, misere: false }), "Take one stone; taking the last stone wins.");
});
