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
 * landing?, players?, name?}`: as of `rules`, with the deck as letters ("AAAA22223333 44JJ") and
 * editions as `[{name, joker_steps}]`, by default wild and single. The path `rules` with such an
 * object completes it, or says what is wrong with it. Answers name it by `name`, else "custom".
 *
 * Only the engine, not the API, answers:
 *
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
 *
 * @typedef {{name?: string, rows: number, columns: number, wrap?: boolean, picture?: string[],
 *   deck: string, editions?: {name: string, joker_steps: number[]}[], landing?: boolean,
 *   players?: number}} CustomRules
 * @typedef {Record<string, string | number | boolean | CustomRules | null | undefined>} Query
 *   what is empty, null or undefined is left out
 * @typedef {{onprogress?: (sofar: any) => unknown, signal?: AbortSignal}} Options
 *   `onprogress` is called now and then: by `search` with an answer as it stands, whose bounds
 *   narrow; by what solves a large table with `{done, of}`. A `signal` that aborts ends the work,
 *   and the promise is rejected with the signal's reason.
 */

/** A question without an answer: what is wrong with it, and with which of its parameters. */
export class EngineError extends Error {
  /**
   * @param {string} message as the API's `error`
   * @param {string | null} [parameter] the parameter at fault, if it is one
   * @param {number} [status] as of HTTP: 422 the question is wrong, 404 nothing found, 501 neither
   *   the engine nor a server can answer
   */
  constructor(message, parameter = null, status = 422) {
    super(message);
    this.name = "EngineError";
    this.parameter = parameter;
    this.status = status;
  }
}

/**
 * Ask a question.
 *
 * @param {string} path
 * @param {Query} [query]
 * @param {Options} [options]
 * @returns {Promise<any>} the answer; rejected with an `EngineError`
 */
export async function ask(path, query = {}, options = {}) {
  void [path, query, options];
  throw new EngineError("the engine is not there yet", null, 501);
}
