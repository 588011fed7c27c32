/** A game of Collapsi that is shown: opened, played and looked at, whatever the engine takes its time for. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { hasRule } from "#home/shared/rule.js";
import { Session } from "#home/shared/explored.js";
import { check } from "#home/shared/session.js";
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

test("a game is opened with its moves, at any of its positions", async () => {
  const session = new Session();
  assert.equal(await session.open("A2 r", VARIANT, { moves: ["a", "b"], at: 1 }), true);
  assert.deepEqual(
    session.game.steps.map(({ position }) => position),
    ["A2 r", "A2A b", "A2AB r"],
  );
  assert.equal(session.side, "blue");
  assert.equal(session.probe?.position, "A2A b");
  assert.equal(session.stepsFrom("J"), "1–4");
  assert.deepEqual(
    session.game.steps.map(({ judgement }) => judgement?.verdict),
    [undefined, "best", "slower"],
  );
});

test("of a game with an illegal move the moves before it are shown", async () => {
  const session = new Session();
  await assert.rejects(session.open("A4 r", VARIANT, { moves: ["a", "x", "b"] }), {
    message: "move 2 of this link, x, is not legal; the moves before it are shown",
    parameter: "m",
  });
  assert.deepEqual(
    session.game.steps.map(({ position }) => position),
    ["A4 r", "A4A b"],
  );
  assert.equal(session.game.at, 1);
});

test("the last position asked for is the one that is opened", async () => {
  const session = new Session();
  assert.deepEqual(await Promise.all([session.open("A5 r", VARIANT), session.open("A6 r", VARIANT)]), [false, true]);
  assert.equal(session.game.steps[0].position, "A6 r");
});

test("what is shown is noted in the browser's history", async () => {
  const noted = [];
  const session = new Session((game, replace) => noted.push([game.at, replace]));
  await session.open("A7 r", VARIANT, { replace: true });
  await session.play("a");
  await session.play("x"); // not legal
  await session.goTo(0);
  await session.goTo(0); // shown already
  assert.deepEqual(noted, [
    [0, true],
    [1, false],
    [0, false],
  ]);
});

test("on a board without a table moves can be played before they are searched", async () => {
  const session = new Session();
  const known = [];
  session.addEventListener("change", () => known.push(session.probe?.result));
  asked.length = 0;
  let end;
  searching = new Promise((resolve) => (end = resolve));
  await session.open("A2 r", { ...VARIANT, rules: "large" });
  const { searched } = session;
  assert.equal(session.playable.length, 2);
  assert.equal(await Promise.race([searched.then(() => "ended"), "goes on"]), "goes on");
  end();
  await searched;
  assert.deepEqual(known, [undefined, null, "loss", "win"]); // as a search reports it
  assert.deepEqual(asked, ["moves", "search"]);
});

test("where nobody can say what moves are worth they can be played all the same", async () => {
  const session = new Session();
  await session.open("A2 r", { ...VARIANT, rules: "unknown" });
  await session.play("a");
  assert.deepEqual([session.probe.position, session.probe.result, session.playable.length], ["A2A b", null, 2]);
  assert.equal((await check(session.game, "A2A b")).result, null);
  await assert.rejects(session.open("A9 r", VARIANT), { status: 500 });
});

test("only some rules have a rule of thumb", () => {
  const rules = { players: 2, landing: false, shift: "", deck: "J".repeat(16) };
  assert.equal(hasRule(rules), true);
  for (const change of [{ players: 3 }, { landing: true }, { shift: "may" }, { deck: "J".repeat(17) }])
    assert.equal(hasRule({ ...rules, ...change }), false);
  assert.equal(hasRule(undefined), false);
});
