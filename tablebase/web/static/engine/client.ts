/**
 * The engine as the page sees it: questions in, the API's answers out.
 *
 * A worker answers with the project's own kernels. What they cannot answer (tables in files, boards
 * of 17 to 22 cells) is asked of the server, if the page has one: `<html data-api="api/">`.
 *
 * A path such as `nim/probe` names a room and a question to it; answers.ts says how rooms answer.
 * Paths and queries are those of docs/api-http.md where the server knows them too, and so is the
 * JSON of every answer.
 */

import { address, ROOMS } from "../rooms.ts";
import { equipment } from "./data.ts";
import { EngineError } from "./errors.ts";
import type { Query } from "./query.ts";
import type { Options as WorkOptions } from "./work.ts";

/** With `server` the server is asked first, if the page has one: for what only it knows. */
export type Options = WorkOptions & { server?: boolean };

type Waiting = { resolve: (answer: any) => void; reject: (error: any) => void } & Pick<Options, "onprogress">;

export { EngineError };

let worker: Worker | null = null;
let asked = 0;

const waiting: Map<number, Waiting> = new Map();

/** Where the API is, if the page has a server. */
const api = () => document.documentElement.dataset.api ?? null;

/**
 * Ask a question. A server is not asked what has an object in it.
 *
 * @returns the answer; rejected with an `EngineError`
 */
export async function ask(path: string, query: Query = {}, options: Options = {}): Promise<any> {
  options.signal?.throwIfAborted();
  const served = api() !== null && Object.values(query).every((value) => typeof value !== "object" || value === null);
  if (options.server && served) {
    try {
      return await askServer(path, query, options);
    } catch (error) {
      // Without a network the page continues with what it has cached.
      if (!(error instanceof EngineError && error.status === 503)) throw error;
    }
  }
  try {
    return await askWorker(path, query, options);
  } catch (error) {
    if (served && error instanceof EngineError && error.status === 501) return askServer(path, query, options);
    throw error;
  }
}

function askWorker(path: string, query: Query, { onprogress, signal }: Options): Promise<any> {
  worker ??= started();
  const id = ++asked;
  const cancel = () => {
    worker?.postMessage({ id, cancel: true });
    waiting.get(id)?.reject(signal?.reason);
  };
  signal?.addEventListener("abort", cancel);
  const answer = new Promise((resolve, reject) => waiting.set(id, { resolve, reject, onprogress }));
  worker.postMessage({ id, path, query });
  return answer.finally(() => {
    waiting.delete(id);
    signal?.removeEventListener("abort", cancel);
  });
}

function started() {
  const shared = self as any;
  /** start.ts may have started one */
  const created: Worker =
    shared.engineWorker ?? new Worker(address("static/engine/worker.js"), { type: "module", name: "tablebase engine" });
  shared.engineWorker = null;
  const fail = (why: string) => {
    created.terminate();
    worker = null; // the next question starts another
    for (const { reject } of waiting.values()) reject(new EngineError(`the engine did not start${why}`, null, 500));
  };
  const engines = Object.entries(ROOMS.engines).map(([room, path]) => [room, address(path)]);
  created.postMessage({ engines: Object.fromEntries(engines) });
  // Fetched here, because the page can ask for it along with itself.
  const [kernels, data] = [ROOMS.equipment.kernels, ROOMS.equipment.data].map((path) => new URL(address(path)));
  equipment({ kernels, data }).then(
    (needed) => created.postMessage({ equipment: needed }),
    ({ message }) => fail(`: ${message}`),
  );
  created.addEventListener("message", ({ data: { id, answer, progress, error, parameter, status } }) => {
    const question = waiting.get(id);
    if (progress !== undefined) question?.onprogress?.(progress);
    else if (error !== undefined) question?.reject(new EngineError(error, parameter, status));
    else question?.resolve(answer);
  });
  created.addEventListener("error", () => fail(""));
  return created;
}

async function askServer(path: string, query: Query, { signal }: Options) {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value == null || value === "" ? [] : [[name, String(value)]],
  );
  const response = await fetch(`${api()}${path}?${new URLSearchParams(given)}`, { signal }).catch((error) => {
    signal?.throwIfAborted();
    throw new EngineError(`the server does not answer: ${error.message}`, null, 503);
  });
  const answer = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer;
  throw new EngineError(answer?.error ?? `the server answered ${response.status}`, answer?.parameter, response.status);
}

// Every mode asks questions, so the kernels are fetched while the page is drawn.
worker = started();
