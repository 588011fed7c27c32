/** The files of cases that `tests/conformance.py` writes, and what engines fetch. */

import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

/** What Python wrote down for an engine, and so is no file of the tree, by its address. */
const data = new Map();

// Node's own does not open files.
globalThis.fetch = async (url) => new Response(data.get(String(url)) ?? readFileSync(url));

/** The header and the cases of a file. @param {URL} url */
export function corpus(url) {
  const lines = gunzipSync(readFileSync(url)).toString().trim().split("\n");
  const [header, ...cases] = lines.map((line) => JSON.parse(line));
  return { header, cases };
}

/** Let an engine find a file that Python writes down. @param {URL} url @param {any} content */
export const serve = (url, content) => data.set(String(url), JSON.stringify(content));

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
