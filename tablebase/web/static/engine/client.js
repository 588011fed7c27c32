/**
 * The engine as the page sees it: questions in, the API's answers out.
 *
 * A worker answers with the project's own kernels. What they cannot answer (tables in files, boards
 * of 17 to 26 cells) is asked of the server, if the page has one: `<html data-api="api/">`.
 *
 * Paths and queries are those of docs/api-http.md, and so is the JSON of every answer:
 *
 *     probe    {position, edition?, rules?}              values of a position and of every move
 *     line     {position, edition?, rules?}              {line: probes of best play to the end}
 *     search   {position, edition?, rules?, seconds?}    what a forward search has proven
 *     reply    {position, edition?, rules?, level?}      {move, position, path, level, seed}
 *     deal     {deal, edition?, rules?}                  counts by value, and the opening
 *     random   {edition?, rules?, winner?, length?, winning_moves?, difficulty?}   a deal
 *     rules    {rules?}                                  the rules that are offered, or one of them
 *     levels   {}                                        the computer's strengths
 *
 * Beyond the API, `rules` may be an object, `{rows, columns, wrap?, picture?, deck, editions?,
 * landing?, players?, out?, name?}`: like an answer of `rules`, with the deck as letters ("AAAA22223333 44JJ") and
 * editions as `[{name, joker_steps}]`, by default wild and single. The path `rules` with such an
 * object completes it, or says what is wrong with it. Answers name it by `name`, else "custom".
 *
 * With three and four players `level` in `reply` may also be `alone`, `maxn` or `pair` (of four),
 * the computer players of `tablebase play`.
 *
 * Only the engine, not the API, answers:
 *
 *     moves        {position, edition?, rules?}   a probe whose values are null: what is legal
 *     advice       {position, edition?, rules?, strategy}   what a rule of thumb says
 *         {strategy, position, order: [{feature: weight}], made: [move], moves: [{move, keeps_win,
 *         features: {name: number}}]}: the moves that it makes, all as likely, the best of them
 *         first; `order` compares the features. Two players, no landing, at most 16 cells.
 *     strategies   {}   strategies.json: the strategies, and the features in words
 *     nim/probe    {position, take?, misere?}   of 2D Nim, rows of 1 and 0: "1110/1000/0000/0000"
 *         {position, take, misere, stones, result, dte, moves: [{move, cells, result, dte,
 *         keeps_win, is_best, position}]}: for the side to move; the best moves first; `cells` are
 *         the names of the stones taken. At most 25 cells.
 *     pairs/probe  {position}   of Pair Solitaire, "AS xKS 3H ...", x before a removed card
 *         {position, cards, removable: [card]}: notation, cards left, and what may be removed
 *     pairs/solve  {position, seconds?, memory?}   the fewest cards that can remain, and how
 *         {position, left, perfect, proven, moves: [card], cards_left: [card], complete,
 *         states: [number], searched}; `moves[0]` is a hint, and `proven` says that no game leaves
 *         fewer. Its progress has the same form.
 *     pairs/random {seed?}      a shuffled stack of 52 cards: {position, seed}
 *     solo/probe   {position, exit?, joker?}   of Solo, "A3Jr4/2AA2/234J/332A"
 *         {position, exit, joker, cards, result, dte, score, grade, moves: [{move, result, dte, score,
 *         keeps_win, is_best, position, path}]}: `cards` are left now, and `score` at the end;
 *         the best moves first; `grade` is of a start that can be cleared, else null
 *     solo/random  {grade?, exit?, joker?, seed?}   a start that can be cleared
 *         {position, exit, joker, grade, seed}
 *     thegame/deal   {seed?}    of The Game: {seed, cards: [number]}, in the order of drawing
 *     thegame/probe  {position}   "4 9 15 : 2 12 / - / 99 98 / -"
 *         {position, hand, piles, tops, deck: [card], remaining, plays: [{move, card, pile,
 *         is_trick, advance, position}]}: what may be laid, as 12u1 or 88d2
 *     thegame/advice {position, laid?}   after so many cards laid this turn, by default none
 *         {position, strategy, options: [{plays, position, value}]}: what the strategy lays, then
 *         what else it has seen; none means to draw, and the value null that the game ends
 *     thegame/game   {seed?}    {seed, remaining}: how many cards the strategy cannot lay
 *
 * @typedef {{name?: string, rows: number, columns: number, wrap?: boolean, picture?: string[],
 *   deck: string, editions?: {name: string, joker_steps: number[]}[], landing?: boolean,
 *   players?: number, out?: "stays" | "removed"}} CustomRules
 * @typedef {Record<string, string | number | boolean | CustomRules | null | undefined>} Query
 *   what is empty, null or undefined is left out
 * @typedef {{onprogress?: (sofar: any) => unknown, signal?: AbortSignal}} Options
 *   `onprogress` is called now and then: by `search` with an answer as it stands, whose bounds
 *   narrow; by what solves a large table with `{done, of}`. A `signal` that aborts ends the work,
 *   and the promise is rejected with the signal's reason.
 */

import { EngineError } from "./errors.js";
import { compiled } from "./kernels.js";

export { EngineError };

/** @type {Worker | null} */
let worker = null;
let asked = 0;

/**
 * @typedef {{resolve: (answer: any) => void, reject: (error: any) => void,
 *   onprogress?: (sofar: any) => unknown}} Waiting
 * @type {Map<number, Waiting>}
 */
const waiting = new Map();

/** Where the API is, if the page has a server; only the server knows which rules it offers. */
const api = () => document.documentElement.dataset.api ?? null;

/**
 * Ask a question.
 *
 * @param {string} path
 * @param {Query} [query]
 * @param {Options} [options]
 * @returns {Promise<any>} the answer; rejected with an `EngineError`
 */
export async function ask(path, query = {}, options = {}) {
  options.signal?.throwIfAborted();
  const isCustom = typeof query.rules === "object" && query.rules !== null;
  if (path === "rules" && api() !== null && !isCustom) {
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
    const elsewhere = error instanceof EngineError && error.status === 501;
    if (elsewhere && api() !== null && !isCustom) return askServer(path, query, options);
    throw error;
  }
}

/** @param {string} path @param {Query} query @param {Options} options @returns {Promise<any>} */
function askWorker(path, query, { onprogress, signal }) {
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

/** What the worker works with. It is fetched here, because the page can ask for it along with itself. */
async function equipment() {
  const [module, response] = await Promise.all([
    compiled(new URL("kernels.wasm", import.meta.url)),
    fetch(new URL("data.json", import.meta.url)),
  ]);
  if (!response.ok) throw new Error(`data.json: ${response.status}`);
  return { module, data: await response.json() };
}

function started() {
  const shared = /** @type {any} */ (self);
  /** @type {Worker} start.js may have started one */
  const created = shared.engineWorker ?? new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  shared.engineWorker = null;
  const fail = (/** @type {string} */ why) => {
    created.terminate();
    worker = null; // the next question starts another
    for (const { reject } of waiting.values()) reject(new EngineError(`the engine did not start${why}`, null, 500));
  };
  equipment().then((needed) => created.postMessage(needed), ({ message }) => fail(`: ${message}`));
  created.addEventListener("message", ({ data: { id, answer, progress, error, parameter, status } }) => {
    const question = waiting.get(id);
    if (progress !== undefined) question?.onprogress?.(progress);
    else if (error !== undefined) question?.reject(new EngineError(error, parameter, status));
    else question?.resolve(answer);
  });
  created.addEventListener("error", () => fail(""));
  return created;
}

/** @param {string} path @param {Query} query @param {Options} options */
async function askServer(path, query, { signal }) {
  const given = Object.entries(query).flatMap(([name, value]) => (value == null || value === "" ? [] : [[name, String(value)]]));
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
