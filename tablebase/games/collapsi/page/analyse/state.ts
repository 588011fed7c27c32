/**
 * Analyse as one state: a game with its lines and notes, the deal that was drawn, and best moves that
 * are being played.
 */

import { anew, found, LOOK, shown, walking } from "#shared/game.ts";
import type { DealStatistics, RandomDeal } from "../answers.d.ts";
import { play } from "../shared/game.ts";
import { nothing, SEARCH, type Shown } from "../shared/session.ts";
import { branched } from "./lines.ts";

/** What ends best moves that are being played. */
const STOPPED = {
  ahead: 0, // how many best moves are to be played now
  playing: false, // whether that goes on by itself
};

export const START = {
  ...nothing(),
  ...STOPPED,
  opened: false, // whether a game has been
  dealt: null as RandomDeal | null, // the deal that was drawn last
  dealing: false, // whether one is being looked for
  next: null as object | null, // what the next deal is drawn for, ahead, once this one is shown
  searched: false, // whether no search of the position shown goes on
  /** of the deal: its table, "" where there is none to count, and how many of its positions have each value */
  counts: { table: "", found: null as DealStatistics | null },
};

export type State = typeof START;

/** Analyse as its views see it. */
export type Session = Shown<State>;

type Result = [State, object[]];

/** A move that is made at an earlier position begins a line of its own. */
const walks = walking(({ game, line: [probe] }, name) => {
  const move = probe.moves.find((known: { move: string }) => known.move === name);
  const isNext = (game.steps[game.at + 1]?.move ?? name) === name;
  return move && (game.study || !isNext ? branched : play)(game, move, probe);
});

/** What the reader does ends best moves that are being played. */
const reader =
  (reducer: (state: State, event: any) => Result): ((state: State, event: any) => Result) =>
  (state, event) =>
    reducer({ ...state, ...STOPPED }, event);

const REDUCERS: Record<string, (state: State, event: any) => Result> = {
  open: reader((state, event) => walks.open({ ...state, dealing: event.deals === true }, event)),
  refused: (state) => [{ ...state, dealing: false }, state.opened ? [{ ...LOOK, aside: true }] : []],
  opened(state, { dealt = state.dealt, next = null, id, ...event }) {
    const [after, effects] = walks.opened({ ...state, opened: true, dealt, next, dealing: false }, event);
    return [after, [...effects, { do: "study", id }]];
  },
  move: reader(walks.move),
  go: reader(walks.go),
  /** Another line, or another view of the board, is shown. */
  turn: reader((state, { game }) => shown(state, game)),
  /** What is known of the game besides the position shown has changed. */
  amend: (state, { game, noted = true }) => [{ ...state, game }, noted ? [{ do: "note", replace: true }] : []],
  /** What writes the game's address is there: if something else has been asked for meanwhile, this comes too late. */
  noted: (state) => [state, [{ do: "remember" }]],
  hide: reader((state) => [anew(state), []]),
  stop: reader((state) => [state, []]),
  found(state, { line, searches, partial }) {
    const next = { ...found(state, line), searched: !searches && !partial, next: null };
    const prepares = state.next ? [{ ...state.next, do: "prepare", lasts: true }] : [];
    return [next, [...(searches ? [SEARCH] : []), ...prepares]];
  },
  counted: (state, { table, found }) => [
    table === state.counts.table ? { ...state, counts: { table, found } } : state,
    [],
  ],
  uncounted: (state) => [{ ...state, counts: { table: "", found: null } }, []],
  /** Play best moves: one of them, as far as one that is named, or until the end. */
  best: (state, { count = 1 }) => [{ ...state, ahead: count }, []],
  tick: (state) => [state.playing ? { ...state, ahead: 1 } : state, []],
  autoplay: (state) => [state.playing ? { ...state, ...STOPPED } : { ...state, playing: true, ahead: 1 }, []],
};

/** Count the positions of another deal, once its table is known. */
function counting(state: State): Result {
  const probe = state.line?.[0];
  const table = probe?.table && probe.deal && !probe.players ? `${state.game.rules} ${probe.table}` : "";
  if (!probe || table === state.counts.table) return [state, []];
  const counts = { do: "count", deal: probe.deal, table, aside: true, lasts: true, failed: "uncounted" };
  return [{ ...state, counts: { table, found: null } }, table ? [counts] : []];
}

/** What follows from a change: the counts of another deal; the next best move, once it is known. */
export function reduce(before: State, event: { type: string }): Result {
  const [after, wanted] = REDUCERS[event.type](before, event);
  const [state, counts] = after.line === before.line ? [after, []] : counting(after);
  const effects = [...wanted, ...counts];
  const { line, ahead, playing } = state;
  const searched = state.searched && state.asked === before.asked;
  if (!line || !(ahead || playing)) return [state, effects];
  const [best] = line[0].moves;
  if (!best || (searched && !best.result)) return [{ ...state, ...STOPPED }, effects];
  if (!ahead || !(best.is_best || searched)) return [state, effects];
  const [next, more] = walks.move(state, { name: best.move, moved: ahead === 1 });
  const ticks = playing ? [{ do: "tick", aside: true }] : [];
  return [{ ...next, ahead: ahead - 1 }, [...effects, ...more, ...ticks]];
}
