/** 2D Nim on boards too large to be solved: what the page says of a proof, and how the computer plays. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { machineOf as holding } from "#shared/rules.ts";
import { answers } from "../../../tablebase/games/nim/page/engine/engine.ts";
import { probed, proof } from "../../../tablebase/games/nim/page/probe.ts";
import { missed, NIM, seen } from "../../../tablebase/games/nim/page/table.ts";
import * as words from "../../../tablebase/games/nim/page/words.ts";
import { answering } from "../../js/client.js";

const NORMAL = { take: 3, misere: false };
const MISERE = { take: 3, misere: true };

/** The questions that were asked. @type {string[]} */
const asked = [];

answering((path, query) => {
  asked.push(path);
  if (path === "levels") return [{ name: "perfect", sight: 99, slip: 0 }];
  return path === "nim/decide" ? answers.decide(query) : {};
});

/** What holds the state of a table with a position, and moves that have been made. */
async function machineOf(position, limits, changes, ...moves) {
  const machine = holding(NIM);
  await machine.send("open", { position, limits, moves, changes });
  return machine;
}

const table = async (...given) => seen((await machineOf(...given)).state);

const OPEN = { against: "nobody" };

test("small boards are solved, whether given by rows or by size", async () => {
  const boards = ["5x5", " 2x3 ", "111/111", "1112", "6x5", "111111/111111/111111/111111/111111"];
  for (const board of boards) await probed(board, NORMAL);
  assert.deepEqual(asked.splice(0), [...Array(4).fill("nim/probe"), ...Array(2).fill("nim/decide")]);
});

test("who wins by copying is said, and that it is proven", async () => {
  const won = await table("7x7", NORMAL, OPEN);
  assert.deepEqual(words.headline(won), ["Player 1 wins", "Player 1 to move · 3 of 203 moves known to win"]);
  const lost = await table("8x8", NORMAL, OPEN);
  assert.deepEqual(words.headline(lost), ["Player 2 wins", "Player 1 to move · all 272 moves lose"]);
  assert.match(proof(lost.answer), /proven by copying/);
});

test("what is not decided is not known", async () => {
  const made = await table("8x8", MISERE, OPEN);
  assert.deepEqual(words.headline(made), [
    "It is not known who wins",
    "Player 1 to move · none of 272 moves known to win",
  ]);
  assert.match(proof(made.answer), /^Neither/);
  assert.equal(words.worth(made.answer.moves[0]), "not known");
  const [move] = made.answer.moves;
  assert.deepEqual(words.looked({ ...made, selected: move }, move), ["Take a1: not known", ""]);
});

test("misere play is decided by small parts", async () => {
  const made = await table("100000/000000/000000/000000/000011", MISERE, OPEN);
  assert.equal(made.answer.result, "win");
  assert.match(proof(made.answer), /values of small parts/);
});

test("a hint keeps the win, and says what it rests on", async () => {
  const machine = await machineOf("7x7", NORMAL, {});
  machine.send("hint");
  const hinted = seen(machine.state);
  const [what, why] = words.looked(hinted, hinted.selected);
  assert.equal(what, "Hint: take d3-d5");
  assert.match(why, /^It wins. This is proven by copying/);
  assert.deepEqual(words.looked({ ...hinted, hinted: false }, hinted.selected), ["Take d3-d5", "3 stones"]);
});

test("only a proven mistake is named", async () => {
  const machine = await machineOf("7x7", NORMAL, OPEN);
  const found = new Set();
  for (const { move } of seen(machine.state).answer.moves.filter((_, at) => at % 8 === 0)) {
    await machine.send("move", { name: move });
    const made = seen(machine.state);
    const { result } = made.answer;
    found.add(result);
    assert.equal(missed(made, 1), result === "win" ? "d3-d5" : "");
    await machine.send("go", { at: 0 });
  }
  assert.deepEqual(found, new Set(["loss", "win", null]));
});

test("a win given away is a mistake", async () => {
  const row = "1111111000/0000000001/0000000000"; // 7 in a row and one more: not lost
  const made = await table(row, NORMAL, {}, "a1");
  assert.deepEqual([made.steps[0].answer.result, made.answer.result], ["win", "win"]);
  assert.match(words.reportLast(made)[0], /^Your a1 gave the win away; .* would have kept it.$/);
  assert.deepEqual(words.mistakes(made, 0), [1]);
});

test("the computer copies to the end", async (t) => {
  t.mock.method(globalThis, "setTimeout", (done) => setImmediate(done));
  const machine = await machineOf("6x6", NORMAL, { level: "perfect" });
  const now = () => seen(machine.state);
  while (!now().isOver) {
    const { moves } = now().answer;
    await machine.send("move", { name: moves[Math.floor(Math.random() * moves.length)].move });
  }
  assert.deepEqual(words.headline(now()), ["The computer wins", "The computer took the last stone"]);
  assert.deepEqual(words.review(now()), ["Your proven mistakes: none.", ""]);
});
