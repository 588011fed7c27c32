/**
 * The engine's worker: answers `{id, path, query}` with `{id, answer}` or `{id, error, parameter,
 * status}`, and before that any number of `{id, progress}`; `{id, cancel: true}` ends work. It is
 * sent `{engines}` first, the addresses of other rooms' engines, and `{equipment}` once, which starts
 * the engine of the page's own game.
 *
 * Its bundle holds what all engines share, so others import it, too: it listens only where client.js
 * has started it.
 */

import { answer, begin, know } from "./answers.js";

/** The questions under way that have been cancelled. @type {Set<number>} */
const cancelled = new Set();
/** @type {Set<number>} */
const running = new Set();

class Cancelled extends Error {}

const scope = /** @type {{name?: string} & typeof globalThis} */ (globalThis);
if (scope.name === "tablebase engine") scope.addEventListener("message", hear);

/**
 * Not async: an engine that cannot begin is an error of this worker, which the page hears of.
 *
 * @param {MessageEvent} event
 */
function hear({ data }) {
  const { id, path, query, cancel, equipment, engines } = data;
  if (engines) know(Object.fromEntries(Object.keys(engines).map((room) => [room, () => import(engines[room])])));
  else if (equipment) begin(equipment);
  else if (!cancel) reply(id, path, query);
  else if (running.has(id)) cancelled.add(id);
}

/** @param {number} id @param {string} path @param {import("./answers.js").Query} query */
async function reply(id, path, query) {
  running.add(id);
  try {
    self.postMessage({ id, answer: await answer(path, query, workOf(id)) });
  } catch (error) {
    if (!(error instanceof Cancelled)) self.postMessage({ id, ...described(error) });
  } finally {
    running.delete(id);
    cancelled.delete(id);
  }
}

/** @param {number} id @returns {import("./answers.js").Work} */
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
