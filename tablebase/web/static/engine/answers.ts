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
 * now and then, which may end it, and reports how far it is. Kernels and files of data come from
 * beside the module: see `loader` in kernels.ts, and `json` in data.ts.
 */

import * as own from "#home/engine/engine.ts";
import { EngineError, quote } from "./errors.ts";

export type Query = Record<string, any>;

/** Long work, in pieces: between them it pauses, where it may end, and reports how far it is. */
export type Work = { pause: () => Promise<void>; report: (sofar: any) => void };

/** As in client.ts. */
export type Options = { onprogress?: (sofar: any) => unknown; signal?: AbortSignal };

/** The work on a question: a signal that aborts ends it at its next pause. */
export const workOf = ({ onprogress, signal }: Options): Work => ({
  report: (sofar) => onprogress?.(sofar),
  async pause() {
    // A turn of the event loop lets other questions and cancellations in.
    await new Promise((resolve) => setTimeout(resolve));
    signal?.throwIfAborted();
  },
});

type Answer = (query: Query, work: Work) => any;
export type Answers = Record<string, Answer>;

/** What is fetched along with the page. */
export type Equipment = { module: WebAssembly.Module; data: any };

type Engine = { answers: Answers | Promise<Answers> };

/** That of the page's own game: it is there at once, and begins when its equipment has come. */
type HomeEngine = Engine & { begin: (equipment: Equipment) => void };

/** The engine of the page's own game. */
const home: HomeEngine = own;

/** What imports the engines of other rooms. */
let others: Record<string, () => Promise<Engine>> = {};

/** Know other rooms. */
export const know = (engines: typeof others) => void (others = engines);

/** Let the engine of the page's own game begin. */
export const begin = (equipment: Equipment) => home.begin(equipment);

/** Answer a question. */
export async function answer(path: string, query: Query, work: Work): Promise<any> {
  const [question, room] = path.split("/").reverse();
  const { answers } = await engineOf(room, path);
  const found = await answers;
  if (!Object.hasOwn(found, question)) throw unknown(path);
  const given = Object.entries(query).filter(([, value]) => value !== "" && value != null);
  return found[question](Object.fromEntries(given), work);
}

/** The engine of a room, by default the page's own. */
async function engineOf(room: string | undefined, path: string): Promise<Engine> {
  if (room === undefined) return home;
  if (!Object.hasOwn(others, room)) throw unknown(path);
  return others[room]();
}

const unknown = (path: string) => new EngineError(`unknown path ${quote(path)}`, null, 404);
