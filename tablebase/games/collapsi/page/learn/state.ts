/** A lesson as one state: a task on the board, the reader's move, and whether it was right. */

import { anew, found, walking } from "#shared/game.ts";
import { goneOn, nothing, played } from "../shared/session.ts";
import type { Lesson } from "./lessons.ts";

const UNTRIED = {
  right: null as boolean | null, // whether the move of this step was right; null before it
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

const walks = walking(played);

const REDUCERS: Record<string, (state: State, event: any) => Result> = {
  ...walks,
  list: (state) => [{ ...anew(state), lesson: null }, []],
  opened: (state, { game, line, ...asked }) =>
    walks.opened({ ...state, ...asked, ...FRESH }, { game, line, noted: "" }),
  /** Once the reader has moved, the game goes on with best play. */
  found: (state, { line }) => [
    { ...found(state, line), game: state.right === null ? state.game : goneOn(state.game, line) },
    [],
  ],
  hide: (state) => [anew(state), []],
  /** The reader moves: a move is right if it wins. */
  choose(state, { name, moved }) {
    const move = state.lesson && state.line?.[0].moves.find((known) => known.move === name);
    if (state.right !== null || !move) return [state, []];
    const right = move.keeps_win === true;
    const [next, effects] = walks.move(state, { name, moved, noted: "" });
    const done = right && !state.helped ? [{ do: "done", star: !state.missed, lasts: true }] : [];
    return [{ ...next, right, missed: state.missed || !right }, [...effects, ...done]];
  },
  again: (state) => walks.go({ ...state, ...UNTRIED }, { at: 0, noted: "" }),
  reveal(state) {
    const [next, effects] = state.right === false ? REDUCERS.again(state, {}) : [state, []];
    return [{ ...next, revealing: true, helped: true }, effects];
  },
  /** One move more of what follows the reader's. */
  step: (state) => (state.right === null ? [state, []] : walks.go(state, { at: state.game.at + 1, noted: "" })),
};

export function reduce(before: State, event: { type: string }): Result {
  const [state, effects] = REDUCERS[event.type](before, event);
  const { revealing, line } = state;
  if (!revealing || !line) return [state, effects];
  return [{ ...state, revealing: false }, [...effects, { do: "reveal" }]];
}
