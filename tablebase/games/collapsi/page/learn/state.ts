/** A lesson as one state: a task on the board, the reader's move, and whether it was right. */

import { ask, walking } from "#shared/game.ts";
import { play } from "../shared/game.ts";
import { nothing, type Showing } from "../shared/session.ts";
import type { Lesson } from "./lessons.ts";

interface Learning {
  lesson: Lesson | null; // null for their list
  step: number; // of the lesson
  right: boolean | null; // whether the move of this step was right; null before it
  judging: boolean; // whether that is being found out
  words: (Node | string)[]; // what is said of the move
  revealing: boolean; // whether the move is shown once the position is known
}

export type State = Showing & Learning;

type Result = [State, object[]];

const UNTRIED = { right: null, judging: false, words: [], revealing: false };

export const START: State = { ...nothing(), values: false, lesson: null, step: 0, ...UNTRIED };

const walks = walking(({ game, line }, name) => {
  const move = line[0].moves.find((known: { move: string }) => known.move === name);
  return move && play(game, move, line[0]);
});

const REDUCERS: Record<string, (state: State, event: any) => Result> = {
  ...walks,
  list: (state) => [{ ...ask(state), lesson: null }, []],
  opened: (state, { game, line, ...asked }) =>
    walks.opened({ ...state, ...asked, ...UNTRIED }, { game, line, noted: "" }),
  found: (state, { line }) => [{ ...state, line, moved: false }, []],
  hide: (state) => [ask(state), []],
  /** The reader moves. */
  choose(state, { name, moved }) {
    const { lesson, line, right, judging } = state;
    const move = lesson && line?.[0].moves.find((known) => known.move === name);
    if (right !== null || judging || !move) return [state, []];
    const words = ["…"]; // without a table it takes a second or two
    return [{ ...state, judging: true, words }, [{ do: "judge", move, moved, failed: "unjudged" }]];
  },
  judged(state, { name, moved, right, words }) {
    const [next, effects] = walks.move(state, { name, moved, noted: "" });
    return [{ ...next, judging: false, right, words }, [...effects, ...(right ? [{ do: "done", lasts: true }] : [])]];
  },
  unjudged: (state) => [{ ...state, judging: false, words: [] }, []],
  again: (state) => walks.go({ ...state, ...UNTRIED }, { at: 0, noted: "" }),
  reveal(state) {
    const [next, effects] = state.right === false ? REDUCERS.again(state, {}) : [state, []];
    return [{ ...next, revealing: true }, effects];
  },
};

export function reduce(before: State, event: { type: string }): Result {
  const [state, effects] = REDUCERS[event.type](before, event);
  const { revealing, line, lesson, step } = state;
  if (!revealing || !line || !lesson) return [state, effects];
  const move = lesson.steps[step].moves?.[0] ?? line[0].moves[0].move;
  return [{ ...state, revealing: false }, [...effects, { do: "reveal", move }]];
}
