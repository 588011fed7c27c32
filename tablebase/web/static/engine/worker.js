/**
 * The engine's worker: answers `{id, path, query}` with `{id, answer}` or `{id, error, parameter,
 * status}`, and before that any number of `{id, progress}`; `{id, cancel: true}` ends work.
 */

import { Engine } from "./engine.js";

/** Fetched before it is first asked. @type {Promise<Engine> | null} */
let engine = loaded();

function loaded() {
  const loading = Engine.load();
  loading.catch(() => (engine = null)); // the next question tries again
  return loading;
}

/** The questions under way that have been cancelled. @type {Set<number>} */
const cancelled = new Set();
/** @type {Set<number>} */
const running = new Set();

class Cancelled extends Error {}

self.addEventListener("message", async ({ data }) => {
  const { id, path, query, cancel } = data;
  if (cancel) {
    if (running.has(id)) cancelled.add(id);
    return;
  }
  running.add(id);
  try {
    engine ??= loaded();
    const answer = await (await engine).answer(path, query, workOf(id));
    self.postMessage({ id, answer });
  } catch (error) {
    if (!(error instanceof Cancelled)) self.postMessage({ id, ...described(error) });
  } finally {
    running.delete(id);
    cancelled.delete(id);
  }
});

/** @param {number} id @returns {import("./tables.js").Work} */
function workOf(id) {
  return {
    report: (progress) => self.postMessage({ id, progress }),
    async pause() {
      // A turn of the event loop, in which other questions and cancellations come in.
      await new Promise((resolve) => setTimeout(resolve));
      if (cancelled.has(id)) throw new Cancelled();
    },
  };
}

/** @param {any} error */
function described(error) {
  const { message, parameter = null, status = 500 } = error;
  return { error: message, parameter, status };
}
