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
 * A query holds what `ask` was given, without what is empty, null or undefined; query.js reads it. An
 * answer is plain data. A question that has none throws an `EngineError` (errors.js). Long work pauses
 * now and then, which may end it, and reports how far it is. Kernels and files of data come from
 * beside the module: see `loader` in kernels.js, and `json` in data.js.
 *
 * @typedef {Record<string, any>} Query
 * @typedef {{pause: () => Promise<void>, report: (sofar: any) => void}} Work long work, in pieces:
 *   between them it pauses, where it may end, and reports how far it is
 * @typedef {(query: Query, work: Work) => any} Answer
 * @typedef {Record<string, Answer>} Answers
 * @typedef {{module: WebAssembly.Module, data: any}} Equipment what is fetched along with the page
 * @typedef {{answers: Answers | Promise<Answers>}} Engine
 * @typedef {Engine & {begin: (equipment: Equipment) => void}} HomeEngine that of the page's own game:
 *   it is there at once, and begins when its equipment has come
 */

import * as home from "#home/engine/engine.js";
import { EngineError, quote } from "./errors.js";

/**
 * What imports the engines of other rooms.
 *
 * @type {Record<string, () => Promise<Engine>>}
 */
let others = {};

/** Know other rooms. @param {typeof others} engines */
export const know = (engines) => void (others = engines);

/** Let the engine of the page's own game begin. @param {Equipment} equipment */
export const begin = (equipment) => home.begin(equipment);

/** Answer a question. @param {string} path @param {Query} query @param {Work} work @returns {Promise<any>} */
export async function answer(path, query, work) {
  const [question, room] = path.split("/").reverse();
  const { answers } = await engineOf(room, path);
  const found = await answers;
  if (!Object.hasOwn(found, question)) throw unknown(path);
  const given = Object.entries(query).filter(([, value]) => value !== "" && value != null);
  return found[question](Object.fromEntries(given), work);
}

/** The engine of a room, by default the page's own. @param {string | undefined} room @param {string} path @returns {Promise<Engine>} */
async function engineOf(room, path) {
  if (room === undefined) return home;
  if (!Object.hasOwn(others, room)) throw unknown(path);
  return others[room]();
}

/** @param {string} path */
const unknown = (path) => new EngineError(`unknown path ${quote(path)}`, null, 404);
