/** The files of cases that `tests/conformance.py` writes, and what engines fetch. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";

/** What Python wrote down for an engine, and so is no file of the tree, by its address. */
const data = new Map();

const { fetch } = globalThis;
globalThis.fetch = async (url) => (data.has(String(url)) ? new Response(data.get(String(url))) : fetch(url));

/** The header and the cases of a file. @param {URL} url */
export function corpus(url) {
  const lines = gunzipSync(readFileSync(url)).toString().trim().split("\n");
  const [header, ...cases] = lines.map((line) => JSON.parse(line));
  return { header, cases };
}

/** What is wrong with a question; nothing if it has an answer. @param {() => any} ask */
export async function refusal(ask) {
  try {
    await ask();
  } catch (error) {
    if (error.name === "EngineError") return { parameter: error.parameter, error: error.message };
    throw error;
  }
  return null;
}

/**
 * Test that a side game's engine reads and writes positions as the cases beside a test say.
 *
 * @param {string} game @param {string} address the test's own
 */
export async function check(game, address) {
  const { header, cases } = corpus(new URL("conformance.jsonl.gz", address));
  const folder = new URL(`../../tablebase/games/${game}/page/engine/`, import.meta.url);
  for (const [name, content] of Object.entries(header.files))
    data.set(new URL(name, folder).href, JSON.stringify(content));
  const { answers } = await import(new URL("engine.ts", folder).href);
  const work = { pause: async () => {}, report: () => {} };
  test(`${game}: ${cases.length} cases`, async () => {
    for (const { query, says, ...wrong } of cases) {
      const ask = () => answers.probe(query, work);
      if (says) assert.equal((await ask()).position, says);
      else assert.deepEqual(await refusal(ask), wrong, query.position);
    }
  });
}
