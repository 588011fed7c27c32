/**
 * Answers to questions, each by the engine of its room: `nim/probe` is the question `probe` to the room
 * nim, and a path without a slash is one to the room whose commands and addresses need no name.
 *
 * A room's engine is the module that its `Page` names. It is loaded with the first question, in a
 * worker, so that long work does not block the page. It exports `answers`, a function for each
 * question:
 *
 *     export const answers = {
 *       probe: async (query, work) => ({ position: required(query, "position"), moves: [] }),
 *     };
 *
 * A query holds what `ask` was given, without what is empty, null or undefined; query.ts reads it. An
 * answer is plain data. A question that has none throws an `EngineError` (errors.ts). Long work pauses
 * now and then (work.ts). Kernels and files of data come from beside the module: see `loader` in
 * kernels.ts, and `json` in data.ts.
 */

import * as own from "#home/engine/engine.ts";
import { EngineError, quote } from "./errors.ts";
import type { Query } from "./query.ts";
import { type Options, type Work, workOf } from "./work.ts";

export type { Query, Work };

export type Answers = Record<string, (query: Query, work: Work) => any>;

/** What is fetched along with the page. */
export type Equipment = { module: WebAssembly.Module; data: any };

type Engine = { answers: Answers | Promise<Answers> };

/** The engine of the page's own game: it is there at once, and begins when its equipment has come. */
const home: Engine & { begin: (equipment: Equipment) => void } = own;

export const { begin } = home;

/** What imports the engines of other rooms. */
export type Others = Record<string, () => Promise<Engine>>;

/** What answers questions; a signal that aborts ends the work, and there is no answer. */
export const answering =
  (others: Others) =>
  async (path: string, query: Query, { onprogress, signal }: Options): Promise<any> => {
    signal?.throwIfAborted();
    const [question, room] = path.split("/").reverse();
    const engine = room === undefined ? home : Object.hasOwn(others, room) && (await others[room]());
    const found = engine && (await engine.answers);
    if (!found || !Object.hasOwn(found, question)) {
      const known = Object.keys(found || others).join(", ");
      throw new EngineError(`unknown path ${quote(path)}: expected one of ${known}`, null, 404);
    }
    const given = Object.entries(query).filter(([, value]) => value !== "" && value != null);
    const answer = await found[question](Object.fromEntries(given), workOf({ onprogress, signal }));
    signal?.throwIfAborted();
    return answer;
  };
