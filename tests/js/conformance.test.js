/** Collapsi's notation: JavaScript says what Python says; see `tests/conformance.py`. */

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { loader } from "#engine/kernels.ts";
import { Position } from "#home/engine/position.ts";
import { rulesOf } from "#home/engine/rules.ts";
import { corpus, refusal } from "./corpus.js";

const FOLDER = new URL("conformance/", import.meta.url);
const KERNELS = new URL("../../tablebase/games/collapsi/page/engine/kernels.wasm", import.meta.url);

const kernels = await loader(KERNELS)();

/** What JavaScript says of a case, in the same words. */
async function answer({ position, wrong, edition }, rules) {
  if (position !== undefined) {
    const read = await Position.parse(position, edition, rules, kernels);
    return { position, edition, settled: String(read), from: String(read.deal) };
  }
  return { wrong, edition, ...(await refusal(() => Position.parse(wrong, edition, rules, kernels))) };
}

for (const file of readdirSync(FOLDER)) {
  const { header, cases } = corpus(new URL(file, FOLDER));
  const rules = rulesOf(header.rules, []);
  test(`${header.rules.name}: ${cases.length} cases`, async () => {
    for (const expected of cases) assert.deepEqual(await answer(expected, rules), expected);
  });
}
