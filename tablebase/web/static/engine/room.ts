/**
 * The answers of a room whose rules are kernels. The room reads positions, prints them and names moves;
 * what is legal and what it is worth comes from its kernels, and the answers have the same form in
 * every room.
 *
 *     const { probe } = room({
 *       kernels: new URL("kernels.wasm", import.meta.url),
 *       data: new URL("room.json", import.meta.url),
 *       read: (query) => ({ key: "7", rank: 127 }),
 *       shown: ({ rank }) => ({ position: rank.toString(2) }),
 *       move: (position, after) => ({ move: "3" }),
 *     });
 *
 * The file of data is that of `room_data` in `tablebase/web/data.py`, unless the room makes its games
 * by itself.
 */

import type { Query, Work } from "./answers.ts";
import { type Beside, json, type LoopsCoding } from "./data.ts";
import { type Kernels, loader } from "./kernels.ts";
import { searching } from "./search.ts";
import { queue } from "./shared.ts";
import { type Rules, Solver } from "./solver.ts";
import { paused } from "./work.ts";

type Value = { result: "win" | "loss"; dte: number };

/**
 * A position: what names its game, and its rank there, unless the room finds it out by a kernel; a room's
 * own has more.
 */
type Place = { key: string; rank?: number };

type Game = Rules & { coding: LoopsCoding };

interface Room<P extends Place> {
  kernels: Beside;
  data: Beside;
  read: (query: Query, question: string) => P; // the position that a query names
  shown: (position: P) => any; // what an answer says of a position: `position`, and more
  /** what it says of a move: `move`, and more; there is no table in a search */
  move: (position: P, after: P, table: any) => any;
  scored?: (position: P, value: Value) => any; // what it says of a value besides
  more?: (position: P, table: Solver, data: any) => any; // what it says of the position asked about besides
  rankOf?: (position: P, table: Solver) => number; // the rank of a position
  at?: (position: P, rank: number, table: Solver) => P; // the position of the same game with a rank
  game?: (position: P, data: any, kernels: Kernels) => Game; // by default that of the data
  table?: typeof Solver; // what solves it in a way of its own
}

/** What answers the questions to a room. */
export function room<P extends Place>(own: Room<P>) {
  const { shown, move, table: Table = Solver, scored = () => ({}), more = () => ({}), game = written } = own;
  const { rankOf = rankIn, at = (position, rank) => ({ ...position, rank }) } = own;
  const [load, data, alone] = [loader(own.kernels), json(own.data), queue()];
  /** The last game, and its table, if that is solved. */
  let last: { key: string; game: Game; table: Solver | null } | null = null;

  async function gameOf(position: P) {
    if (last?.key !== position.key)
      last = { key: position.key, game: game(position, await data(), await load("game")), table: null };
    return last;
  }

  /** Do something with the table of a position, which need not be solved. */
  const tabled = <F>(position: P, use: (table: Solver, game: Game) => F | Promise<F>) =>
    alone(async () => {
      const kept = await gameOf(position);
      const table = kept.table ?? new Table(await load("table"), kept.game, kept.game.coding);
      kept.table = null; // what is not done is begun again
      const answer = await use(table, kept.game);
      kept.table = table;
      return answer;
    });

  /** The value of a position and of every move, best first. */
  async function probe(query: Query, work: Work) {
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

  /** The value and the best line, without a table. */
  async function search(query: Query, work: Work) {
    const position = own.read(query, "search");
    return alone(async () => {
      const { game } = await gameOf(position);
      const found = searching(await load("search"), game, game.coding);
      const line: string[] = [];
      let [here, proof] = [position, await paused(found.prove([BigInt(rankIn(position))]), work)];
      const { lower: code } = proof;
      while (proof.best >= 0) {
        const state = found.after([BigInt(rankIn(here))])[proof.best];
        const after = { ...here, rank: Number(state[0]) };
        line.push(move(here, after, null).move);
        [here, proof] = [after, await paused(found.prove(state, found.enough[proof.lower]), work)];
      }
      return { ...shown(position), ...game.coding.values[code], line };
    });
  }

  return { probe, search, tabled, data, load };
}

const rankIn = ({ rank = 0 }: Place) => rank;

/** The game of a position among those that Python wrote down. */
function written({ key }: Place, { coding, games }: any): Game {
  const { context, ...rules } = games[key];
  return { coding, context: BigUint64Array.from(context, BigInt), ...rules };
}
