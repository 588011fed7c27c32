/** A game of Collapsi in Analyse: opened, played and looked at, whatever the engine takes its time for. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { reduce, START } from "#home/analyse/state.ts";
import { hasRule } from "#home/shared/game.ts";
import { begun, check, Shown } from "#home/shared/session.ts";
import { answering, EngineError } from "./client.js";

const RULES = [
  { name: "collapsi", players: 2, tabled: true, editions: [{ name: "wild", joker_steps: [1, 2, 3, 4] }], motions: [] },
  { name: "large", players: 2, tabled: false, searched: true, editions: [], motions: [] },
  { name: "unknown", players: 2, tabled: false, searched: false, editions: [], motions: [] },
];
const VARIANT = { rules: "collapsi", edition: "wild" };

/** Positions are named by the moves that led there; a and b are legal in each, until there are three. */
function probe(position, result) {
  const [start, turn] = position.split(" ");
  const moves = start.length > 4 ? [] : ["a", "b"];
  const after = turn === "r" ? "b" : "r";
  return {
    position,
    edition: "wild",
    result,
    dte: result && 5 - start.length,
    moves: moves.map((move, at) => ({
      move,
      position: `${start}${move.toUpperCase()} ${after}`,
      path: [],
      result,
      dte: result && 4,
      keeps_win: result && true,
      is_best: result && at === 0,
    })),
  };
}

const asked = [];
let searching = Promise.resolve();
answering(async (path, { position, rules }, { onprogress }) => {
  asked.push(path);
  if (path === "search") onprogress?.(probe(position, "loss"));
  if (path === "search") await searching;
  if (path === "rules") return RULES.filter(({ name }) => !rules || name === rules);
  if (path === "line" && rules === "unknown") throw new EngineError("no table", "position", 501);
  if (path === "line" && position === "A9 r") throw new EngineError("no engine", null, 500);
  if (path === "line") return { line: [probe(position, "win")] };
  return probe(position, path === "moves" ? null : "win");
});

/** Analyse; @param loading what writes lines and notes */
function analysing(loading = null) {
  const noted = [];
  const session = new Shown(START, reduce, {
    open: async ({ position, variant, moves, at, noted }) => ({
      type: "opened",
      noted,
      ...(await begun(position, variant, moves, at)),
    }),
    note({ replace }) {
      noted.push([session.game.at, replace]);
      return loading?.then(() => ({ type: "noted" }));
    },
    remember: () => void noted.push([session.game.at, true]),
    study() {},
  });
  const open = (position, variant = VARIANT, how = {}) => session.send("open", { position, variant, ...how });
  return { session, noted, open };
}

const movesOf = ({ game }) => game.steps.map(({ move }) => move).join("");

test("a game is opened with its moves, at any of its positions", async () => {
  const { session, open } = analysing();
  await open("A2 r", VARIANT, { moves: ["a", "b"], at: 1 });
  const { steps } = session.game;
  assert.equal(steps.map(({ position }) => position).join("/"), "A2 r/A2A b/A2AB r");
  assert.equal(session.side, "blue");
  assert.equal(session.probe?.position, "A2A b");
  assert.deepEqual([session.showHint(), session.hint, session.selected], ["a", "a", "a"]);
  assert.equal(session.stepsFrom("J"), "1–4");
  const verdicts = steps.map(({ judgement }) => judgement?.verdict);
  assert.deepEqual(verdicts, [undefined, "best", "slower"]);
});

test("of a game with an illegal move the moves before it are shown", async () => {
  const { session, open } = analysing();
  await assert.rejects(open("A4 r", VARIANT, { moves: ["a", "x", "b"] }), {
    message: "move 2 of this link, x, is not legal; the moves before it are shown",
    parameter: "m",
  });
  assert.deepEqual([movesOf(session), session.game.at], ["a", 1]);
});

test("the last position asked for is the one that is opened", async () => {
  const { session, open } = analysing();
  await Promise.all([open("A5 r"), open("A6 r")]);
  assert.equal(session.game.steps[0].position, "A6 r");
});

test("what is shown is noted in the browser's history", async () => {
  const { session, noted, open } = analysing();
  await open("A7 r", VARIANT, { noted: "replace" });
  await session.send("move", { name: "a" });
  await session.send("move", { name: "x" }); // not legal
  await session.send("go", { at: 0 });
  assert.deepEqual(noted, [
    [0, true],
    [1, false],
    [0, false],
  ]);
});

test("on a board without a table moves can be played before they are searched", async () => {
  const { session, open } = analysing();
  const known = [];
  session.addEventListener("change", () => known.push(session.probe?.result));
  asked.length = 0;
  let end;
  searching = new Promise((resolve) => (end = resolve));
  await open("A2 r", { ...VARIANT, rules: "large" });
  assert.equal(session.playable.length, 2);
  assert.equal(session.state.searched, false);
  end();
  await session.searched;
  assert.equal(session.state.searched, true);
  assert.deepEqual(known.slice(1), [undefined, null, "loss", "win"]); // as a search reports it
  assert.deepEqual(asked, ["moves", "search"]);
});

test("where nobody can say what moves are worth they can be played all the same", async () => {
  const { session, open } = analysing();
  await open("A2 r", { ...VARIANT, rules: "unknown" });
  await session.send("move", { name: "a" });
  assert.deepEqual([session.probe.position, session.probe.result, session.playable.length], ["A2A b", null, 2]);
  assert.equal((await check(session.game, "A2A b")).result, null);
  await assert.rejects(open("A9 r"), { status: 500 });
});

test("the best move is played once the search has ended", async () => {
  const { session, open } = analysing();
  let end;
  searching = new Promise((resolve) => (end = resolve));
  await open("A3 r", { ...VARIANT, rules: "large" });
  await session.send("best");
  end();
  await session.searched;
  assert.equal(movesOf(session), "a");
});

test("best moves are played one after the other, as far as one that is named", async () => {
  const { session, open } = analysing();
  await open("A8 r");
  await session.send("best", { count: 2 });
  assert.equal(movesOf(session), "aa");
  await session.send("best", { count: 9 });
  assert.deepEqual([movesOf(session), session.state.ahead], ["aaa", 0]); // the end
});

test("a best move waits for a search, unless the reader ends that", () => {
  const after = (...events) => events.reduce((state, event) => reduce(state, event)[0], START);
  const found = (result) => ({ type: "found", line: [probe("A9 r", result)] });
  const waiting = [{ ...found(null), searches: true }, { type: "best" }];
  assert.equal(after(...waiting, found("win")).game.at, 1);
  assert.equal(after(...waiting, { type: "stop" }, found("win")).game.at, 0);
});

test("a move that nothing is known of is not played as the best", async () => {
  const { session, open } = analysing();
  await open("A3 r", { ...VARIANT, rules: "unknown" });
  await session.searched;
  await session.send("best");
  assert.deepEqual([movesOf(session), session.state.ahead], ["", 0]);
});

test("a game is not noted in place of another that is opened while what writes it loads", async () => {
  let load = () => {};
  const { session, noted, open } = analysing(new Promise((done) => (load = done)));
  const first = open("A2 r", VARIANT, { moves: ["a"] });
  await new Promise((done) => setTimeout(done));
  const second = open("A7 r");
  assert.equal(session.game.at, 1); // the first game is shown until the second one is there
  load();
  await Promise.all([first, second]);
  assert.deepEqual(noted, [
    [1, false],
    [0, false],
    [0, true],
  ]);
});

test("a move at an earlier position begins a line of its own", async () => {
  const { session, open } = analysing();
  await open("A6 r", VARIANT, { moves: ["a", "a"], at: 1 });
  await session.send("move", { name: "b" });
  assert.deepEqual([session.game.study.lines.length, movesOf(session)], [2, "ab"]);
});

test("only some rules have a rule of thumb", () => {
  const rules = { players: 2, landing: false, shift: "", deck: "J".repeat(16) };
  assert.equal(hasRule(rules), true);
  for (const change of [{ players: 3 }, { landing: true }, { shift: "may", pushed: "back" }, { deck: "J".repeat(17) }])
    assert.equal(hasRule({ ...rules, ...change }), false);
  assert.equal(hasRule(undefined), false);
});
