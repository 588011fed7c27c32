/** A game that is played and looked at, whatever the game: also under random events, with every order of late answers. */

import fc from "fast-check";
import assert from "node:assert/strict";
import { test } from "node:test";
import { current, NOTHING } from "#shared/game.ts";
import { machineOf, playing } from "#shared/rules.ts";

/** A game in which a move adds its letter, and x is never legal. */
const after = ({ position }, move) => (move === "x" ? undefined : position + move);
const look = async (position) => ({ position, letters: position.length });
async function deal({ position }) {
  if (position === "no") throw new Error("not a position");
  return { position };
}
const RULES = { start: NOTHING, after, look, deal, reducers: playing(after), passing: {} };

/** A game whose questions are answered at once, or when a test says so. */
function playable(later = (answer) => answer()) {
  const noted = [];
  const machine = machineOf(RULES);
  const { open, look } = machine.effects;
  Object.assign(machine.effects, {
    open: (asked) => later(() => open(asked)),
    look: (asked) => later(() => look(asked)),
    note: ({ replace }) => void noted.push([machine.state.game.at, replace]),
  });
  return { machine, noted };
}

/** The moves of a game, and which position is shown. */
const seen = ({ state: { game } }) => [game.steps.slice(1).map(({ move }) => move), game.at, current(game)?.position];

test("a game is opened at any of its positions", async () => {
  const { machine } = playable();
  await machine.send("open", { position: "a", moves: ["b", "c"], at: 1 });
  assert.deepEqual(seen(machine), [["b", "c"], 1, "ab"]);
  assert.deepEqual(machine.state.line, [{ position: "ab", letters: 2 }]);
});

test("of moves that are not all legal the first ones are played", async () => {
  const { machine } = playable();
  const open = (moves) => machine.send("open", { position: "z", moves, at: 3 });
  await assert.rejects(open(["b", "c", "x", "d"]), {
    message: "move 3 of this link, x, is not legal; the moves before it are shown",
  });
  assert.deepEqual(seen(machine), [["b", "c"], 2, "zbc"]);
  await assert.rejects(open(["x"]), { message: "move 1 of this link, x, is not legal; the start is shown" });
  await machine.send("move", { name: "x" });
  assert.deepEqual(seen(machine), [[], 0, "z"]);
});

test("a game that is refused leaves the one that is shown", async () => {
  const { machine } = playable();
  await machine.send("open", { position: "a", moves: ["b"] });
  await assert.rejects(machine.send("open", { position: "no" }));
  assert.deepEqual(seen(machine), [["b"], 1, "ab"]);
});

test("a move taken back can be made again; another forgets what followed", async () => {
  const { machine, noted } = playable();
  await machine.send("open", { position: "a", noted: "" });
  await machine.send("move", { name: "b" });
  await machine.send("move", { name: "c" });
  await machine.send("go", { at: 0 });
  await machine.send("move", { name: "b" });
  assert.deepEqual(seen(machine), [["b", "c"], 1, "ab"]);
  await machine.send("move", { name: "d", noted: "replace" });
  assert.deepEqual(seen(machine), [["b", "d"], 2, "abd"]);
  await machine.send("go", { at: 5 });
  assert.deepEqual(noted, [
    [1, false],
    [2, false],
    [0, false],
    [1, false],
    [2, true],
  ]);
});

const event = fc.oneof(
  fc.record({ type: fc.constant("open"), position: fc.constantFrom("a", "z", "no"), moves: fc.constant(["b", "x"]) }),
  fc.record({ type: fc.constant("move"), name: fc.constantFrom("b", "c", "x") }),
  fc.record({ type: fc.constant("go"), at: fc.nat(4) }),
  fc.constant({ type: "back" }),
  fc.record({ type: fc.constant("answer"), which: fc.nat(5) }),
);

test("whatever comes late, the game is one that was asked for, and its position becomes known", () =>
  fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 30 }), async (events) => {
      const pending = [];
      const { machine, noted } = playable(
        (answer) => new Promise((resolve, reject) => pending.push(() => answer().then(resolve, reject))),
      );
      const settle = () => new Promise(setImmediate);
      const answer = async (which) => {
        pending.splice(which % pending.length, 1)[0]();
        await settle();
      };
      await Promise.all([machine.send("open", { position: "a" }).catch(() => {}), answer(0)]);
      for (const { type, which, ...about } of events) {
        const before = seen(machine);
        const { line } = machine.state;
        if (type === "answer") pending.length && (await answer(which));
        else machine.send(type, about).catch(() => {});
        const [moves, at] = seen(machine);
        if (type === "open") assert.deepEqual(seen(machine), before);
        if (type === "move" && line && about.name !== "x") {
          assert.deepEqual([moves.slice(0, at), at], [[...before[0].slice(0, before[1]), about.name], before[1] + 1]);
          assert.equal(noted.at(-1)[0], at);
        }
      }
      while (pending.length) await answer(0);
      const { game, line } = machine.state;
      game.steps.reduce((one, next) => {
        assert.equal(next.position, one.position + next.move);
        return next;
      });
      assert.equal(line[0].position, current(game).position);
    }),
    { numRuns: Number(process.env.RUNS ?? 300) },
  ));

test("what a deal changes holds once it is there, and what passes until something else is asked for", async () => {
  let deal = (_) => {};
  const passing = { hinted: "" };
  const machine = machineOf({
    ...RULES,
    start: { ...NOTHING, ...passing, seed: "" },
    passing,
    look: async (position, { seed }) => ({ position, seed }),
    deal: ({ seed }) => new Promise((dealt) => (deal = () => dealt({ position: seed, seed }))),
    follows: (state, _, { type }) => [state, type === "move" ? [{ do: "note", replace: true }] : []],
  });
  const noted = [];
  machine.effects.note = ({ replace }) => void noted.push(replace);
  const dealt = async (seed) => {
    const opened = machine.send("open", { seed });
    await machine.send("set", { changes: { hinted: seed } });
    deal();
    return opened;
  };
  await dealt("a");
  assert.deepEqual([machine.state.seed, machine.state.hinted, machine.state.line[0].seed], ["a", "", "a"]);
  const other = machine.send("open", { seed: "b" });
  await machine.send("move", { name: "c" });
  deal();
  await other;
  const { seed, line, game } = machine.state;
  assert.deepEqual([seed, line, game.steps.length], ["a", [{ position: "ac", seed: "a" }], 2]);
  assert.deepEqual(noted, [false, false, true]);
});
