/** The computer's turns in 2D Nim, also under random events and with answers that come late. */

import fc from "fast-check";
import assert from "node:assert/strict";
import { test } from "node:test";
import { machineOf } from "#shared/rules.ts";
import { thought } from "../../../tablebase/games/nim/page/probe.ts";
import { NIM, seen } from "../../../tablebase/games/nim/page/table.ts";
import { answering } from "../../js/client.js";

const LEVELS = [
  { name: "beginner", sight: 0, slip: 1 },
  { name: "perfect", sight: 99, slip: 0 },
];
const LIMITS = { take: 1, misere: false };

/** A row of stones, of which any may be taken. */
answering(async (path, { position, ...limits } = {}) => {
  if (path === "levels") return LEVELS;
  const moves = [...position].flatMap((stone, at) => {
    const cell = `${"abcde"[at]}1`;
    const after = `${position.slice(0, at)}0${position.slice(at + 1)}`;
    return stone === "1" ? [{ move: cell, cells: [cell], position: after, result: "win", dte: 1, is_best: true }] : [];
  });
  return { ...limits, position, stones: moves.length, result: "win", dte: 1, moves };
});

test("a level plays as well as it is", async (t) => {
  t.mock.method(globalThis, "setTimeout", (done) => setImmediate(done));
  t.mock.method(Math, "random", () => 0);
  const best = { move: "b1", result: "win", dte: 3, is_best: true };
  const worse = { move: "a1", result: "loss", dte: 2, is_best: false };
  const probe = { result: "win", dte: 3, moves: [worse, best] };
  assert.equal(await thought(probe, "perfect"), "b1");
  assert.equal(await thought(probe, "beginner"), "a1");
});

const event = fc.oneof(
  fc.record({ type: fc.constant("tap"), cell: fc.constantFrom("a1", "b1", "c1", "d1", "e1") }),
  fc.record({ type: fc.constant("turn"), by: fc.constantFrom(-1, 1) }),
  fc.record({ type: fc.constant("go"), at: fc.nat(5) }),
  fc.record({ type: fc.constant("players"), against: fc.constantFrom("computer", "friend") }),
  fc.record({ type: fc.constant("players"), you: fc.constantFrom(0, 1) }),
  fc.record({ type: fc.constant("draft"), draft: fc.constantFrom("", "10101") }),
  fc.constant({ type: "open", position: "11111", limits: LIMITS, changes: { live: true } }),
  fc.constant({ type: "live" }),
  fc.constant({ type: "think" }),
  fc.constant({ type: "think" }),
);

test("the computer moves in its turn only, once, and always", () =>
  fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 30 }), async (events) => {
      const machine = machineOf(NIM, { note() {}, keep() {} });
      const thinking = [];
      machine.effects.think = () => {
        const { position } = seen(machine.state);
        return new Promise((done) => thinking.push({ position, done }));
      };
      const settle = () => new Promise(setImmediate);
      machine.send("open", { position: "11111", limits: LIMITS, changes: { live: true } });
      await settle();
      for (const { type, ...about } of events) {
        if (type !== "think") machine.send(type, about);
        else if (thinking.length) {
          const { position, done } = thinking.shift();
          const before = seen(machine.state);
          done({ type: "move", name: before.answer?.moves[0]?.move, noted: "replace" });
          await settle();
          const { at } = seen(machine.state);
          if (at > before.at) assert.ok(before.isComputers && before.thinking && before.position === position);
        }
        await settle();
        const { steps, isComputers, live, draft, answer, ...now } = seen(machine.state);
        if (isComputers && live && !draft && answer.moves.length) assert.ok(now.thinking && thinking.length);
        assert.ok(!(now.thinking && now.isYours));
        steps.slice(1).forEach(({ position }, at) => {
          assert.equal(position.split("1").length, steps[at].position.split("1").length - 1); // a stone less
        });
      }
    }),
    { numRuns: Number(process.env.RUNS ?? 300) },
  ));

test("a game that is asked for while the computer is to move comes, and the computer waits for it", async () => {
  const machine = machineOf(NIM, { note() {}, keep() {} });
  const settle = () => new Promise(setImmediate);
  let thought = 0;
  machine.effects.think = async () => {
    thought++;
    return { type: "move", name: seen(machine.state).answer.moves[0].move };
  };
  await machine.send("open", { position: "11111", limits: LIMITS, changes: { against: "computer", you: 1 } });
  const open = machine.effects.open;
  let come = () => {};
  machine.effects.open = (effect) => new Promise((done) => (come = () => done(open(effect))));
  const asked = machine.send("open", { position: "111", limits: LIMITS, changes: { live: true, you: 0 } });
  machine.send("live");
  await settle();
  assert.equal(thought, 0);
  come();
  await asked;
  assert.equal(seen(machine.state).position, "111");
  machine.effects.open = async () => Promise.reject(new Error("refused"));
  await machine.send("players", { you: 1 });
  await assert.rejects(machine.send("open", { position: "no", limits: LIMITS, changes: {} }));
  await settle();
  assert.ok(seen(machine.state).at > 0); // what is refused does not stop the game
});

test("the address says which game is set up, where another was asked for", async () => {
  const noted = [];
  const machine = machineOf(NIM, { note: () => void noted.push(seen(machine.state).position), keep() {}, think() {} });
  await machine.send("open", { position: "111", limits: LIMITS, noted: "" });
  machine.effects.open = () => new Promise(() => undefined);
  machine.send("open", { position: "11111", limits: LIMITS, noted: "" });
  await machine.send("draft", { draft: "111" });
  assert.deepEqual(noted, ["111"]);
});
