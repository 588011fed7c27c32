/** Pair Solitaire: cards and what they share, games with what searches find, and what is said. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { machineOf } from "#shared/rules.ts";
import * as cards from "../../../tablebase/games/pairs/page/cards.ts";
import { PAIRS, seen } from "../../../tablebase/games/pairs/page/game.ts";
import * as words from "../../../tablebase/games/pairs/page/words.ts";
import { answering } from "../../js/client.js";

const STACK = "KD 2S 5D 2H 9C";

/** The fewest cards that can be left, by what has been removed; and how. */
const FEWEST = { "": [3, ["2H", "KD"]], x2H: [3, ["KD"]] };

/** Whether searches prove what they find. */
let proven = true;

answering((path, { position }) => {
  const left = cards.left(position);
  const removable = left.filter((card, at) =>
    [left[at - 2], left[at + 2]].some((other) => other && cards.shared(card, other)),
  );
  if (path === "pairs/probe") return { position, removable };
  const gone = position.split(" ").filter((word) => word.startsWith("x"));
  const [fewest, moves] = FEWEST[gone.join(" ")] ?? [left.length, []];
  return { position, left: fewest, moves, perfect: false, proven, searched: 7, states: [1, 2000] };
});

/** A game of a stack, and what has been done in it. */
async function playing(position, moves = [], ...events) {
  const machine = machineOf(PAIRS);
  await machine.send("open", { position, moves });
  for (const [type, about] of events) await machine.send(type, about);
  return seen(machine.state);
}

const game = (...moves) => playing(STACK, moves);
const go = (at) => ["go", { at }];
const move = (name) => ["move", { name }];

test("cards are written short, and read aloud", () => {
  assert.equal(cards.short("10H"), "10♥\ufe0e");
  assert.equal(cards.spoken("QS"), "queen of spades");
  assert.equal(cards.spoken("10C"), "10 of clubs");
  assert.deepEqual([cards.isRed("AD"), cards.isRed("AS")], [true, false]);
});

test("cards share their suit or their rank", () => {
  assert.equal(cards.shared("KD", "5D"), "diamonds");
  assert.equal(cards.shared("2S", "2H"), "both 2s");
  assert.equal(cards.shared("AS", "AH"), "both aces");
  assert.equal(cards.shared("KD", "9C"), "");
});

test("a card that is removed is marked, and the stack closes up", () => {
  assert.equal(cards.without(STACK, "5D"), "KD 2S x5D 2H 9C");
  assert.deepEqual(cards.left("KD 2S x5D 2H 9C"), ["KD", "2S", "2H", "9C"]);
});

test("why a card can go, or why it stays", async () => {
  const start = await game();
  assert.equal(words.reason(start, "KD"), "K♦\ufe0e can go: it matches 5♦\ufe0e (diamonds).");
  assert.equal(words.reason(start, "9C"), "9♣\ufe0e stays: it does not match 5♦\ufe0e.");
  assert.deepEqual(words.partners(start, "5D"), ["KD", "9C"]);
  assert.deepEqual(words.partners(start, "2S"), ["2H"]);
  assert.equal(
    words.reason({ cards: ["KD", "2S"], answer: { removable: [] } }, "KD"),
    "K♦\ufe0e stays: there is no card two places away.",
  );
});

test("the headline counts cards and moves", async () => {
  const start = await game();
  assert.deepEqual(words.headline(start), ["5 cards left", "Remove as many as you can · 4 can go"]);
  assert.deepEqual(words.headline(await game("2H", "KD")), ["3 cards left", "No card matches another two places away"]);
  const perfect = { cards: ["KD", "2S"], at: 50, isOver: true, isPerfect: true };
  assert.deepEqual(words.headline(perfect), ["A perfect game", "2 cards left"]);
});

test("a hint is the first move of the best game found", async () => {
  const start = await playing(STACK, [], ["solve", { to: "hint" }]);
  assert.deepEqual(words.sheet(start), [
    "Hint: remove 2♥\ufe0e; it matches 2♠\ufe0e (both 2s).",
    "3 cards can be left, and no game leaves fewer.",
  ]);
  assert.equal(words.proof(start.solution), "Proven by searching all 2,001 positions that can be reached.");
});

test("a solution is laid out step by step, until another card is removed", async () => {
  const plan = ["solve", { to: "plan" }];
  const shown = await playing(STACK, [], plan);
  assert.deepEqual([shown.steps.map(({ move }) => move), shown.at, shown.isPlanned], [["", "2H", "KD"], 0, true]);
  assert.match(words.sheet(shown)[0], /^Step 1 of 2: remove 2♥/);
  const hinted = await playing(STACK, [], ["solve", { to: "hint" }], plan);
  assert.match(words.sheet(hinted)[0], /^Step 1 of 2: remove 2♥/);
  assert.match(words.sheet(await playing(STACK, [], plan, move("2H")))[0], /^Step 2 of 2: remove K♦/);
  assert.equal((await playing(STACK, [], plan, move("2H"), go(0), move("KD"))).isPlanned, false);
});

test("where a game was lost", async () => {
  const lost = await playing(STACK, ["5D"], ["lose"]);
  assert.deepEqual(lost.loss, { at: 0, card: "5D", kept: "2H", left: 3 });
  assert.match(words.sheet(await playing(STACK, ["5D"], ["lose"], go(0), move("5D")))[0], /^Until you removed 5♦/);
});

test("where a game was lost is not said of another game", async () => {
  const replayed = await playing(STACK, ["5D"], ["lose"], go(0), move("2H"), move("KD"));
  assert.match(words.sheet(replayed)[0], /^No game of this stack/);
  const solved = await playing(STACK, ["5D"], ["lose"], go(0), ["solve", { to: "plan" }], go(2));
  assert.match(words.sheet(solved)[0], /^No game of this stack/);
});

test("a game that leaves the fewest cards was not lost anywhere", async () => {
  const best = await playing(STACK, ["2H", "KD"], ["lose"]);
  assert.deepEqual([best.loss, words.sheet(best)[0]], [null, "No game of this stack leaves fewer."]);
  const short = await playing("2H 9C 3D", [], ["lose"]);
  assert.deepEqual([short.loss, words.sheet(short)[0]], [null, "No game of this stack leaves fewer."]);
  proven = false;
  const other = await playing("AS 2H 3D", [], ["lose"]);
  proven = true;
  assert.deepEqual([other.loss, words.sheet(other)[0]], [null, "The search found no game that leaves fewer."]);
});

test("what a search says, as far as it got", () => {
  const found = { left: 4, perfect: false, proven: false, searched: 1, states: [] };
  assert.equal(words.outlook(found), "4 cards can be left; fewer may be possible.");
  assert.equal(words.proof(found), "Not proven. 1 position searched.");
  assert.equal(words.outlook({ ...found, perfect: true }), "Two cards can be left, a perfect game.");
  assert.equal(
    words.proof({ ...found, perfect: true }),
    "No game can leave fewer than two cards. 1 position searched.",
  );
});

test("a stack that is asked for while a solution plays by itself comes", async () => {
  const machine = machineOf(PAIRS);
  await machine.send("open", { position: STACK });
  await machine.send("solve", { to: "plan" });
  let tick = () => {};
  machine.effects.tick = () => new Promise((done) => (tick = () => done({ type: "tick" })));
  machine.send("autoplay");
  const { open } = machine.effects;
  let come = () => {};
  machine.effects.open = (effect) => new Promise((done) => (come = () => done(open(effect))));
  const asked = machine.send("open", { position: "KD 2S 5D" });
  tick();
  await new Promise(setImmediate);
  come();
  await asked;
  assert.equal(seen(machine.state).steps[0].position, "KD 2S 5D");
});
