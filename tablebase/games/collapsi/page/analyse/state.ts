/**
 * Analyse as one state: a game with its lines and notes, the deal that was drawn, and best moves that
 * are being played.
 */

import { anew, found, LOOK, shown, walking } from "#shared/game.ts";
import type { RandomDeal } from "../answers.d.ts";
import type { Variant } from "../shared/api.ts";
import { play } from "../shared/game.ts";
import { nothing, SEARCH, type Shown } from "../shared/session.ts";
import { branched } from "./lines.ts";

export const START = {
  ...nothing(),
  ahead: 0, // how many best moves are to be played
  opened: false, // whether a game has been
  dealt: null as RandomDeal | null, // the deal that was drawn last
  dealing: null as Variant | null, // what one is being looked for under
  searched: false, // whether no search of the position shown goes on
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
    reducer({ ...state, ahead: 0 }, event);

const REDUCERS: Record<string, (state: State, event: any) => Result> = {
  open: reader((state, event) => walks.open({ ...state, dealing: event.wanted ? event.variant : null }, event)),
  refused: (state) => [{ ...state, dealing: null }, state.opened ? [{ ...LOOK, aside: true }] : []],
  opened(state, { dealt = state.dealt, id, ...event }) {
    const [after, effects] = walks.opened({ ...state, opened: true, dealt, dealing: null }, event);
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
    return [{ ...found(state, line), searched: !searches && !partial }, searches ? [SEARCH] : []];
  },
  /** Play best moves: one of them, or as far as one that is named. */
  best: (state, { count = 1 }) => [{ ...state, ahead: count }, []],
};

/** What follows from a change: the next best move, once it is known. */
export function reduce(before: State, event: { type: string }): Result {
  const [state, effects] = REDUCERS[event.type](before, event);
  const { line, ahead } = state;
  if (!line || !ahead) return [state, effects];
  const searched = state.searched && state.asked === before.asked;
  const [best] = line[0].moves;
  if (!best || (searched && !best.result)) return [{ ...state, ahead: 0 }, effects];
  if (!(best.is_best || searched)) return [state, effects];
  const [next, more] = walks.move(state, { name: best.move, moved: ahead === 1 });
  return [{ ...next, ahead: ahead - 1 }, [...effects, ...more]];
}
