/**
 * The answers of a room whose rules are kernels. The room reads positions, prints them and names moves;
 * what is legal and what it is worth comes from its kernels, and the answers have the same form in
 * every room.
 *
 *     const { probe } = room({
 *       kernels: new URL("kernels.wasm", import.meta.url),
 *       data: new URL("room.json", import.meta.url),
 *       table: Solver,
 *       read: (query) => ({ key: "7", rank: 127 }),
 *       shown: ({ rank }) => ({ position: rank.toString(2) }),
 *       move: (position, after) => ({ move: "3" }),
 *     });
 *
 * The file of data is that of `room_data` in `tablebase/web/data.py`, unless the room makes its games
 * by itself.
 *
 * @typedef {import("./answers.js").Query} Query
 * @typedef {import("./answers.js").Work} Work
 * @typedef {import("./kernels.js").Kernels} Kernels
 * @typedef {import("./data.js").LoopsCoding} LoopsCoding
 * @typedef {{result: "win" | "loss", dte: number}} Value
 * @typedef {{key: string, rank?: number}} Place a position: what names its game, and its rank there,
 *   unless the room finds it out by a kernel; a room's own has more
 * @typedef {{coding: LoopsCoding, context: BigUint64Array, maxMoves: number, size: number,
 *   layers: number}} Game as in Python, see `Game` and `CompiledRules`
 * @typedef {import("./moves.js").Moves & {solve: () => Generator<any, void>,
 *   code: (rank: number) => number}} Table
 */

import { json } from "./data.js";
import { loader } from "./kernels.js";
import { paused } from "./paused.js";

/**
 * @template {Place} P
 * @template {Table} T
 * @typedef {object} Room
 * @property {import("./fetched.js").Beside} kernels
 * @property {import("./fetched.js").Beside} data
 * @property {(query: Query, question: string) => P} read the position that a query names
 * @property {(position: P) => any} shown what an answer says of a position: `position`, and more
 * @property {(position: P, after: P, table: any) => any} move what it says of a move: `move`, and more;
 *   there is no table in a search
 * @property {(position: P, value: Value) => any} [scored] what it says of a value besides
 * @property {(position: P, table: T, data: any) => any} [more] what it says of the position asked
 *   about besides
 * @property {(position: P, table: T) => number} [rankOf] the rank of a position
 * @property {(position: P, rank: number, table: T) => P} [at] the position of the same game with a rank
 * @property {(position: P, data: any, kernels: Kernels) => Game} [game] by default that of the data
 * @property {new (kernels: Kernels, game: Game, coding: LoopsCoding) => T} [table] what solves a game
 * @property {typeof import("./search.js").Search} [search] what searches it
 */

/**
 * What answers the questions to a room.
 *
 * @template {Place} P @template {Table} T @param {Room<P, T>} own
 */
export function room(own) {
  const { shown, move, scored = () => ({}), more = () => ({}), game = written } = own;
  const { rankOf = rankIn, at = (position, rank) => ({ ...position, rank }) } = own;
  const [load, data, alone] = [loader(own.kernels), json(own.data), queue()];
  /** The last game. @type {{key: string, game: Game} | null} */
  let last = null;
  /** Its table. @type {{key: string, table: T} | null} */
  let kept = null;

  /** @param {P} position @returns {Promise<Game>} */
  async function gameOf(position) {
    if (last?.key !== position.key)
      last = { key: position.key, game: game(position, await data(), await load("game")) };
    return last.game;
  }

  /**
   * Do something with the table of a position, which need not be solved.
   *
   * @template F @param {P} position @param {(table: T, game: Game) => F | Promise<F>} use
   */
  const tabled = (position, use) =>
    alone(async () => {
      const found = await gameOf(position);
      const table = kept?.key === position.key ? kept.table : null;
      kept = null; // what is not done is begun again
      const Made = /** @type {NonNullable<typeof own.table>} */ (own.table);
      const made = table ?? new Made(await load("table"), found, found.coding);
      const answer = await use(made, found);
      kept = { key: position.key, table: made };
      return answer;
    });

  /** The value of a position and of every move, best first. @param {Query} query @param {Work} work */
  async function probe(query, work) {
    const position = own.read(query, "probe");
    return tabled(position, async (table, { coding: { values, replies, again } }) => {
      await paused(table.solve(), work);
      const rank = rankOf(position, table);
      const code = table.code(rank);
      const after = table.after(rank).map((next) => ({
        next: at(position, next.rank, table),
        worth: (next.again ? again : replies)[table.code(next.rank)],
      }));
      const moves = after
        .sort((one, other) => other.worth - one.worth)
        .map(({ next, worth }) => ({
          ...move(position, next, table),
          ...values[worth],
          ...scored(position, values[worth]),
          keeps_win: values[worth].result === "win",
          is_best: worth === code,
          position: shown(next).position,
        }));
      return {
        ...shown(position),
        ...values[code],
        ...scored(position, values[code]),
        ...more(position, table, await data()),
        moves,
      };
    });
  }

  /** The value and the best line, without a table. @param {Query} query @param {Work} work */
  async function search(query, work) {
    const position = own.read(query, "search");
    return alone(async () => {
      const game = await gameOf(position);
      const Made = /** @type {NonNullable<typeof own.search>} */ (own.search);
      const found = new Made(await load("search"), game, game.coding);
      const state = [BigInt(rankIn(position))];
      const code = await paused(found.code(state), work);
      /** @type {string[]} */
      const line = [];
      let here = position;
      for (const number of await paused(found.line(state), work)) {
        const [rank] = found.after([BigInt(rankIn(here))])[number];
        const after = { ...here, rank: Number(rank) };
        line.push(move(here, after, null).move);
        here = after;
      }
      return { ...shown(position), ...game.coding.values[code], line };
    });
  }

  return { probe, search, tabled, data };
}

/** @param {Place} position */
const rankIn = ({ rank = 0 }) => rank;

/** The game of a position among those that Python wrote down. @param {Place} position @param {any} data @returns {Game} */
function written({ key }, { coding, games }) {
  const { context, ...rules } = games[key];
  return { coding, context: BigUint64Array.from(context, BigInt), ...rules };
}

/** What lets each work begin when the one before has ended, for they use the same memory. */
function queue() {
  /** @type {Promise<any>} */
  let last = Promise.resolve();
  /** @template F @param {() => Promise<F>} work @returns {Promise<F>} */
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
}
