/**
 * A game of Solo as one state: a board, the moves made, and the help that was asked for.
 *
 * @typedef {import("#home/shared/api.js").Value} Value
 * @typedef {Value & {move: string, score: number, keeps_win: boolean, is_best: boolean,
 *   position: string, path: string[]}} Move
 * @typedef {Value & {position: string, cards: number, score: number, grade: number | null,
 *   moves: Move[]}} Probe `cards` are left now, not counting the exit, and `score` at the end; the
 *   best moves come first; `grade` is of a start that can be cleared
 * @typedef {{exit: "door" | "exact", joker: string}} Readings of the rules: how a move ends on the
 *   exit, and the numbers of steps to choose from on the first move
 * @typedef {{at: number, move: string, kept: string, score: number}} Loss where a game left more
 *   cards than it had to: the step, the move made there, the best one, and what that would leave
 * @typedef {object} Own
 * @property {Readings} readings
 * @property {number} day whose board it is, or 0
 * @property {string} seed of the last board that was drawn, or "" if that was by its grade
 * @property {boolean} live whether the last move has just been made: its end counts
 * @property {string} hinted the destination of a hint, or ""
 * @property {boolean} checked whether the page says what can still be reached from the position shown
 * @property {boolean} values whether the value of every move is shown
 * @property {Loss | null} loss where the game was lost, once that has been asked
 * @property {string} sent what is said of the result that was shared
 * @typedef {import("#shared/game.js").Showing & Own} State
 * @typedef {ReturnType<typeof seen>} Game
 */

import { ask } from "#engine/client.js";
import { dayOf } from "#shared/calendar.js";
import { current, making, NOTHING, played, walking } from "#shared/game.js";
import { GRADES, gradeOf } from "#home/shared/grades.js";

/** Nearest to the designer's words, as `solo.Rules()` in the library. @type {Readings} */
export const USUAL = { exit: "door", joker: "1234" };

const UNHELPED = { hinted: "", checked: false, loss: null, sent: "" };

/** @type {State} */
export const START = { ...NOTHING, readings: USUAL, day: 0, seed: "", live: false, values: false, ...UNHELPED };

/** A state, and what follows from it. @param {State} state */
export function seen(state) {
  const { steps, at } = /** @type {import("#shared/game.js").Game} */ (state.game);
  const answer = /** @type {Probe | null} */ (state.line?.[0] ?? null);
  const isOver = answer !== null && !answer.moves.length;
  const isOut = isOver && answer.result === "win";
  return {
    ...state,
    steps,
    at,
    answer,
    /** The engine's answer for the start. */
    start: /** @type {Probe} */ (steps[0]?.answer),
    isOver,
    /** Whether the pawn has left by the exit. */
    isOut,
    isCleared: isOut && answer.cards === 0,
  };
}

/** @param {Probe} answer @param {string} name */
const after = ({ moves }, name) => moves.find(({ move }) => move === name)?.position;

const walks = walking(making(after));

/** Help, after which today's board does not count. */
const HELP = { do: "help", lasts: true };

/** @type {Record<string, (state: State, event: any) => [State, object[]]>} */
const REDUCERS = {
  ...walks,
  opened: (state, event) => walks.opened({ ...state, values: false, live: false }, event),
  move: (state, event) => walks.move({ ...state, live: true }, event),
  go: (state, event) => walks.go({ ...state, live: false }, event),
  found(state, event) {
    const [next, effects] = walks.found(state, event);
    const { isOut, day, answer } = seen(next);
    if (!state.live || !isOut) return [next, effects];
    return [{ ...next, live: false }, [...effects, { do: "end", day, left: answer?.cards, lasts: true }]];
  },
  help: (state, { changes }) => [{ ...state, ...changes }, [HELP]],
  values: (state) => [{ ...state, values: !state.values }, state.values ? [] : [HELP]],
  /** Find the first move after which more cards had to be left than before. */
  lose(state) {
    const { steps, at: last } = seen(state);
    const at = steps.slice(0, last).findIndex((_, at) => !isBest(steps, at + 1));
    const { moves, score } = steps[at].answer;
    return [{ ...state, loss: { at, move: steps[at + 1].move, kept: moves[0].move, score } }, [HELP]];
  },
  share: (state) => [state, [{ do: "share" }]],
};

/** Whether the move to a step was a best one. @param {import("#shared/game.js").Step[]} steps @param {number} at */
export const isBest = (steps, at) =>
  steps[at - 1].answer?.moves.find((/** @type {Move} */ { move }) => move === steps[at].move)?.is_best !== false;

/** @param {State} before @param {{type: string}} event @returns {[State, object[]]} */
export function reduce(before, event) {
  const [state, effects] = REDUCERS[event.type](before, event);
  return [state.asked === before.asked ? state : { ...state, ...UNHELPED }, effects];
}

/** What finds boards and answers. @param {() => State} state @returns {import("#shared/machine.js").Effects} */
export const effects = (state) => ({
  open: async ({ board, ...asked }) => {
    const { position, ...changes } = await dealt(board, state());
    const found = await played({ ...asked, position }, (each) => look(each, changes.readings), after);
    return { ...asked, ...found, changes, type: "opened" };
  },
  look: async () => ({ type: "found", line: [await look(current(state().game).position, state().readings)] }),
});

/** @param {string} position @param {Readings} readings @returns {Promise<Probe>} */
const look = (position, readings) => ask("solo/probe", { position, ...readings });

/**
 * A board that is asked for: as it is given, that of a day, or one that is drawn.
 *
 * @param {{position?: string, day?: number, seed?: string | null, grade?: any, readings?: Readings}} board
 *   a day that has not come stands for today
 * @param {State} state whose readings hold where none are given
 * @returns {Promise<{position: string, day: number, readings: Readings, seed: string}>}
 */
async function dealt({ position, day, readings, grade, ...drawn }, state) {
  const { seed } = state;
  const read = readings ?? state.readings;
  if (position !== undefined) return { position, day: 0, readings: read, seed };
  if (day !== undefined) {
    const latest = dayOf(new Date());
    const shown = day >= 1 && day < latest ? day : latest;
    const found = await ask("solo/random", { seed: shown, grade: gradeNumber(gradeOf(shown)) });
    return { position: found.position, day: shown, readings: USUAL, seed };
  }
  const wanted = read.exit === "door" ? grade : null;
  const found = await ask("solo/random", { ...drawn, ...read, grade: wanted });
  // By itself the seed gives that board only without a grade.
  return { position: found.position, day: 0, readings: read, seed: wanted ? "" : String(found.seed) };
}

/** @param {string} name of a grade */
export const gradeNumber = (name) => 1 + GRADES.indexOf(/** @type {any} */ (name));
