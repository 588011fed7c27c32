/**
 * The engine's worker: answers `{id, path, query}` with `{id, answer}` or `{id, error, parameter,
 * status}`, and before that any number of `{id, progress}`; `{id, cancel: true}` ends work. Once it
 * is sent `{module, data}`, the compiled kernels and data.json: until then questions wait.
 */

import { Engine } from "./engine.js";
import { Kernels } from "./kernels.js";

/** @type {(engine: Engine) => void} */
let start;
/** @type {Promise<Engine>} */
const engine = new Promise((resolve) => (start = resolve));

/** The questions under way that have been cancelled. @type {Set<number>} */
const cancelled = new Set();
/** @type {Set<number>} */
const running = new Set();

class Cancelled extends Error {}

self.addEventListener("message", async ({ data }) => {
  const { id, path, query, cancel, module } = data;
  if (module) return start(new Engine(new Kernels(module), data.data));
  if (cancel) {
    if (running.has(id)) cancelled.add(id);
    return;
  }
  running.add(id);
  try {
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
      // A turn of the event loop lets other questions and cancellations in.
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
