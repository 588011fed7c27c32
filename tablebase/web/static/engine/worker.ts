/**
 * The engine's worker: answers `{id, path, query}` with `{id, answer}` or `{id, error, parameter,
 * status}`, and before that any number of `{id, progress}`; `{id, cancel: true}` ends work. It is
 * sent `{engines}` first, the addresses of other rooms' engines, and `{equipment}` once, which starts
 * the engine of the page's own game.
 *
 * Its bundle holds what all engines share, so others import it, too: it listens only where client.ts
 * has started it.
 */

import { answer, begin, know, type Query, type Work } from "./answers.ts";

/** The questions under way that have been cancelled. */
const cancelled: Set<number> = new Set();
const running: Set<number> = new Set();

class Cancelled extends Error {}

const scope = globalThis as { name?: string } & typeof globalThis;
if (scope.name === "tablebase engine") scope.addEventListener("message", hear);

/** Not async: an engine that cannot begin is an error of this worker, which the page hears of. */
function hear({ data }: MessageEvent) {
  const { id, path, query, cancel, equipment, engines } = data;
  if (engines) know(Object.fromEntries(Object.keys(engines).map((room) => [room, () => import(engines[room])])));
  else if (equipment) begin(equipment);
  else if (!cancel) reply(id, path, query);
  else if (running.has(id)) cancelled.add(id);
}

async function reply(id: number, path: string, query: Query) {
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

function workOf(id: number): Work {
  return {
    report: (progress) => self.postMessage({ id, progress }),
    async pause() {
      // A turn of the event loop lets other questions and cancellations in.
      await new Promise((resolve) => setTimeout(resolve));
      if (cancelled.has(id)) throw new Cancelled();
    },
  };
}

function described(error: any) {
  const { message, parameter = null, status = 500 } = error;
  return { error: message, parameter, status };
}
