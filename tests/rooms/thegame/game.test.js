/** The Game: turns, draws and what the adviser says, in words. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { machineOf as holding } from "#shared/rules.ts";
import { isDraw, seen, THE_GAME } from "../../../tablebase/games/thegame/page/game.ts";
import { notation } from "../../../tablebase/games/thegame/page/notation.ts";
import * as words from "../../../tablebase/games/thegame/page/words.ts";
import { answering } from "../../js/client.js";

const HAND = [2, 3, 4, 5, 6, 7, 8, 9];
const POSITION = notation({ hand: HAND, piles: [[], [], [], []] });
const DRAWN = [20, 21, 22, 23];
const PLAY = { card: 5, pile: 0, is_trick: false, advance: 4 };

/** A deck of four cards; any card goes on the first pile up. */
answering((path, { position, seed }) => {
  if (path === "thegame/deal") return { seed, cards: [...HAND, ...(seed === "1" ? DRAWN : DRAWN.toReversed())] };
  if (path === "thegame/advice") return { options: [{ plays: [{ ...PLAY, move: "5u1" }], value: -1.5 }] };
  const [hand, piles] = position.split(" : ");
  const held = hand.trim().split(" ").map(Number);
  const deck = DRAWN.filter((card) => !held.includes(card));
  const rest = piles.trim().split(" / ");
  const plays = held.map((card) => {
    const [left, pile] = [held.filter((other) => other !== card), rest[0] === "-" ? card : `${rest[0]} ${card}`];
    return {
      ...PLAY,
      card,
      move: `${card}u1`,
      position: `${left.join(" ")} : ${[pile, ...rest.slice(1)].join(" / ")}`,
    };
  });
  const onPiles = rest.map((pile) => (pile === "-" ? [] : pile.split(" ").map(Number)));
  return { position: position.trim(), hand: held, piles: onPiles, deck, remaining: held.length + deck.length, plays };
});

/** What holds the state of a game: from a seed, or of the reader's own. */
async function machineOf(isOwn, ...moves) {
  const machine = holding(THE_GAME);
  await machine.send("open", { ...(isOwn ? { position: POSITION } : { seed: "1" }), moves });
  return machine;
}

const move = (machine, name) => machine.send("move", { name });
const game = async (...moves) => seen((await machineOf(false, ...moves)).state);

test("a position is written as the library does", () => {
  assert.equal(POSITION, "2 3 4 5 6 7 8 9 : - / - / - / -");
  assert.equal(notation({ hand: [], piles: [[3, 4], []] }), "- : 3 4 / -");
});

test("a turn ends once two cards are laid, and the hand is filled up", async () => {
  const machine = await machineOf(false, "5u1");
  const todo = () => (({ missing, canDraw, drawing }) => [missing, canDraw, drawing])(seen(machine.state));
  assert.deepEqual(todo(), [1, false, 1]);
  await move(machine, "draw");
  assert.equal(machine.state.game.at, 1);
  await move(machine, "6u1");
  assert.deepEqual(todo(), [0, true, 2]);
  await move(machine, "draw");
  const { steps, at, turn, canUndo } = seen(machine.state);
  assert.equal(steps[at].position, "2 3 4 7 8 9 20 21 : 5 6 / - / - / -");
  assert.deepEqual([turn, canUndo], [2, false]);
});

test("a turn that ends while another deck is being shuffled draws from its own", async () => {
  const machine = await machineOf(false, "5u1", "6u1");
  const begun = machine.send("open", { seed: "2" });
  await move(machine, "draw");
  await begun;
  const { seed, steps, at } = seen(machine.state);
  assert.deepEqual([seed, steps[at].position], ["1", "2 3 4 7 8 9 20 21 : 5 6 / - / - / -"]);
});

test("in a game of one's own the reader says what is drawn", async () => {
  const machine = await machineOf(true, "5u1", "6u1");
  assert.equal(seen(machine.state).isOwn, true);
  for (const wrong of ["draw", "draw-20", "draw-20-20", "draw-20-99"]) await move(machine, wrong);
  assert.equal(machine.state.game.at, 2);
  await move(machine, "draw-22-20");
  const { steps, at, canUndo, options } = seen(machine.state);
  assert.equal(steps[at].position, "2 3 4 7 8 9 22 20 : 5 6 / - / - / -");
  assert.deepEqual([canUndo, options?.length], [true, 1]); // the adviser is asked of each position
});

test("a chosen card is laid on the pile that is named", async () => {
  const machine = await machineOf(false);
  machine.send("choose", { card: 5 });
  await machine.send("lay", { pile: 1 }); // it does not go there
  assert.equal(machine.state.game.at, 0);
  await machine.send("lay", { pile: 0 });
  assert.deepEqual([machine.state.game.steps[1].move, machine.state.chosen], ["5u1", 0]);
});

test("a move in the list, and read aloud", () => {
  assert.deepEqual(words.described("12u1"), { text: "12↑1", label: "12 on the first pile up" });
  assert.deepEqual(words.described("88d2"), { text: "88↓2", label: "88 on the second pile down" });
  assert.deepEqual(words.described("draw-5-17"), { text: "draw", label: "Drawn: 5, 17" });
  assert.deepEqual(words.described("draw"), { text: "draw", label: "Draw" });
  assert.deepEqual([isDraw("draw-5"), isDraw("5u1")], [true, false]);
});

test("the headline says what is to be done", async () => {
  const said = async (...moves) => words.headline(await game(...moves));
  assert.deepEqual(await said(), ["12 cards left", "Turn 1 · lay 2 or more · 4 in the deck"]);
  assert.match((await said("5u1"))[1], / · lay 1 more · /);
  assert.match((await said("5u1", "6u1"))[1], / · end turn or lay more · /);
  assert.match((await said("5u1", "6u1", "draw"))[1], /^Turn 2 · lay 2 or more · 2 in the deck$/);
});

test("a chosen card says where it goes", async () => {
  const machine = await machineOf(false);
  const said = (card) => words.sheet(seen({ ...machine.state, chosen: card }))[0];
  assert.equal(said(5), "5 goes on ↑1 (+4).");
  assert.equal(said(99), "99 does not go on any pile.");
});

test("advice with its reason", async () => {
  const machine = await machineOf(false);
  assert.equal(seen(machine.state).options, null);
  await machine.send("hint");
  assert.deepEqual(words.sheet(seen(machine.state)), ["Lay 5 on ↑1 (+4).", "That uses up 4 in all, without a trick."]);
  const trick = { ...PLAY, is_trick: true, advance: -10 };
  const option = { plays: [PLAY, trick], value: 2 };
  assert.equal(words.adviceText([option]), "Lay 5 on ↑1 (+4), then 5 on ↑1 (trick −10).");
  assert.equal(words.outcome(option), "That gains 6 in all, with 1 backwards trick.");
  assert.deepEqual(
    [2, -1.25].map((value) => words.behind({ plays: [], value }, option)),
    ["best", "−3.3"],
  );
  assert.equal(words.adviceText([]), "The adviser ends the turn.");
  assert.equal(words.adviceText([{ plays: [], value: null }]), "No card can be laid.");
  assert.match(words.adviceText([{ plays: [PLAY], value: null }]), /^You cannot lay enough cards: .* after 5 on ↑1/);
});

test("how a game has ended, beside the adviser's", () => {
  const ended = { isOver: true, isWon: false, rival: null, options: null, chosen: 0, targets: [] };
  const left = (remaining, rival) => words.sheet({ ...ended, answer: { remaining }, rival });
  assert.deepEqual(left(9, null), ["Excellent: fewer than 10 cards are left.", ""]);
  assert.deepEqual(left(10, 1), [
    "Fewer than 10 cards left would be excellent.",
    "The adviser leaves 1 card with the same cards.",
  ]);
  assert.equal(left(10, 0)[1], "The adviser wins with the same cards.");
  assert.deepEqual(words.headline({ ...ended, answer: { remaining: 3, deck: [] } }), [
    "Over: 3 cards left",
    "No card can be laid",
  ]);
});
