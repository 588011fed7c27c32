/**
 * A try at a puzzle as one state: the reader finds the only moves, the opponent answers, and moves
 * without a choice are made for both. A wrong move is refuted on the board. `reduce` alone changes
 * it (machine.ts).
 */

import { anew, found, LOOK, shown as shownIn } from "#shared/game.ts";
import { current, type Game } from "../shared/game.ts";
import { goneOn, nothing, played, SEARCH } from "../shared/session.ts";
import type { Kind, Puzzle } from "./collection.ts";
import { foundIn, isMissed } from "./results.ts";

/** Puzzle: of a day, or the number of another kind's. */
export type Which = { kind: Kind; number: number };

export const START = {
  ...nothing(),
  values: false,
  which: { kind: "daily", number: 1 } as Which,
  chosen: "" as Kind, // which kind the choices show
  counts: false, // whether it was that day's when it was opened: each move can be tried once then
  many: 1, // how many puzzles there are of its kind
  puzzle: null as Puzzle | null,
  marks: "", // + for each move found, - for the wrong one at the end
  /** `waiting` while the page makes moves of the solution, up to `goal`; `refuting` while it answers a wrong move */
  phase: "waiting" as "waiting" | "refuting" | "solving" | "failed" | "solved",
  goal: 0,
  pausing: false, // whether the next move of the page comes after a pause
  left: false, // whether another puzzle is looked for, or another mode is shown: meanwhile the page makes no move
  empty: "", // why no other puzzle is shown
  own: false, // whether there are puzzles of the reader's own
};

export type State = typeof START;

type Result = [State, object[]];

/** Whether the try is over. */
export const isOver = ({ phase }: State) => phase === "failed" || phase === "solved";

/** The ply of the move that is to be found next, or the end. */
export const due = ({ puzzle, marks }: { puzzle: Puzzle | null; marks: string }) =>
  puzzle?.choices[foundIn({ marks })] ?? puzzle?.moves.length ?? 0;

export function reduce(state: State, event: { type: string }): Result {
  return followed(...REDUCERS[event.type](state, event));
}

const REDUCERS: { [type: string]: (state: State, event: any) => Result } = {
  /** Another puzzle is looked for: of an address, or of a kind. */
  find: (state, { query, kind }) => [
    { ...left(state), chosen: kind ?? state.chosen },
    [{ do: "find", query, kind, failed: "unfound" }, ...(state.puzzle && !state.line ? [LOOK] : [])],
  ],
  /** Whether there are puzzles of the reader's own; why none is shown. */
  set: (state, { changes }) => [{ ...state, ...changes }, []],
  unfound: (state) => [{ ...state, left: false }, []],
  opened(state, { game, changes, ...how }) {
    const next = { ...state, ...changes, empty: "" };
    return going(next, game, isMissed(next) ? "failed" : "waiting", how);
  },
  hide: (state) => [left(state), []],
  found: (state, { line, searches }) => [found(state, line), searches ? [SEARCH] : []],
  /** The reader moves. */
  choose(state, { name, walks = true }) {
    const { puzzle, phase, marks } = state;
    const game = played(state, name);
    if (phase !== "solving" || !puzzle || !game) return [state, []];
    const wins = current(game).judgement?.result === "win";
    const right = name === puzzle.moves[state.game.at] || (!!puzzle.played && wins);
    const next = { ...state, marks: marks + (right ? "+" : "-") };
    return going(next, game, right ? "waiting" : "refuting", { moved: walks }, [{ do: "mark" }]);
  },
  /** The pause before the page's next move is over. */
  tick(state) {
    const { puzzle, game, line, phase } = state;
    const refutes = phase === "refuting";
    const after = refutes && line ? { ...goneOn(game, line), at: game.at + 1 } : played(state, puzzle?.moves[game.at]);
    if (!after?.steps[after.at]) return [{ ...state, pausing: false, phase: "failed" }, []];
    return shown({ ...state, phase: refutes ? "failed" : phase }, after, { moved: true });
  },
  /** Back to the move that was missed, to find it. */
  again: (state) =>
    state.phase === "failed" ? back({ ...state, marks: state.marks.replace("-", "") }, []) : [state, []],
  /** The rest of the solution is shown. */
  solve(state) {
    if (state.phase !== "failed" && state.phase !== "solving") return [state, []];
    const next = isMissed(state) ? state : { ...state, marks: `${state.marks}-` };
    const [waiting, effects] = back(next, [{ do: "mark" }]);
    return [{ ...waiting, goal: state.puzzle?.moves.length ?? 0 }, effects];
  },
  /** One step back or forward through what was played, and past its end by best play. */
  step(state, { by }) {
    const at = state.game.at + by;
    return isOver(state) && state.game.steps[at] ? shown(state, { ...state.game, at }, { moved: by > 0 }) : [state, []];
  },
};

/** Something else is asked for. */
const left = (state: State): State => ({ ...anew(state), pausing: false, left: true });

const back = (state: State, effects: object[]): Result =>
  going(state, { ...state.game, at: due(state) }, "waiting", {}, effects);

/** Show a position, from which the page makes its moves, unless the try has failed. */
function going(state: State, game: Game, phase: State["phase"], how: How = {}, effects: object[] = []): Result {
  const next: State = { ...state, phase, values: false, goal: due(state) };
  const [waiting, looks] = shown(next, game, how);
  return [waiting, [...looks, ...effects]];
}

type How = Parameters<typeof shownIn>[2];

/** Show a game. */
const shown = (state: State, game: Game, how: How): Result =>
  shownIn({ ...state, pausing: false, left: false }, game, { noted: "", ...how });

/** What follows from a change: the page's next move, or the end of its moves. */
function followed(state: State, effects: object[]): Result {
  const { phase, line, game, goal, puzzle, pausing } = state;
  if (!line || !puzzle || state.left || pausing || phase === "solving" || isOver(state)) return [state, effects];
  if (phase === "refuting" || game.at < goal) return [{ ...state, pausing: true }, [...effects, { do: "pause" }]];
  const solved = game.at === puzzle.moves.length;
  return [
    solved ? { ...state, phase: "solved", values: true, game: goneOn(game, line) } : { ...state, phase: "solving" },
    effects,
  ];
}
