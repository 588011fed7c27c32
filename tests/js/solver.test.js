/** The library's loops with a game's kernels, in WebAssembly: Kayles, by a few lines of its rules. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Kernels } from "#engine/kernels.ts";
import { searching } from "#engine/search.ts";
import { Solver } from "#engine/solver.ts";

const MODULE = new WebAssembly.Module(readFileSync(new URL("../plugin/kayles/page/kernels.wasm", import.meta.url)));

/** The values of 8 bits: losses in 0, 2, ..., then wins in 253, 251, ... */
const VALUES = Array.from({ length: 255 }, (_, code) =>
  code < 128 ? { result: "loss", dte: 2 * code } : { result: "win", dte: 2 * (254 - code) + 1 },
);
const reply = ({ result, dte }) => ({ result: result === "win" ? "loss" : "win", dte: dte + 1 });
const codeOf = ({ result, dte }) => VALUES.findIndex((value) => value.result === result && value.dte === dte);
const REPLIES = VALUES.map((value) => Math.max(codeOf(reply(value)), 0));
const CODING = { values: VALUES, replies: [...REPLIES, 0], again: REPLIES, ends: [0] };

/** The rows after all moves of a row. */
const masks = (pins) => {
  const alone = Array.from({ length: pins }, (_, at) => 1 << (pins - 1 - at));
  return [...alone, ...alone.slice(0, -1).map((pin) => pin | (pin >> 1))];
};
const after = (row, pins) => masks(pins).flatMap((mask) => ((row & mask) === mask ? [row ^ mask] : []));

/** The code of every row, and its mean if no pin left is worth the number of pins and 1. */
function byHand(pins) {
  const codes = [],
    means = [];
  for (let row = 0; row < 2 ** pins; row++) {
    const next = after(row, pins);
    codes.push(Math.max(0, ...next.map((one) => REPLIES[codes[one]])));
    means.push(next.length ? next.reduce((sum, one) => sum + means[one], 0) / next.length : 1 + pins);
  }
  return { codes, means };
}

const rulesOf = (pins) => ({
  context: BigUint64Array.from(masks(pins), BigInt),
  size: 2 ** pins,
  layers: pins + 1,
  maxMoves: 2 * pins,
});

/** All of some work. */
function whole(steps) {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

test("every row is solved and averaged, in a memory that was used before", () => {
  const kernels = new Kernels(MODULE);
  for (const pins of [11, 4, 1, 12]) {
    const solver = new Solver(kernels, rulesOf(pins), CODING);
    const { codes, means } = byHand(pins);
    whole(solver.solve());
    whole(solver.average([[0, 1 + pins]]));
    const found = codes.map((_, row) => [solver.code(row), solver.mean(row)]);
    assert.deepEqual(
      found,
      codes.map((code, row) => [code, means[row]]),
    );
  }
});

test("a kernel that does not fit the size or the layers is noticed", () => {
  const kernels = new Kernels(MODULE);
  const flat = new Solver(kernels, { ...rulesOf(5), layers: 5 }, CODING);
  assert.throws(() => whole(flat.solve()), /rank 31: expected a layer below 5/);
  const solver = new Solver(kernels, { ...rulesOf(5), maxMoves: 3 }, CODING);
  assert.throws(() => whole(solver.solve()), /rank 7: /);
});

test("a search finds the values and best lines of the table", () => {
  const pins = 12;
  const { codes } = byHand(pins);
  const kernels = new Kernels(MODULE);
  for (const places of [2 ** 12, 1]) {
    const search = searching(kernels, rulesOf(pins), CODING, places);
    for (let row = 0; row < 2 ** pins; row += places === 1 ? 301 : 37) {
      const [state, next] = [[BigInt(row)], after(row, pins)];
      const sofar = [...search.prove(state)].at(-1);
      if (sofar?.lower && sofar.best >= 0) assert.ok(REPLIES[codes[next[sofar.best]]] >= sofar.lower);
      assert.deepEqual(
        search.after(state),
        next.map((one) => [BigInt(one)]),
      );
      let [here, proof] = [row, whole(search.prove(state))];
      assert.deepEqual([proof.lower, proof.upper], [codes[row], codes[row]]);
      while (proof.best >= 0) {
        const next = after(here, pins);
        const best = next.findIndex((one) => REPLIES[codes[one]] === codes[here]);
        assert.equal(proof.best, best);
        here = next[proof.best];
        proof = whole(search.prove([BigInt(here)], search.enough[proof.lower]));
        assert.equal(proof.lower, codes[here]);
      }
      assert.equal(here, 0);
    }
  }
});

test("a kernel writes into the arrays that it is given, and what memory holds stays", () => {
  const kernels = new Kernels(MODULE);
  const { context, maxMoves } = rulesOf(5);
  const [length, address] = kernels.placed([context.length, context]);
  const found = new BigUint64Array(maxMoves);
  for (const given of [context, address]) {
    const count = kernels.call("list_successors", length, given, maxMoves, BigUint64Array.of(0b11011n), found);
    assert.deepEqual([...found.subarray(0, count)].map(Number), after(0b11011, 5));
  }
  assert.deepEqual(kernels.get(BigUint64Array, address, length), context);
  assert.equal(kernels.room(8), kernels.room(8) - 64); // nothing else is held
});

test("a search visits the same positions however often it pauses", () => {
  const visited = [1, 7, 2 ** 17].map((slice) => {
    const search = searching(new Kernels(MODULE), rulesOf(12), CODING, 2 ** 6, slice);
    let [proofs, pauses] = [search.prove([2n ** 12n - 1n]), 0];
    for (let { done, value } = proofs.next(); ; { done, value } = proofs.next(), pauses++)
      if (done) {
        assert.ok(slice === 2 ** 17 ? pauses < 5 : pauses * slice * 20 > value.nodes);
        return value.nodes;
      }
  });
  assert.deepEqual(new Set(visited).size, 1);
  assert.ok(visited[0] > 12);
});
