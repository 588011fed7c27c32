/**
 * The engine's worker: answers `{id, path, query}` with `{id, answer}` or `{id, error, parameter,
 * status}`, and before that any number of `{id, progress}`; `{id, cancel: true}` ends work. It is
 * sent `{engines}` first, the addresses of other rooms' engines, and `{equipment}` once, which starts
 * the engine of the page's own game.
 *
 * Its bundle holds what all engines share, so others import it, too: it listens only where client.ts
 * has started it.
 */

import { answering, begin, type Query } from "./answers.ts";
import type { EngineError } from "./errors.ts";

let answer = answering({});

/** What ends the questions under way. */
const stops: Map<number, AbortController> = new Map();

const scope = globalThis as { name?: string } & typeof globalThis;
if (scope.name === "tablebase engine") scope.addEventListener("message", hear);

/** Not async: an engine that cannot begin is an error of this worker, which the page hears of. */
function hear({ data }: MessageEvent) {
  const { id, path, query, cancel, equipment, engines } = data;
  if (engines)
    answer = answering(Object.fromEntries(Object.keys(engines).map((room) => [room, () => import(engines[room])])));
  else if (equipment) begin(equipment);
  else if (cancel) stops.get(id)?.abort();
  else reply(id, path, query);
}

async function reply(id: number, path: string, query: Query) {
  const stop = new AbortController();
  stops.set(id, stop);
  const options = { onprogress: (progress: any) => self.postMessage({ id, progress }), signal: stop.signal };
  try {
    self.postMessage({ id, answer: await answer(path, query, options) });
  } catch (error) {
    const { message, parameter = null, status = 500 } = error as Partial<EngineError>;
    if (!stop.signal.aborted) self.postMessage({ id, error: message, parameter, status });
  } finally {
    stops.delete(id);
  }
}
