/** Matches: their rounds and points, what is said of them, and how fair they are. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { pointsText } from "#home/play/later/review.ts";
import * as match from "#home/play/match.ts";
import { seated } from "#home/play/settings.ts";
import { viewOf } from "#home/play/table.ts";
import { roundText, scoreText } from "#home/play/words.ts";
import { starterChance, starterInterval, wilson, Z } from "#home/rules/fairness.ts";
import { read } from "#home/shared/notation.ts";

const CHOICES = { rival: "computer", you: "blue", level: "easy", rules: "collapsi", edition: "wild" };
const FIRST = { ...match.upcoming(CHOICES), id: "first" };
const FRIENDS = { ...FIRST, choices: { ...CHOICES, rival: "people" } };

beforeEach(() => match.remember(null));

test("a round is worth a point for each card still face up", () => {
  assert.equal(match.worth(read("xA22r3/x4A2xJ/3A23/xJ3A4b r")), 12);
  assert.equal(match.worth(read("_xA2r/xJ3_ r")), 2);
});

test("the players take turns as Red", () => {
  assert.equal(match.firstSide(FIRST), "blue");
  assert.equal(match.firstSide({ ...FIRST, round: 2 }), "red");
  assert.equal(match.firstSide({ ...FIRST, round: 3 }), "blue");
  const rules = { players: 2, tabled: true, deck: "J".repeat(16) };
  const view = (played) => viewOf(seated({ ...played.choices, level: "strong" }, rules, played));
  assert.deepEqual([FIRST, { ...FIRST, round: 2 }, FRIENDS].map(view), ["blue", "red", "all"]);
});

test("points go to the player who won, whichever side they had", () => {
  const one = match.scored(FIRST, "blue", 7);
  assert.deepEqual([one.points, one.counted], [[7, 0], true]);
  assert.deepEqual(match.scored({ ...one, round: 2 }, "blue", 5).points, [7, 5]);
});

test("16 points decide a match", () => {
  assert.equal(match.isDecided({ ...FIRST, points: [15, 15] }), false);
  assert.equal(match.isDecided({ ...FIRST, points: [3, 16] }), true);
});

test("a match goes on as it was begun, until it is decided or ended", () => {
  const over = match.scored({ ...FIRST, game: "g" }, "blue", 7);
  match.remember(FIRST);
  assert.deepEqual(match.upcoming(CHOICES), FIRST);
  match.remember(over);
  const next = { ...over, round: 2, counted: false, game: "" };
  assert.deepEqual(match.upcoming(CHOICES), next);
  assert.deepEqual(match.upcoming({ ...CHOICES, level: "hard" }), next);
  match.remember({ ...over, points: [16, 0] });
  assert.equal(match.upcoming(CHOICES).round, 1);
  assert.equal(match.matchUnderWay(), null);
  match.remember(over);
  match.remember(null);
  assert.equal(match.upcoming(CHOICES).round, 1);
  match.remember({ ...over, version: 2 }); // of another version of the page
  assert.equal(match.lastMatch(), null);
});

test("a round is counted once", () => {
  match.remember(FIRST);
  match.count({ id: "first", round: 2 }, "blue", 5);
  match.count({ id: "another", round: 1 }, "blue", 5);
  assert.deepEqual(match.lastMatch(), FIRST);
  match.count({ id: "first", round: 1 }, "red", 12);
  match.count({ id: "first", round: 1 }, "blue", 5);
  assert.deepEqual(match.lastMatch().points, [0, 12]);
});

test("the score and a round in words", () => {
  const over = match.scored(FIRST, "red", 1);
  assert.equal(scoreText(FIRST), "Match to 16, round 1: you (Blue) 0, the computer (Red) 0");
  assert.equal(roundText(over, "red", 1), "The computer scores 1 point, one for each card still face up.");
  const won = { ...over, points: [17, 1] };
  assert.equal(
    roundText(won, "blue", 9),
    "You score 9 points, one for each card still face up. You win the match 17 to 1.",
  );
  assert.match(scoreText(FRIENDS), /: Player 1 \(Blue\) 0, Player 2 \(Red\) 0$/);
});

test("three players get points by the order in which they went out", () => {
  const steps = ["JrJbJg r", "JrJbJg b", "JrJbJg gr", "JrJbJg r"].map((position) => ({ position }));
  assert.equal(pointsText(steps.slice(0, 3), 3), "Points: Red 2, Green 1, Blue 0.");
});

test("whoever wins the first round wins the match, if it has 16 points", () => {
  assert.equal(starterChance({ 1: 3, 2: 0 }, 17), 1);
  assert.equal(starterChance({ 1: 1, 2: 3 }, 18), 0.25);
});

test("a match that may take several rounds, worked out by hand", () => {
  // A win is worth 16 points to who starts the round, and 15 to the other. With 15 to 0 the other
  // starts, and so on: 3/4 + 1/4 (1/4 3/4).
  assert.equal(starterChance({ 1: 3, 2: 1 }, 17), 0.796875);
  // Who starts always wins 8 points: the first to start is the first to have 16.
  assert.equal(starterChance({ 9: 5 }, 17), 1);
});

test("of a sample the chance has an interval", () => {
  const [low, high] = starterInterval({ 1: 300, 2: 100 }, 18);
  const half = Z * Math.sqrt((0.75 * 0.25) / 400);
  assert.ok(Math.abs(low - (0.75 - half)) < 1e-6);
  assert.ok(Math.abs(high - (0.75 + half)) < 1e-6);
  assert.deepEqual(starterInterval({ 1: 10 }, 18), [1, 1]);
});

test("a match is as likely to be won as Python's Match says", () => {
  // Match(Study(rules, edition, lengths, seed=1)).chance and .interval, with rules of 3x3; the interval is of a sample.
  const lengths = { 2: 20, 3: 110, 5: 130, 6: 40 };
  assert.ok(Math.abs(starterChance(lengths, 9) - 0.5789581477765734) < 1e-12);
  const [low, high] = starterInterval(lengths, 9);
  assert.ok(Math.abs(low - 0.5617946298130275) < 0.005);
  assert.ok(Math.abs(high - 0.6009649627118157) < 0.005);
});

test("Wilson's interval of a share", () => {
  const [low, high] = wilson(50, 100);
  assert.deepEqual([low.toFixed(4), high.toFixed(4)], ["0.4038", "0.5962"]);
  assert.deepEqual(wilson(0, 10), [0, (Z * Z) / (10 + Z * Z)]);
  assert.equal(wilson(10, 10)[1].toFixed(9), "1.000000000");
});
