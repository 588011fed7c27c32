/** Puzzles: what is kept and shared, and what is said of a try. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { countOf, linkedKind, puzzleOf, puzzlesOf } from "#home/puzzles/collection.ts";
import { days, keepTraining, keepTry, shareText, training } from "#home/puzzles/results.ts";
import { saying, solver, won } from "#home/puzzles/words.ts";
import { keepGame, newKept } from "#shared/store.ts";

test("a result shows how far the reader came, and no move", () => {
  assert.equal(shareText(2, "++", 2, 1), "Collapsi puzzle 2: 2 of 2\n✅✅");
  assert.equal(shareText(3, "+-", 4, 0), "Collapsi puzzle 3: 1 of 4\n✅❌⬜⬜");
  assert.equal(shareText(4, "+++", 3, 3), "Collapsi puzzle 4: 3 of 3 · 3 days in a row\n✅✅✅");
});

test("a day counts if it was solved without a mistake", () => {
  days.keep(1, { marks: "++", done: true });
  days.keep(2, { marks: "+++", done: true });
  days.keep(3, { marks: "+", done: false });
  assert.deepEqual(days.streaks(3), { streak: 2, best: 2 });
  days.keep(3, { marks: "+-+", done: true });
  assert.deepEqual(days.streaks(3), { streak: 0, best: 2 });
});

test("training is kept part by part", () => {
  assert.deepEqual(training(), { next: {}, row: 0, rating: 1000, tries: [] });
  keepTraining({ row: 2 });
  keepTraining({ next: { easy: 5 } });
  assert.deepEqual(training(), { next: { easy: 5 }, row: 2, rating: 1000, tries: [] });
});

test("a first try changes the rating, the more the less it was to be expected", () => {
  keepTraining({ row: 0, rating: 1100, tries: [] });
  keepTry({ kind: "medium", number: 1, solved: true }, "medium");
  assert.equal(training().rating, 1116); // even: half of 32
  keepTry({ kind: "medium", number: 1, solved: false }, "medium"); // not the first try
  assert.deepEqual([training().rating, training().row], [1116, 1]);
  keepTry({ kind: "master", number: 1, solved: false }, "master");
  assert.ok(1115 < training().rating && training().rating < 1116);
  const before = training().rating;
  keepTry({ kind: "own", number: 1, solved: true }, null);
  assert.deepEqual([training().rating, training().row, training().tries.length], [before, 1, 3]);
  keepTraining({ rating: 1300 });
  keepTry({ kind: "expert", number: 1, solved: true }, "expert");
  assert.equal(training().rating, 1300 + (32 * 10) / 11); // 400 points stronger wins 10 of 11
  const [first, ...others] = training().tries.map(({ kind }) => kind);
  assert.deepEqual([first, others.join()], ["expert", "own,master,medium"]);
  for (let number = 0; number < 100; number++) keepTry({ kind: "hard", number, solved: true }, null);
  assert.deepEqual([training().tries.length, training().tries[99].number], [100, 0]); // the oldest are dropped
});

test("training begins with easy puzzles, and again after the last", async () => {
  const lines = ["day,grade", ",3,4,c,a1!,long", ",1,4,a,a1! b1 c1!,trap", ",2,4,b,a1!,trap long", "1,1,4,d,a1!,"];
  globalThis.fetch = async () => new Response(lines.join("\n"));
  const found = async (kind) => {
    const all = await puzzlesOf(kind);
    return [1, 2, 3, 4].map((number) => puzzleOf(all, number).position);
  };
  const kinds = ["all", "long", "medium.trap", "daily"];
  assert.deepEqual((await Promise.all(kinds.map(found))).map(String), ["a,b,c,a", "b,c,b,c", "b,b,b,b", "d,d,d,d"]);
  const [{ moves, choices, grade }] = await puzzlesOf("easy");
  assert.deepEqual([moves, choices, grade], [["a1", "b1", "c1"], [0, 2], "easy"]);
});

test("a link names a kind to train with, written in one way", () => {
  const kinds = ["own", "all", "easy", "trap", "easy.trap"];
  assert.deepEqual(kinds.map(linkedKind), kinds);
  assert.deepEqual([null, "", "daily", "trap.easy", "easy.hard", "nonsense"].map(linkedKind), Array(6).fill(undefined));
});

test("each lost win is one puzzle, those of the latest game first", async () => {
  globalThis.location = { pathname: "/" };
  for (const positions of ["ab", "cb"]) {
    const mistakes = [...positions].map((position) => ({ position, edition: "wild", move: "a1", best: "a2" }));
    keepGame(newKept({ mode: "play", address: "?p=x", about: { rules: "collapsi", mistakes } }));
  }
  assert.equal(await countOf("own"), 3);
  const found = await puzzlesOf("own");
  assert.equal(found.map(({ position }) => position).join(""), "cba");
});

test("a puzzle is known by its position, whichever grade or theme leads there", () => {
  keepTraining({ row: 0, rating: 1100, tries: [] });
  keepTry({ kind: "easy", number: 3, solved: true, position: "one" }, "easy");
  keepTry({ kind: "easy.trap", number: 1, solved: true, position: "one" }, "easy");
  assert.equal(training().tries.length, 1);
  keepTry({ kind: "own", number: 1, solved: true, position: "two" }, null);
  keepTry({ kind: "own", number: 1, solved: false, position: "three" }, null); // a later mistake comes first
  assert.equal(training().tries.length, 3);
});

const PUZZLE = { position: "A223/4A2J/3A23/J3A4 r", moves: ["a1"], choices: [0], grade: "easy" };
const SESSION = { probe: { dte: 4, moves: [{}] }, selected: "" };

/** What is said at a moment of a try. */
const said = (trial, session = {}) => saying({ puzzle: PUZZLE, marks: "", ...trial }, { ...SESSION, ...session });

test("each moment of a try has its words", () => {
  assert.equal(solver(PUZZLE), "red");
  assert.equal(said({ puzzle: null }), "");
  assert.match(said({ phase: "solving" }), /^Only one move wins\. Find it\. Blue answers/);
  assert.equal(said({ phase: "solving", marks: "+" }), "Right. Blue has answered, and again only one move wins.");
  assert.equal(said({ phase: "solving" }, { selected: "a3" }), "Red to a3? Tap it again to move.");
  assert.equal(said({ phase: "waiting", marks: "+" }), "Right. Blue answers …");
  assert.equal(said({ phase: "waiting" }), "…");
});

test("a solved puzzle says how it ends", () => {
  const end = "Red now wins in 4 plies (moves of either side). Step through to see how.";
  assert.equal(said({ phase: "solved" }), `Solved: ${end}`);
  const over = { probe: { moves: [] } };
  assert.equal(said({ phase: "solved", marks: "-" }, over), "The solution: Red wins: Blue cannot move.");
  assert.deepEqual([won(SESSION), won(over)], ["wins", "won"]);
});

test("a wrong move is refuted", () => {
  const failed = (...moves) => said({ phase: "failed", game: { steps: ["", ...moves].map((move) => ({ move })) } });
  assert.equal(failed(), "You missed the winning move here.");
  const refuted = "a4 gives the win away: Blue answers b2 and wins.";
  assert.equal(failed("a4", "b2", "c2"), `${refuted} Step through to see how it ends, 1 move later.`);
  assert.equal(failed("a4", "b2"), refuted);
});
