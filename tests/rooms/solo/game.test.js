/** Solo: what is kept and shared of a day's board, and what is said of a game. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { machineOf as holding } from "#shared/rules.ts";
import { SOLO, seen } from "../../../tablebase/games/solo/page/game.ts";
import { days, noteEnd, noteHelp, shareText } from "../../../tablebase/games/solo/page/results.ts";
import { SoloView } from "../../../tablebase/games/solo/page/view.ts";
import * as words from "../../../tablebase/games/solo/page/words.ts";
import { answering } from "../../js/client.js";

test("of a day's games the best counts", () => {
  noteEnd(1, 3);
  noteEnd(1, 5);
  assert.deepEqual(days.of(1), { left: 3, helped: false });
  noteEnd(1, 0);
  assert.deepEqual(days.streaks(1), { streak: 1, best: 1 });
});

test("with help a day does not count, unless the board was cleared before", () => {
  noteHelp(1);
  assert.deepEqual(days.of(1), { left: 0, helped: false });
  noteHelp(2);
  noteEnd(2, 0);
  assert.deepEqual(days.of(2), { left: 0, helped: true });
  assert.deepEqual(days.streaks(2), { streak: 0, best: 1 });
});

test("a result shows how many cards are left, and no move", () => {
  assert.equal(shareText(2, { left: 0, helped: false }, 3, 2), "Collapsi Solo 2: cleared · 2 days in a row\n🟩🟩🟩");
  assert.equal(shareText(2, { left: 0, helped: true }, 3, 0), "Collapsi Solo 2: cleared, with help\n🟩🟩🟩");
  assert.equal(shareText(2, { left: 1, helped: false }, 3, 0), "Collapsi Solo 2: 1 left\n🟩🟩⬜");
  assert.equal(shareText(2, { left: null, helped: false }, 3, 0), "Collapsi Solo 2: 3 left\n⬜⬜⬜");
});

/** Positions of a small board: cards left, the fewest at the end, whether the exit can be reached, and the moves. */
const POSITIONS = {
  "JrA/2J": [3, 0, "win", ["b1", "a2"]],
  "xJAr/2J": [2, 0, "win", ["b2"]],
  "xJA/2rJ": [2, 1, "win", ["b2"]],
  "xJxA/2Jr": [0, 0, "win", []],
  "xJA/x2Jr": [1, 1, "win", []],
};
const AFTER = { "JrA/2J b1": "xJAr/2J", "JrA/2J a2": "xJA/2rJ", "xJAr/2J b2": "xJxA/2Jr", "xJA/2rJ b2": "xJA/x2Jr" };

/** The ways to end on the exit that were asked about. */
const exits = [];

answering((path, { position, exit }) => {
  assert.equal(path, "solo/probe");
  exits.push(exit);
  const [cards, score, result, names] = POSITIONS[position];
  const moves = names.map((move, at) => ({ move, position: AFTER[`${position} ${move}`], is_best: at === 0 }));
  return { position, cards, score, result, dte: 1, grade: 2, moves };
});

/** What has been noted of results. */
const noted = [];

/** What holds the state of a game of a day's board, with moves that have been made. */
async function machineOf(...moves) {
  const others = { help: () => void noted.push("help"), end: ({ left }) => void noted.push(left) };
  const machine = holding({ ...SOLO, start: { ...SOLO.start, day: 2 } }, others);
  await machine.send("open", { position: "JrA/2J", moves });
  await machine.send("set", { changes: { day: 2 } });
  return machine;
}

const game = async (...moves) => seen((await machineOf(...moves)).state);

test("the headline names the day's board, and what has been made of it", async () => {
  const start = await game();
  assert.deepEqual(words.headline(start), ["3 cards left", "No. 2 · Tue 17 Nov · medium"]);
  assert.match(words.headline(start, { left: 2, helped: false })[1], / · medium · best: 2 left$/);
  assert.match(words.headline(start, { left: 0, helped: false })[1], / · medium · cleared$/);
  assert.equal(words.headline(await game("b1", "b2"))[0], "Cleared!");
});

test("a move made while another board is being prepared keeps its own readings", async () => {
  const machine = await machineOf();
  exits.length = 0;
  const readings = { exit: "exact", joker: "1" };
  const begun = machine.send("open", { position: "JrA/2J", readings });
  await machine.send("move", { name: "b1" });
  await begun;
  assert.deepEqual(exits.sort(), ["door", "exact"]);
  assert.deepEqual([machine.state.readings.exit, machine.state.day, machine.state.game.at], ["door", 2, 1]);
});

test("a hint is chosen, to be made by one more tap", async () => {
  const view = new SoloView();
  await view.send("open", { position: "JrA/2J" });
  await view.send("help", { changes: { hinted: "b1" } });
  assert.deepEqual([view.hint, view.selected], ["b1", "b1"]);
  assert.equal(words.sheet(view.game, view.selected)[0], "Hint: b1.");
  view.select("a2");
  assert.equal(words.sheet(view.game, view.selected)[0], "To a2? Tap it again to move.");
});

test("an end counts once, if it was reached by a move, and so does help", async () => {
  const machine = await machineOf("b1");
  noted.length = 0;
  await machine.send("help", { changes: { checked: true } });
  await machine.send("move", { name: "b2" });
  await machine.send("go", { at: 1 });
  await machine.send("go", { at: 2 });
  await machine.send("values");
  await machine.send("values"); // hides them
  assert.deepEqual(noted, ["help", 0, "help"]);
});

test("how far the pawn walks", async () => {
  const start = await game();
  assert.deepEqual(words.sheet(start, ""), [
    "Collapse every card, then end on the exit.",
    "From the starting card walk 1–4 steps.",
  ]);
  assert.deepEqual(words.sheet(await game("b1"), ""), ["From the ace walk 1 step.", ""]);
  assert.deepEqual(words.sheet(await game("a2"), ""), ["From the 2 walk 2 steps, or fewer to the exit.", ""]);
  assert.deepEqual(words.sheet(start, "b1"), ["To b1? Tap it again to move.", ""]);
});

test("what can still be reached", async () => {
  const [start, worse] = [await game(), await game("a2")].map((one) => ({ ...one, checked: true }));
  assert.equal(words.sheet(start, "")[0], "The board can be cleared.");
  assert.equal(words.sheet(worse, "")[0], "It can no longer be cleared: at best 1 card is left.");
});

test("where a game was lost", async () => {
  const machine = await machineOf("a2", "b2");
  assert.deepEqual(words.sheet(seen(machine.state), ""), ["The pawn is out.", "You could have cleared the board."]);
  await machine.send("lose");
  assert.deepEqual(machine.state.loss, { at: 0, move: "a2", kept: "b1", score: 0 });
  assert.deepEqual(words.sheet(seen(machine.state), ""), [
    "Before a2 you could have cleared the board: b1 was the move.",
    "That was move 1.",
  ]);
});

test("what a move is worth", () => {
  assert.equal(words.worth({ result: "loss", score: 2 }), "gets stuck");
  assert.equal(words.worth({ result: "win", score: 2 }), "leaves 2");
  assert.equal(words.worth({ result: "win", score: 0 }), "clears all");
});
