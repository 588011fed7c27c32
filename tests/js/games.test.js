/** Games that are looked at: how good a move was, what is said of it, and the review afterwards. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { transformed } from "#home/analyse/setup.ts";
import * as values from "#home/analyse/words.ts";
import { Turn } from "#home/engine/turns.ts";
import { ratingOf, recordText } from "#home/games/tally.ts";
import { againstText, openText, resultText } from "#home/games/words.ts";
import { decision, turnsOf } from "#home/play/later/review.ts";
import { droppedText, lastOf, mistakesOf, tryAgainAt } from "#home/play/record.ts";
import { answered, continueText, headline as playing, praised, walkText } from "#home/play/words.ts";
import * as game from "#home/shared/game.ts";
import { standing } from "#home/shared/strip.ts";
import * as words from "#home/shared/words.ts";
import { counted, judge, markOf, valueText } from "#shared/judge.ts";
import { answering } from "./client.js";

const VARIANT = { rules: "collapsi", edition: "wild" };

/** A move with its value. */
const move = (name, result, dte, is_best = false) => ({
  move: name,
  position: `after ${name} b`,
  path: ["a1", name],
  result,
  dte,
  keeps_win: result && result === "win",
  is_best: result && is_best,
});

const WON = { result: "win", dte: 5, moves: [move("a2", "win", 5, true), move("b1", "win", 7), move("c1", "loss", 4)] };
const LOST = { result: "loss", dte: 6, moves: [move("a2", "loss", 6, true), move("b1", "loss", 2)] };

test("numbers and values in words", () => {
  assert.equal(counted(1, "card"), "1 card");
  assert.equal(counted(1234567, "card"), "1,234,567 cards");
  assert.equal(valueText({ result: null, dte: null }), "not known yet");
  assert.equal(valueText({ result: "win", dte: 3 }), "wins in 3");
  assert.equal(valueText({ result: "loss", dte: null }), "loses");
  assert.equal(valueText({ result: "loss", dte: 4, values: {} }), "safe for 4");
});

const verdicts = (probe) => probe.moves.map((made) => judge(made, probe)?.verdict);

test("a move is judged by the best one", () => {
  assert.deepEqual(verdicts(WON), ["best", "slower", "blunder"]);
  assert.deepEqual(verdicts(LOST), ["best", "sooner"]);
  assert.deepEqual(judge(WON.moves[2], WON), {
    verdict: "blunder",
    result: "loss",
    dte: 4,
    best: "a2",
    bestPath: ["a1", "a2"],
    bestDte: 5,
    winning: 2,
    forced: false,
    many: false,
  });
});

test("of several players a move is judged by what its player can force", () => {
  const many = (probe) => ({ ...probe, players: ["red", "blue", "green"] });
  const judged = (probe, at) => judge(probe.moves[at], many(probe));
  assert.deepEqual(verdicts(many(WON)), ["best", "slower", "blunder"]);
  assert.deepEqual([judged(WON, 0).many, judged(LOST, 1).verdict], [true, "sooner"]);
  const said = (probe, at, hidden) => words.feedback("Your", "red", "it", judged(probe, at), hidden);
  assert.equal(said(WON, 0, true), "Your it was the best move.");
  const one = { ...WON, moves: [WON.moves[0], WON.moves[2]] };
  assert.equal(said(one, 0), "Your it was the only move that forces a win.");
  assert.equal(said(WON, 1, true), "Your it still forces a win; a2 is quicker.");
  assert.equal(said(WON, 1), "Your it still forces a win, in 7 plies. a2 wins in 5.");
  assert.equal(said(WON, 2, true), "Your it gave a forced win away; a2 would have kept it.");
  assert.equal(said(WON, 2), "Your it gave a forced win away; a2 would have won in 5.");
  assert.equal(said(LOST, 0), "Your it was the safest move.");
  assert.equal(said(LOST, 1), "Your it is safe for 2 moves, if all others team up; a2 for 6.");
  assert.equal(said(LOST, 1, true), "Your it is less safe than a2, if all others team up.");
  assert.deepEqual(markOf(judged(LOST, 1)), ["?", "not safe for as long as possible"]);
  assert.deepEqual(markOf(judge(LOST.moves[1], LOST)), ["?", "loses sooner than necessary"]);
});

test("what several players have answered, and who can force a win now", () => {
  const answer = (side, move, verdict = "best") => ({ side, step: { move, judgement: { verdict, many: true } } });
  const can = (winner) => ({ players: ["red", "blue", "green"], winner });
  const two = [answer("blue", "c1"), answer("green", "d2", "blunder")];
  assert.equal(
    answered(two, "red", can("red")),
    "Blue answers c1. Green answers d2 and gives a forced win away. You can force a win.",
  );
  assert.equal(answered([], "red", can("green")), "Green can force a win.");
  assert.equal(answered([...two, ...two], "red", can(null)).match(/answers/g).length, 3);
});

test("whom a kept game is played against", () => {
  const against = (level) => againstText({ mode: "play", about: { level } });
  assert.equal(against("strong"), "against hard");
  assert.equal(against("beginner.alone.maxn"), "against easy, “against all”, “for itself”");
  assert.equal(against("hexagons"), "against hexagons");
  assert.equal(against(""), "with friends");
  assert.equal(continueText({ about: { level: "pair", moves: 2 } }), "against “as a pair”, move 3");
  assert.equal(continueText({ address: "?m=a1.a2&at=1", about: { level: "", moves: 2 } }), "with friends, move 2");
});

test("how a kept game went, and what its button says", () => {
  const said = (changes, over = true) => {
    const kept = { mode: "play", over, about: { moves: 2, seat: "red", winner: "blue", ...changes } };
    return [...resultText(kept), openText(kept)];
  };
  assert.deepEqual(said({}, false), ["not finished, 2 moves", "", "Continue"]);
  assert.deepEqual(said({}), ["lost, 2 moves", "lost", "Review"]);
  assert.deepEqual(said({ left: true }), ["given up, 2 moves", "lost", "Analyse"]);
  assert.deepEqual(said({ winner: "red", again: true }), ["won, 2 moves, tried again", "won", "Review"]);
  assert.deepEqual(said({ seat: "all" }), ["Blue won, 2 moves", "", "Review"]);
  assert.deepEqual(said({ winner: null }), ["match ended, 2 moves", "", "Review"]);
});

test("what was deleted to make room is said", () => {
  const said = "My games is full: the oldest game without a star, of 1 January, was deleted.";
  assert.equal(droppedText([{ begun: 1 }]), said);
});

test("games without help make a rating, and all of them a record", () => {
  const game = (begun, level, won, about = {}) => ({
    begun,
    over: true,
    about: { level, seat: "red", winner: won ? "red" : "blue", rules: "collapsi", ...about },
  });
  assert.equal(recordText([], "beginner"), "");
  const unrated = [game(1, "beginner", true, { helped: true }), game(2, "casual", true, { rules: "3x3" })];
  assert.equal(ratingOf(unrated), null);
  const won = [game(1, "casual", true)];
  assert.equal(ratingOf(won), 1020); // 32 (1 - 1 / (1 + 10^(100/400)))
  assert.equal(ratingOf([game(2, "casual", false), ...won]), 1008);
  assert.equal(ratingOf([game(2, "casual", true, { again: true }), ...won]), 1020);
  const ofThree = { ...game(4, "casual", true), address: "?p=A2Jr/3AJb/J2Jg_b&mode=play" };
  assert.equal(recordText([ofThree, game(5, "casual", true, { seat: "all" })], "casual"), "");
  assert.equal(
    recordText([game(3, "casual", true, { helped: true }), game(2, "casual", false), ...won], "casual"),
    "Against medium you have won 2 of 3 games, 1 without help. Your rating without help is 1008.",
  );
});

test("a move without a choice is neither good nor bad", () => {
  const [only, lost] = [
    { ...WON, moves: [WON.moves[0]] },
    { ...LOST, moves: [LOST.moves[0]] },
  ];
  const step = (probe) => ({ move: "a2", judgement: judge(probe.moves[0], probe) });
  assert.equal(step(only).judgement.forced, true);
  assert.equal(words.feedback("Your", "red", "a2", step(only).judgement, true), "Your a2 was the only move.");
  assert.equal(values.advice("red", "a2", step(only).judgement), "a2 is the only move: Red wins in 5.");
  assert.equal(values.advice("red", "a2", step(lost).judgement), "a2 is the only move: Red loses in 6.");
});

test("where too little is known nothing is judged", () => {
  assert.equal(judge(move("a2", null, null), WON), null);
  assert.equal(judge(WON.moves[1], { ...WON, result: null }), null);
  assert.equal(judge(LOST.moves[1], { ...LOST, moves: [move("a2", "loss", 6)] }), null);
});

test("a move is added, one that was taken back is found again, another forgets it", () => {
  const start = game.newGame("Ar2 r", VARIANT);
  const one = game.play(start, WON.moves[0], WON);
  assert.deepEqual([one.at, game.current(one).move, game.current(one).judgement?.verdict], [1, "a2", "best"]);
  assert.equal(start.steps.length, 1);
  const two = game.play(one, LOST.moves[1], LOST);
  const back = { ...two, at: 0 };
  assert.deepEqual(game.play(back, WON.moves[0], WON), { ...two, at: 1 });
  assert.equal(game.movesOf(game.play(back, WON.moves[2], WON).steps), "c1");
});

test("a turned board takes the game along", () => {
  const start = game.newGame("Ar2/3Jb r", VARIANT);
  const judgement = { verdict: "best", best: "a2", bestPath: ["a1", "a2"] };
  const step = { position: "xA2/3rJb b", move: "a2", path: ["a1", "a2"], judgement };
  const turned = transformed({ ...start, steps: [...start.steps, step] }, "mirror");
  assert.equal(turned.steps[0].position, "2Ar/Jb3 r");
  assert.deepEqual(turned.steps[1], {
    position: "2xA/Jb3r b",
    move: "b2",
    path: ["b1", "b2"],
    judgement: { verdict: "best", best: "b2", bestPath: ["b1", "b2"] },
  });
  assert.equal(game.toMove(turned), "red");
  assert.equal(game.toMove(turned, 1), "blue");
});

test("more than two are many", () => {
  assert.equal(game.isForMany(undefined), false);
  assert.equal(game.isForMany({ players: 2 }), false);
  assert.equal(game.isForMany({ players: 3 }), true);
});

/** A game of which some moves gave the win away. */
function reviewed(...blunders) {
  const turns = ["r", "b", "r", "b", "r", "b"];
  const steps = turns.map((turn, at) => ({
    position: `A ${turn}`,
    move: `m${at}`,
    path: [],
    judgement: at ? { verdict: blunders.includes(at) ? "blunder" : "best", best: "best" } : null,
  }));
  return { ...VARIANT, steps, at: 5 };
}

test("a game is tried again from the last mistake of the reader, or the one looked at", () => {
  const played = reviewed(1, 2, 3);
  assert.equal(tryAgainAt(played, "red", "blue"), 3);
  assert.equal(tryAgainAt({ ...played, at: 0 }, "red", "blue"), 1);
  assert.equal(tryAgainAt({ ...played, at: 1 }, "red", "blue"), 3);
  assert.equal(tryAgainAt(played, "blue", "red"), 2);
  assert.equal(tryAgainAt(played, "all", "red"), 2);
  assert.equal(tryAgainAt(reviewed(), "red", "blue"), 0);
  for (const at of [1, 2, 3]) assert.equal(tryAgainAt({ ...played, at: at - 1 }, "all", "red"), at);
  const blues = [{ position: played.steps[1].position, edition: "wild", move: "m2", best: "best" }];
  assert.deepEqual(mistakesOf(played, "blue"), blues); // for one player: state.ts asks no other
});

test("a side's last move is its own, at the position shown or before it", () => {
  const lasts = (seat) => [0, 1, 2, 3].map((at) => lastOf({ ...reviewed(), at }, seat)).join();
  assert.deepEqual([lasts("red"), lasts("blue")], ["0,1,1,3", "0,0,2,2"]);
});

test("where a game was decided", () => {
  const { steps } = reviewed(3);
  const lost = "lost the game with m3; best would have kept the win.";
  assert.deepEqual(decision("red", "blue", steps, 3, 1), ["Decided on move 3 of 5", `You ${lost}`]);
  assert.deepEqual(decision("blue", "blue", steps, 3, 2), ["Decided on move 3 of 5", `Red ${lost}`]);
  assert.deepEqual(decision("blue", "blue", steps, 3, 0), ["No mistakes!", `Red ${lost}`]);
  assert.equal(decision("red", "blue", steps, 0, 0)[0], "Lost from the start");
  assert.deepEqual(decision("all", "blue", steps, 0, 0), ["Won from the start", "Blue never let it slip."]);
  const judgedBut = (at) => steps.with(at, { ...steps[at], judgement: null });
  assert.deepEqual(decision("blue", "blue", judgedBut(1), 3, 0), ["Decided on move 3 of 5", `Red ${lost}`]);
  assert.deepEqual(decision("blue", "blue", judgedBut(4), 3, 0), ["The game is over", ""]);
  assert.deepEqual(decision("red", "blue", judgedBut(1), 0, 0), ["The game is over", ""]);
});

test("among three it is said after which moves another player, or nobody, could force a win", async () => {
  const winners = ["red", null, "blue", "red", "red", "green", "green", null, "red", "green"];
  answering(async (_, { position }) => ({ position, winner: winners[position[0]] }));
  const steps = [..."rbgrbgrb"].map((turn, at) => ({ position: `${at} ${turn}`, move: at ? `a${at}` : "" }));
  const turns = await turnsOf({ game: { ...VARIANT, steps } });
  const said = turns.map((turn) => turn.said);
  assert.deepEqual(said, [
    "Move 1, Red a1: gave a forced win away.",
    "Move 2, Blue a2: Blue can force a win from here.",
    "Move 3, Green a3: Red can force a win from here.",
    "Move 5, Blue a5: Green can force a win from here.",
    "Move 7, Red a7: Green can no longer force a win.",
  ]);
  const other = [{ position: "8 r" }, { position: "9 b", move: "a1" }];
  const [first] = await turnsOf({ game: { ...VARIANT, steps: other } });
  assert.equal(first.said, "Move 1, Red a1: gave a forced win away; Green can force one now.");
});

test("who was winning is known from the move before a position or the one after it", () => {
  const results = ["win", "loss", "loss", "win", "loss"]; // red gives the win away by the third move
  const steps = reviewed(3).steps.map((step, at) => ({
    ...step,
    judgement: at ? { ...step.judgement, result: results[at - 1], dte: 9 - at, bestDte: 9 - at } : null,
  }));
  const ahead = (...unjudged) => {
    const known = steps.map((step, at) => (unjudged.includes(at) ? { ...step, judgement: null } : step));
    return known.map((_, at) => standing({ steps: known }, at)?.ahead ?? "");
  };
  assert.deepEqual(ahead(), ["red", "red", "red", "blue", "blue", "blue"]);
  assert.deepEqual(ahead(2, 5), ["red", "red", "red", "blue", "blue", ""]);
  assert.deepEqual(ahead(1, 2, 4), ["", "", "red", "blue", "blue", "blue"]);
});

test("the headline of a game that is played", () => {
  assert.deepEqual(playing("red", "red", true, WON, walkText("J", "1–4")), [
    "Your move",
    "You are Red, on a starting card: walk 1–4 steps",
  ]);
  assert.deepEqual(playing("red", "blue", false, WON, walkText("A", "")), ["Blue is thinking", "You are Red"]);
  assert.deepEqual(playing("all", "blue", true, WON, walkText("A", "1")), [
    "Blue to move",
    "Blue is on an ace: walk 1 step",
  ]);
  const over = { moves: [], winner: "blue" };
  assert.deepEqual(playing("red", "red", true, over, walkText("8", "")), ["You lost", "You have no legal move"]);
  assert.deepEqual(playing("blue", "red", false, over, walkText("8", "")), ["You won", "Red has no legal move"]);
  assert.equal(playing("all", "red", true, over, walkText("8", ""))[0], "Blue won");
  assert.equal(
    playing("red", "red", true, { ...over, side_to_move: "red", players: [] }, walkText("8", ""))[0],
    "Blue won",
  );
});

test("what the computer's answer has done", () => {
  const said = (verdict, move = "c3") =>
    answered([{ side: "blue", step: { move, judgement: { verdict } } }], "red", WON);
  assert.equal(said("blunder"), "Blue answers c3. That is a mistake: you are winning again.");
  assert.equal(said("best", "c3L"), "Blue answers c3 and shifts its row to the left.");
});

test("of your move one sentence is said, and nothing where the game was lost before it", () => {
  const said = (probe, at, reply) => praised("red", probe.moves[at].move, judge(probe.moves[at], probe), true, reply);
  assert.equal(said(WON, 0), "Your a2 was the best move.");
  assert.equal(said(WON, 2), "Your c1 lets Blue win; a2 would have kept the win.");
  assert.equal(said(WON, 2, "d1L"), "Your c1 lets Blue win with d1 (row left); a2 would have kept the win.");
  assert.match(said(WON, 2, "a2"), /^Your c1 lets Blue win with a2; your own a2 would have kept the win\.$/);
  assert.deepEqual([said(LOST, 0), said(LOST, 1)], ["", ""]);
});

test("the headline of a position says who wins, unless that is hidden or not known", () => {
  const won = { ...WON, winner: "red" };
  assert.deepEqual(values.headline("red", won, false), ["Red wins in 5", "Red to move · 2 of 3 moves win"]);
  assert.deepEqual(values.headline("red", won, true)[0], "Red to move");
  assert.deepEqual(values.headline("red", null, false), ["Red to move", "…"]);
  const searched = { ...WON, winner: "red", dte: null, lower: { dte: 9 }, upper: { dte: 5 } };
  assert.equal(values.headline("red", searched, false)[0], "Red wins in 5 to 9");
  const unknown = { winner: null, dte: null, moves: [WON.moves[0], move("b1", null, null)] };
  assert.equal(values.headline("red", unknown, false)[1], "Who wins is not known yet · values known for 1 of 2 moves");
  const over = { moves: [], winner: "blue", score: -3 };
  assert.deepEqual(values.headline("red", over, false), ["Blue won", "Red has no legal move · 3 cards left"]);
  const [only] = LOST.moves;
  assert.match(values.headline("red", { ...LOST, winner: "blue", moves: [only] }, false)[1], /the only move loses$/);
  assert.match(values.headline("red", { ...LOST, winner: "blue" }, false)[1], /all 2 moves lose$/);
});

test("the headline for three players says what each can force", () => {
  const many = {
    players: ["red", "blue"],
    moves: WON.moves,
    winner: "red",
    out: ["green"],
    values: { red: { dte: 3 } },
  };
  assert.deepEqual(values.headline("red", many, false), ["Red to move", "Red can force a win in 3 · Green is out"]);
  assert.match(values.headline("red", { ...many, winner: null }, false)[1], /^Nobody can force a win · /);
  assert.match(values.headline("red", many, true)[1], /^The last player to move wins/);
  assert.deepEqual(values.headline("red", { ...many, moves: [] }, false), ["Red won", "Everyone else is out"]);
  const ended = { ...many, moves: [], side_to_move: "blue", out: [] };
  assert.deepEqual(values.headline("blue", ended, false), ["Red won", "Blue has no legal move"]);
});

test("advice before a move, and what is said after it", () => {
  const judged = (at, probe = WON) => judge(probe.moves[at], probe);
  assert.equal(values.advice("red", "a2", judged(0)), "a2 is best: Red wins in 5.");
  assert.equal(values.advice("red", "b1", judged(1)), "b1 still wins, but in 7; a2 wins in 5.");
  assert.equal(values.advice("red", "c1", judged(2)), "c1 gives the win away: Blue then wins in 3. a2 wins.");
  assert.equal(values.advice("red", "a2", judged(0, LOST)), "a2 holds out longest: Red loses in 6.");
  assert.equal(values.advice("red", "b1", judged(1, LOST)), "Red loses either way: in 2 after b1, in 6 after a2.");
  const said = (at, hidden, probe) => words.feedback("Your", "red", "it", judged(at, probe), hidden);
  assert.equal(said(0, true), "Your it was the best move.");
  assert.equal(said(1, false), "Your it still wins, but slowly: in 7 plies. a2 wins in 5.");
  assert.equal(said(2, false), "Your it gave the win away: Blue now wins in 3 plies. a2 would have won in 5.");
  assert.equal(said(2, true), "Your it gave the win away; a2 would have kept it.");
  assert.equal(said(0, true, LOST), "Your it holds out longest.");
  assert.equal(said(1, true, LOST), "Your it loses sooner than necessary; a2 holds out longest.");
});

test("the reply that matters", () => {
  const [win, , loss] = WON.moves;
  assert.equal(words.replyText({ moves: [loss, loss] }), "lasts longest");
  assert.equal(words.replyText({ moves: [win] }), "the only move");
  assert.equal(words.replyText({ moves: [win, loss] }), "the only one that wins");
  assert.equal(words.replyText({ moves: [win, win] }), "the quickest of 2 that win");
});

test("steps, shifts and cards in words", () => {
  assert.equal(words.rangeText([1, 2, 3, 4]), "1–4");
  assert.equal(words.rangeText([1, 3]), "1, 3");
  assert.equal(words.rangeText([2]), "2");
  assert.deepEqual(["L", "D", ""].map(words.shiftText), ["row to the left", "column down", "no shift"]);
  assert.deepEqual(["b3", "c12U", "a1L"].map(words.moveText), ["b3", "c12 (column up)", "a1 (row left)"]);
  assert.equal(words.aimText("b3", "may"), "To b3. Now choose an arrow: shift its row or its column, or stay.");
  const rule = (pushed, edges) => words.shiftRule(new Turn({ shift: "must", pushed, edges }));
  assert.match(rule("back"), /^After each move you must shift .* comes back at the other end\.$/);
  assert.match(
    rule("out", "line"),
    /stays there, .* A step off the end of a line leads to the card at its other end\.$/,
  );
  assert.match(rule("out", "board"), /stays there, .* off the edge of all cards leads to the opposite place/);
  assert.equal(words.cardName("A"), "ace");
  assert.equal(words.cardName("7"), "7");
});
