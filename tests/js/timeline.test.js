/** A game that is played and looked at, whatever the game. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Timeline } from "#shared/timeline.js";

/** A game in which a move adds its letter, and x is never legal. */
function playable() {
  const noted = [];
  const look = async (position) => ({ position, letters: position.length });
  const after = ({ position }, move) => (move === "x" ? undefined : position + move);
  const game = new Timeline({ look, after, remember: (replace) => noted.push([game.at, replace]) });
  return { game, noted };
}

test("a game is opened at any of its positions", async () => {
  const { game } = playable();
  assert.equal(game.answer, null);
  let changes = 0;
  game.addEventListener("change", () => changes++);
  assert.equal(await game.open("a", ["b", "c"], 1), true);
  assert.deepEqual(game.moves, ["b", "c"]);
  assert.deepEqual(game.answer, { position: "ab", letters: 2 });
  assert.equal(game.isAtEnd, false);
  assert.equal(changes, 1);
});

test("of moves that are not all legal the first ones are played", async () => {
  const { game } = playable();
  await game.open("z", ["b", "c", "x", "d"], 3);
  assert.deepEqual([game.moves, game.at], [["b", "c"], 2]);
  assert.equal(game.illegal?.message, "move 3 of this link, x, is not legal; the moves before it are shown");
  await game.open("z", ["x"]);
  assert.deepEqual([game.moves, game.at], [[], 0]);
  assert.equal(game.illegal?.message, "move 1 of this link, x, is not legal; the start is shown");
  await game.play("x");
  assert.equal(game.now.position, "z");
  await game.play("b");
  assert.equal(game.illegal, null);
});

test("of two games that are opened the later one is shown", async () => {
  const { game } = playable();
  assert.deepEqual(await Promise.all([game.open("a"), game.open("z")]), [false, true]);
  assert.equal(game.now.position, "z");
});

test("a move taken back can be made again; another forgets what followed", async () => {
  const { game, noted } = playable();
  await game.open("a");
  await game.play("b");
  await game.play("c");
  await game.goTo(0);
  await game.play("b");
  assert.deepEqual([game.moves, game.at], [["b", "c"], 1]);
  await game.play("d", true);
  assert.deepEqual([game.moves, game.isAtEnd, game.answer?.letters], [["b", "d"], true, 3]);
  assert.deepEqual(noted, [
    [1, false],
    [2, false],
    [0, false],
    [1, false],
    [2, true],
  ]);
});

test("moves can be planned without going there", async () => {
  const { game } = playable();
  await game.open("a", ["b", "c"], 1);
  game.plan(["d", "e"], (position, move) => position + move);
  assert.deepEqual([game.moves, game.at, game.now.position], [["b", "d", "e"], 1, "ab"]);
  assert.equal(game.steps[3].position, "abde");
});
