/** A try at a puzzle: moves that are found or missed, answers, and what can be done afterwards. */

import fc from "fast-check";
import assert from "node:assert/strict";
import { test } from "node:test";
import { foundIn, isMissed } from "#home/puzzles/results.ts";
import { due, reduce, START } from "#home/puzzles/state.ts";
import { current, movesOf } from "#home/shared/game.ts";
import { Machine } from "#shared/machine.ts";

/** The reader finds a and c; b is the answer, d is made without a choice. */
const PUZZLE = { position: "A r@", moves: ["a", "b", "c", "d"], choices: [0, 2], grade: "easy" };

/** In each position all of these are legal, all but x win, and e is best. */
const probe = (position) => {
  const valued = (move) => ({ move, result: move === "x" ? "loss" : "win", is_best: move === "e" });
  const moves = [..."eabcdx"].map((move) => ({ ...valued(move), path: [], position: position + move }));
  return { position, result: "win", moves };
};

/** Best play: two moves. */
const line = (position) => ["", "e", "ee"].map((moves) => probe(position + moves));

/** A try whose questions and pauses end when a test says so. */
class Try {
  pending = [];
  marked = [];

  constructor() {
    const later = (kind) => () =>
      new Promise((resolve) => {
        const { game, asked } = this.state;
        const events = {
          look: { type: "found", line: line(current(game).position) },
          pause: { type: "tick" },
          find: { type: "set", changes: { empty: "none", left: false } },
        };
        const event = events[kind];
        this.pending.push({ kind, asked, answer: () => resolve(event) });
      });
    const mark = () => this.marked.push(this.state.marks) && undefined;
    const effects = { look: later("look"), pause: later("pause"), find: later("find"), mark };
    this.machine = new Machine(START, reduce, effects);
  }

  get state() {
    return this.machine.state;
  }

  get played() {
    const { steps, at } = this.state.game;
    return movesOf(steps, at).replaceAll(".", "");
  }

  send(type, about) {
    this.machine.send(type, about);
  }

  begin(marks = "", puzzle = PUZZLE) {
    const moves = PUZZLE.moves.slice(0, due({ puzzle: PUZZLE, marks }));
    const steps = [{ position: PUZZLE.position, move: "", path: [], judgement: null }];
    for (const move of moves)
      steps.push(probe(steps[steps.length - 1].position).moves.find((each) => each.move === move));
    const game = { rules: "collapsi", edition: "", steps, at: moves.length };
    this.send("opened", {
      changes: { which: { kind: "all", number: 1 }, many: 1, chosen: "", puzzle, marks },
      game,
      noted: "",
      wrong: null,
    });
  }

  async answer(which) {
    const [open] = this.pending.splice(which % this.pending.length, 1);
    open?.answer();
    await new Promise(setImmediate);
  }

  async settle() {
    while (this.pending.length) await this.answer(0);
    return this;
  }

  /** Do something, and wait for all that follows. */
  async does(type, about) {
    this.send(type, about);
    await this.settle();
  }
}

/** A try that has begun. */
async function begun(...how) {
  const made = new Try();
  made.begin(...how);
  return made.settle();
}

test("views settle once after all changes", async () => {
  const { machine } = new Try();
  const said = [];
  for (const name of ["change", "settled"]) machine.addEventListener(name, () => said.push(name));
  for (let time = 0; time < 2; time++) {
    machine.changed();
    machine.changed();
    await new Promise((done) => setTimeout(done));
  }
  assert.deepEqual(said, ["change", "change", "settled", "change", "change", "settled"]);
});

test("a puzzle is solved move by move", async () => {
  const made = await begun();
  assert.deepEqual([made.state.phase, made.state.values], ["solving", false]);
  await made.does("choose", { name: "illegal" });
  assert.equal(made.state.marks, "");
  await made.does("choose", { name: "a" });
  assert.deepEqual([made.state.phase, made.state.marks, made.played], ["solving", "+", "ab"]);
  await made.does("choose", { name: "c" });
  assert.deepEqual([made.state.phase, made.state.marks, made.played], ["solved", "++", "abcd"]);
  assert.deepEqual([foundIn(made.state), isMissed(made.state), made.state.values], [2, false, true]);
});

test("a wrong move is answered, and ends the try until it is made again", async () => {
  const made = await begun();
  await made.does("choose", { name: "a" });
  await made.does("choose", { name: "x" });
  assert.deepEqual([made.state.phase, made.state.marks, foundIn(made.state)], ["failed", "+-", 1]);
  assert.equal(made.played, "abxe");
  await made.does("choose", { name: "c" });
  assert.equal(made.state.marks, "+-");
  made.send("again");
  assert.deepEqual([made.state.phase, made.state.values], ["waiting", false]);
  await made.settle();
  assert.deepEqual([made.state.phase, made.state.marks, made.played], ["solving", "+", "ab"]);
});

test("the solution is shown from where the reader is", async () => {
  const made = await begun();
  await made.does("choose", { name: "a" });
  await made.does("solve");
  assert.deepEqual([made.state.phase, made.state.marks, made.played], ["solved", "+-", "abcd"]);
  assert.deepEqual(made.marked, ["+", "+-"]);
});

test("a try is continued where it was left", async () => {
  assert.equal((await begun("+")).played, "ab");
  const missed = await begun("+-");
  assert.deepEqual([missed.state.phase, foundIn(missed.state)], ["failed", 1]);
  assert.equal((await begun("++")).state.phase, "solved");
});

test("after the end one steps back, on, and past it by best play", async () => {
  const made = await begun("++");
  await made.does("step", { by: -1 });
  assert.equal(made.played, "abc");
  for (const _ of [1, 2, 3]) made.send("step", { by: 1 }); // before anything is known of where they lead
  await made.settle();
  assert.equal(made.played, "abcdee");
  for (let at = 0; at < 9; at++) await made.does("step", { by: -1 });
  assert.equal(made.played, "");
});

test("where the reader gave a win away, each move that keeps it is right", async () => {
  for (const [name, mark] of ["a+", "e+", "x-"]) {
    const made = await begun("", { ...PUZZLE, played: "x" });
    await made.does("choose", { name });
    assert.equal(made.state.marks, mark);
  }
});

test("a try that was left makes no more moves", async () => {
  const made = await begun();
  made.send("choose", { name: "a" });
  made.send("hide");
  await made.settle();
  assert.equal(made.played, "a");
});

test("whatever is done, in whatever order answers come, the page makes each move once", async () => {
  const step = (name, ...values) => fc.tuple(fc.constant(name), ...values);
  const steps = fc.array(
    fc.oneof(
      { weight: 8, arbitrary: step("answer", fc.nat(4)) },
      { weight: 4, arbitrary: step("choose", fc.constantFrom(..."abcdex")) },
      step("again"),
      step("solve"),
      step("step", fc.constantFrom(-1, 1)),
      step("hide"),
      step("begin", fc.constantFrom("", "+", "+-", "++")),
      step("find"),
    ),
    { maxLength: 40 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const made = new Try();
      made.begin();
      for (const [name, value] of all) {
        if (name === "answer") await made.answer(value);
        else if (name === "begin") made.begin(value);
        else made.send(name, name === "choose" ? { name: value } : { by: value });
        const live = made.pending.filter(({ asked }) => asked === made.state.asked);
        assert.ok(live.filter(({ kind }) => kind === "pause").length <= 1);
        assert.match(made.state.marks, /^\+{0,2}-?$/);
      }
      await made.settle();
      const { phase, left, marks, game } = made.state;
      if (left) return;
      assert.doesNotMatch(phase, /waiting|refuting/, "the reader waits for nothing");
      if (phase !== "solving") return;
      assert.equal(made.played, PUZZLE.moves.slice(0, due(made.state)).join(""));
      assert.deepEqual([game.at, isMissed(made.state)], [PUZZLE.choices[marks.length], false]);
    }),
    { numRuns: Number(process.env.RUNS ?? 300) },
  );
});

test("the next puzzle comes, however late, while the page is about to move", async () => {
  const made = await begun();
  made.send("choose", { name: "a" });
  await made.answer(0); // what is known of the position: the page is to answer now
  made.send("find", { kind: "all" });
  const { asked } = made.state;
  await made.answer(0); // the end of its pause
  assert.deepEqual([made.state.asked, made.pending.map(({ kind }) => kind)], [asked, ["find"]]);
  await made.settle(); // there is none: the try goes on
  assert.deepEqual([made.state.empty, made.state.phase, made.played], ["none", "solving", "ab"]);
});
