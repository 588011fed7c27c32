/** What every room's engine is made with: questions, chances, random numbers, work that is shared. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { EngineError, quote } from "#engine/errors.ts";
import { chances, chosen } from "#engine/opponent.ts";
import { choiceOf, numberOf, required } from "#engine/query.ts";
import { generator, oneOf, seedOf } from "#engine/random.ts";
import { keyOf } from "#engine/seeds.ts";
import { once, queue } from "#engine/shared.ts";

test("an error quotes what was given, long texts in part", () => {
  assert.equal(quote("short"), "'short'");
  assert.equal(quote("x".repeat(61)), `'${"x".repeat(60)}...'`);
  assert.equal(new EngineError("no").status, 422);
});

test("a parameter that is missing or wrong is named", () => {
  assert.equal(required({ deal: 5 }, "deal"), "5");
  assert.throws(() => required({}, "deal"), { message: "parameter 'deal' is missing", parameter: "deal" });
  assert.equal(numberOf({ seed: "7" }, "seed", 0, 9, null), 7);
  assert.equal(numberOf({}, "seed", 0, 9, null), null);
  for (const seed of ["10", "-1", "1.5", "x"])
    assert.throws(() => numberOf({ seed }, "seed", 0, 9, null), {
      message: `seed '${seed}': expected a whole number, 0 to 9`,
    });
  assert.equal(choiceOf({}, "exit", ["door", "exact"]), undefined);
  assert.equal(choiceOf({ exit: "door" }, "exit", ["door", "exact"]), "door");
  const message = "unknown exit 'wall': expected door or exact";
  assert.throws(() => choiceOf({ exit: "wall" }, "exit", ["door", "exact"]), { message, parameter: "exit" });
});

test("a seed gives the same numbers again, those of Python's random.Random", () => {
  const [numbers, again] = [1, 1].map((seed) => Array.from({ length: 1000 }, generator(seed)));
  assert.deepEqual(numbers, again);
  assert.ok(numbers.every((number) => number >= 0 && number < 1));
  assert.deepEqual(numbers.slice(0, 2), [0.13436424411240122, 0.8474337369372327]);
  const last = Array.from({ length: 700 }, generator(2 ** 32 - 1));
  assert.deepEqual([last[0], last[699]], [0.6353574441341173, 0.34564689050697883]);
  const texts = ["a", "x".repeat(300)].map((text) => generator(...keyOf(text))());
  assert.deepEqual(texts, [0.2720295377534757, 0.22742392778346976]);
  const most = () => 0.99;
  assert.equal(oneOf(["a", "b", "c"], most), "c");
  assert.equal(seedOf({ seed: 5 }), 5);
  assert.ok(seedOf({}) < 2 ** 32);
});

const win = (dte) => ({ result: "win", dte });
const loss = (dte) => ({ result: "loss", dte });
const PROBE = {
  value: win(3),
  moves: [
    { value: win(3), best: true },
    { value: loss(2), best: false },
    { value: loss(8), best: false },
  ],
};

test("a computer that never slips makes a best move", () => {
  assert.deepEqual(chances(PROBE, { sight: 9, slip: 0 }), [1, 0, 0]);
  const twoBest = { ...PROBE, moves: [...PROBE.moves, PROBE.moves[0]] };
  assert.deepEqual(chances(twoBest, { sight: 9, slip: 0 }), [0.5, 0, 0, 0.5]);
});

test("one that slips avoids only the losses that it sees", () => {
  assert.deepEqual(chances(PROBE, { sight: 2, slip: 0.5 }), [0.75, 0, 0.25]);
  assert.deepEqual(chances(PROBE, { sight: 3, slip: 0.5 }), [1, 0, 0]); // it sees its win
  const lost = {
    value: loss(2),
    moves: [
      { value: loss(2), best: true },
      { value: loss(2), best: false },
    ],
  };
  assert.deepEqual(chances(lost, { sight: 9, slip: 1 }), [1, 0]);
});

test("a move is drawn by its chance", () => {
  const drawn = (random) => PROBE.moves.indexOf(chosen(PROBE, { sight: 2, slip: 0.5 }, () => random));
  assert.deepEqual([0.74, 0.76, 1].map(drawn), [0, 2, 0]); // at 1 no chance is left
});

test("what two ask for at the same time is made once", async () => {
  const alone = queue();
  let [made, kept] = [0, ""];
  const ask = () =>
    alone(async () => {
      if (kept) return kept;
      made++;
      await null;
      kept = "made";
      return kept;
    });
  assert.deepEqual(await Promise.all([ask(), ask()]), ["made", "made"]);
  assert.equal(await ask(), "made");
  assert.equal(made, 1);
});

test("where the first gives up the next begins", async () => {
  const alone = queue();
  const failing = alone(() => Promise.reject(new Error("cancelled")));
  const other = alone(async () => "made");
  await assert.rejects(failing, /cancelled/);
  assert.equal(await other, "made");
});

test("what is made stays, and what has failed is made again", async () => {
  let tried = 0;
  const get = once(async () => {
    if (!tried++) throw new Error("no network");
    return tried;
  });
  await assert.rejects(get(), /no network/);
  assert.deepEqual([await get(), await get()], [2, 2]);
});
