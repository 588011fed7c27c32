/**
 * A lesson as one state: a task on the board, the reader's move, and whether it was right.
 *
 * @typedef {object} Learning
 * @property {import("./lessons.js").Lesson | null} lesson null for their list
 * @property {number} step of the lesson
 * @property {boolean | null} right whether the move of this step was right; null before it
 * @property {boolean} judging whether that is being found out
 * @property {(Node | string)[]} words what is said of the move
 * @property {boolean} revealing whether the move is shown once the position is known
 * @typedef {import("../shared/session.js").Showing & Learning} State
 */

import { ask, walking } from "#shared/game.js";
import { play } from "../shared/game.js";
import { nothing } from "../shared/session.js";

/** @typedef {[State, object[]]} Result */

const UNTRIED = { right: null, judging: false, words: [], revealing: false };

/** @type {State} */
export const START = { ...nothing(), values: false, lesson: null, step: 0, ...UNTRIED };

const walks = walking(({ game, line }, name) => {
  const move = line[0].moves.find((/** @type {{move: string}} */ known) => known.move === name);
  return move && play(game, move, line[0]);
});

/** @type {Record<string, (state: State, event: any) => Result>} */
const REDUCERS = {
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

/** @param {State} before @param {{type: string}} event @returns {Result} */
export function reduce(before, event) {
  const [state, effects] = REDUCERS[event.type](before, event);
  const { revealing, line, lesson, step } = state;
  if (!revealing || !line || !lesson) return [state, effects];
  const move = lesson.steps[step].moves?.[0] ?? line[0].moves[0].move;
  return [{ ...state, revealing: false }, [...effects, { do: "reveal", move }]];
}
