/** A lesson as one state: a task on the board, the reader's move, and whether it was right. */

import { anew, walking } from "#shared/game.ts";
import { play } from "../shared/game.ts";
import { nothing } from "../shared/session.ts";
import type { Lesson } from "./lessons.ts";

const UNTRIED = {
  right: null as boolean | null, // whether the move of this step was right; null before it
  judging: false, // whether that is being found out
  words: "", // what is said of the move
  revealing: false, // whether the move is shown once the position is known
};

/** Of a step, until another is opened. */
const FRESH = {
  ...UNTRIED,
  missed: false, // whether another move has been made: then it earns no star
  helped: false, // whether the move was shown: then it earns nothing
};

export const START = {
  ...nothing(),
  ...FRESH,
  values: false,
  lesson: null as Lesson | null, // null for their list
  step: 0, // of the lesson
};

export type State = typeof START;

type Result = [State, object[]];

const walks = walking(({ game, line }, name) => {
  const move = line[0].moves.find((known: { move: string }) => known.move === name);
  return move && play(game, move, line[0]);
});

const REDUCERS: Record<string, (state: State, event: any) => Result> = {
  ...walks,
  list: (state) => [{ ...anew(state), lesson: null }, []],
  opened: (state, { game, line, ...asked }) =>
    walks.opened({ ...state, ...asked, ...FRESH }, { game, line, noted: "" }),
  found: (state, { line }) => [{ ...state, line, moved: false }, []],
  hide: (state) => [anew(state), []],
  /** The reader moves. */
  choose(state, { name, moved }) {
    const { lesson, line, right, judging } = state;
    const move = lesson && line?.[0].moves.find((known) => known.move === name);
    if (right !== null || judging || !move) return [state, []];
    const words = "…"; // without a table it takes a second or two
    return [{ ...state, judging: true, words }, [{ do: "judge", move, moved, failed: "unjudged" }]];
  },
  judged(state, { name, moved, right, words }) {
    const [next, effects] = walks.move(state, { name, moved, noted: "" });
    const done = right && !state.helped ? [{ do: "done", star: !state.missed, lasts: true }] : [];
    return [{ ...next, judging: false, right, words, missed: state.missed || !right }, [...effects, ...done]];
  },
  unjudged: (state) => [{ ...state, judging: false, words: "" }, []],
  again: (state) => walks.go({ ...state, ...UNTRIED }, { at: 0, noted: "" }),
  reveal(state) {
    const [next, effects] = state.right === false ? REDUCERS.again(state, {}) : [state, []];
    return [{ ...next, revealing: true, helped: true }, effects];
  },
  /** One move more of what follows the reader's. */
  step: (state) =>
    state.right === null ? [state, []] : walks.move(state, { name: state.line?.[0].moves[0]?.move, noted: "" }),
};

export function reduce(before: State, event: { type: string }): Result {
  const [state, effects] = REDUCERS[event.type](before, event);
  const { revealing, line, lesson, step } = state;
  if (!revealing || !line || !lesson) return [state, effects];
  const move = lesson.steps[step].moves?.[0] ?? line[0].moves[0].move;
  return [{ ...state, revealing: false }, [...effects, { do: "reveal", move }]];
}
