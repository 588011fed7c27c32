/** A try at a puzzle: moves that are found or missed, answers, and what can be done afterwards. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Trial } from "../../tablebase/games/collapsi/page/puzzles/trial.js";

globalThis.matchMedia = () => ({ matches: true });

/** The reader finds a and c; b is the answer, d is made without a choice. */
const PUZZLE = { position: "A r", moves: ["a", "b", "c", "d"], choices: [0, 2], grade: "easy" };

/** A session in which every move is legal. */
class Fake {
  hidden = false;
  game = { steps: [{ move: "" }], at: 0 };
  probe = { moves: [{ move: "best" }] };
  line = [this.probe];

  async open(_position, _variant, { moves }) {
    this.game = { steps: ["", ...moves].map((move) => ({ move })), at: moves.length };
  }
  moveTo(name) {
    return name === "illegal" ? undefined : { move: name };
  }
  async play(name) {
    const { steps, at } = this.game;
    this.game = { steps: [...steps.slice(0, at + 1), { move: name }], at: at + 1 };
  }
  async goTo(at) {
    this.game = { ...this.game, at };
  }
  set(changes) {
    Object.assign(this, changes);
  }
  get played() {
    return this.game.steps
      .slice(1, this.game.at + 1)
      .map(({ move }) => move)
      .join("");
  }
}

/** A try that has begun; its pauses are over at once. */
async function begun(t, marks) {
  t.mock.method(globalThis, "setTimeout", (done) => setImmediate(done));
  const trial = new Trial(new Fake());
  await trial.begin(PUZZLE, marks);
  return trial;
}

test("a puzzle is solved move by move", async (t) => {
  const trial = await begun(t);
  assert.deepEqual([trial.phase, trial.session.hidden], ["solving", true]);
  await trial.choose("illegal");
  assert.equal(trial.marks, "");
  await trial.choose("a");
  assert.deepEqual([trial.phase, trial.marks, trial.session.played], ["solving", "+", "ab"]);
  await trial.choose("c");
  assert.deepEqual([trial.phase, trial.marks, trial.session.played], ["solved", "++", "abcd"]);
  assert.deepEqual([trial.found, trial.missed, trial.session.hidden], [2, false, false]);
});

test("a wrong move is answered, and ends the try until it is made again", async (t) => {
  const trial = await begun(t);
  await trial.choose("a");
  await trial.choose("x");
  assert.deepEqual([trial.phase, trial.marks, trial.found], ["failed", "+-", 1]);
  assert.equal(trial.session.played, "abxbest");
  assert.equal(trial.refutation?.wrong, "x");
  await trial.choose("c");
  assert.equal(trial.marks, "+-");
  await trial.again();
  assert.deepEqual([trial.phase, trial.marks, trial.session.played], ["solving", "+", "ab"]);
});

test("the solution is shown from where the reader is", async (t) => {
  const trial = await begun(t);
  const marked = t.mock.fn();
  trial.addEventListener("mark", marked);
  await trial.choose("a");
  await trial.solve();
  assert.deepEqual([trial.phase, trial.marks, trial.session.played], ["solved", "+-", "abcd"]);
  assert.equal(marked.mock.callCount(), 2);
});

test("a try is continued where it was left", async (t) => {
  assert.equal((await begun(t, "+")).session.played, "ab");
  const missed = await begun(t, "+-");
  assert.deepEqual([missed.phase, missed.found], ["failed", 1]);
  assert.equal((await begun(t, "++")).phase, "solved");
});

test("after the end one steps back, on, and past it by best play", async (t) => {
  const trial = await begun(t, "++");
  await trial.step(-1);
  assert.equal(trial.session.played, "abc");
  await Promise.all([trial.step(1), trial.step(1), trial.step(1)]);
  assert.equal(trial.session.played, "abcdbestbest");
});

test("a try that was stopped makes no more moves", async (t) => {
  const trial = await begun(t);
  const choosing = trial.choose("a");
  trial.stop();
  await choosing;
  assert.equal(trial.session.played, "a");
});
