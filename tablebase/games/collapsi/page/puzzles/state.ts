/**
 * A try at a puzzle as one state: the reader finds the only moves, the opponent answers, and moves
 * without a choice are made for both. A wrong move is refuted on the board. `reduce` alone changes
 * it (machine.ts).
 */

import { anew, found, LOOK, shown as shownIn } from "#shared/game.ts";
import type { Probe } from "../shared/api.ts";
import { current, type Game, play } from "../shared/game.ts";
import { nothing, SEARCH } from "../shared/session.ts";
import type { Kind, Puzzle } from "./collection.ts";

/** Puzzle: of a day, or the number of another kind's. */
export type Which = { kind: Kind; number: number };

export const START = {
  ...nothing(),
  values: false,
  which: { kind: "daily", number: 1 } as Which,
  chosen: "" as Kind | "", // which kind the choices show
  many: 1, // how many puzzles there are of its kind
  puzzle: null as Puzzle | null,
  marks: "", // + for each move found, - for the wrong one at the end
  /** `waiting` while the page makes moves of the solution, up to `goal`; `refuting` while it answers a wrong move */
  phase: "waiting" as "waiting" | "refuting" | "solving" | "failed" | "solved",
  goal: 0,
  pausing: false, // whether the next move of the page comes after a pause
  refutation: null as { wrong: string; line: Probe[] } | null, // the wrong move, and best play from there
  /**
   * back and forward that were asked for: each waits for the one before, because best play is only known once that
   * is shown
   */
  steps: [] as number[],
  away: false, // whether another mode is shown
  finding: false, // whether another puzzle is looked for: meanwhile the page makes no move
  empty: "", // why no other puzzle is shown
  own: false, // whether there are puzzles of the reader's own
};

export type State = typeof START;

type Result = [State, object[]];

/** Whether the last mark is of a wrong move. */
export const isMissed = ({ marks }: { marks: string }) => marks.includes("-");

/** How many moves were found. */
export const foundIn = ({ marks }: { marks: string }) => marks.replaceAll("-", "").length;

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
    { ...left({ ...state, away: false, chosen: kind ?? state.chosen }), finding: true },
    [{ do: "find", query, kind, failed: "unfound" }, ...(state.puzzle && !state.line ? [LOOK] : [])],
  ],
  /** Whether there are puzzles of the reader's own; why none is shown. */
  set: (state, { changes }) => [{ ...state, ...changes }, []],
  unfound: (state) => [{ ...state, finding: false }, []],
  opened(state, { game, changes, ...how }) {
    const next = { ...state, ...changes, empty: "" };
    return going(next, game, isMissed(next) ? "failed" : "waiting", how);
  },
  hide: (state) => [left({ ...state, away: true }), []],
  found: (state, { line, searches }) => [found(state, line), searches ? [SEARCH] : []],
  /** The reader moves. */
  choose(state, { name, walks = true }) {
    const { puzzle, game, line, marks } = state;
    const move = line?.[0].moves.find((known) => known.move === name);
    if (state.phase !== "solving" || !puzzle || !line || !move) return [state, []];
    const right = name === puzzle.moves[game.at] || (!!puzzle.played && move.keeps_win === true);
    const next = { ...state, marks: marks + (right ? "+" : "-") };
    return going(next, play(game, move, line[0]), right ? "waiting" : "refuting", { moved: walks }, [{ do: "mark" }]);
  },
  /** The pause before the page's next move is over. */
  tick(state) {
    const { puzzle, game, line, phase } = state;
    const refutes = phase === "refuting";
    const name = refutes ? line?.[0].moves[0]?.move : puzzle?.moves[game.at];
    const move = line?.[0].moves.find((known) => known.move === name);
    if (!line || !move) return [{ ...state, pausing: false, phase: "failed" }, []];
    const refutation = refutes ? { wrong: current(game).move, line } : state.refutation;
    return shown({ ...state, refutation, phase: refutes ? "failed" : phase }, play(game, move, line[0]), {
      moved: true,
    });
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
  step: (state, { by }) => [isOver(state) ? { ...state, steps: [...state.steps, by] } : state, []],
};

/** Something else is asked for. */
const left = (state: State): State => ({ ...anew(state), pausing: false, finding: false, steps: [] });

const back = (state: State, effects: object[]): Result =>
  going(state, { ...state.game, at: due(state) }, "waiting", {}, effects);

/** Show a position, from which the page makes its moves, unless the try has failed. */
function going(state: State, game: Game, phase: State["phase"], how: How = {}, effects: object[] = []): Result {
  const next: State = { ...state, phase, values: false, refutation: null, goal: due(state), steps: [] };
  const [waiting, looks] = shown(next, game, how);
  return [waiting, [...looks, ...effects]];
}

type How = Parameters<typeof shownIn>[2];

/** Show a game. */
const shown = (state: State, game: Game, how: How): Result =>
  shownIn({ ...state, pausing: false, finding: false }, game, { noted: "", ...how });

/** What follows from a change: the page's next move, the end of its moves, or a step that waits. */
function followed(state: State, effects: object[]): Result {
  const { phase, line, game, goal, puzzle, pausing, away, finding } = state;
  if (!line || !puzzle || away || finding || pausing || phase === "solving") return [state, effects];
  if (isOver(state)) return state.steps.length ? stepped(state, effects) : [state, effects];
  if (phase === "refuting" || game.at < goal) return [{ ...state, pausing: true }, [...effects, { do: "pause" }]];
  const solved = game.at === puzzle.moves.length;
  return [{ ...state, phase: solved ? "solved" : "solving", values: solved }, effects];
}

/** One step back or forward through what was played, and past its end by best play. */
function stepped(state: State, effects: object[]): Result {
  const [by, ...steps] = state.steps;
  const { game, line } = state;
  const next = { ...state, steps };
  const best = line?.[0].moves[0];
  const at = game.at + by;
  if (at < 0 || !line || (!game.steps[at] && !best)) return followed(next, effects);
  const after = game.steps[at] || !best ? { ...game, at } : play(game, best, line[0]);
  const [now, looks] = shown(next, after, { moved: by > 0 });
  return [now, [...effects, ...looks]];
}
