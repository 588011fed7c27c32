/**
 * A try at a puzzle as one state: the reader finds the only moves, the opponent answers, and moves
 * without a choice are made for both. A wrong move is refuted on the board. `reduce` alone changes
 * it (machine.js).
 *
 * @typedef {import("../shared/api.js").Probe} Probe
 * @typedef {import("../shared/game.js").Game} Game
 * @typedef {import("./collection.js").Puzzle} Puzzle
 * @typedef {{kind: import("./collection.js").Kind, number: number}} Which puzzle: of a day, or the
 *   number of another kind's
 * @typedef {object} Trying
 * @property {Which} which
 * @property {import("./collection.js").Kind | ""} chosen which kind the choices show
 * @property {number} many how many puzzles there are of its kind
 * @property {Puzzle | null} puzzle
 * @property {string} marks + for each move found, - for the wrong one at the end
 * @property {"waiting" | "solving" | "failed" | "solved"} phase `waiting` while moves are made
 * @property {"play" | "refute" | "fail"} plan of the page while it makes moves: those of the solution up
 *   to `goal`, the answer to a wrong move, or none, after such a move
 * @property {number} goal
 * @property {boolean} pausing whether the next move of the page comes after a pause
 * @property {{wrong: string, line: Probe[]} | null} refutation the wrong move, and best play from there
 * @property {number[]} steps back and forward that were asked for: each waits for the one before, because
 *   best play is only known once that is shown
 * @property {boolean} away whether another mode is shown
 * @property {string} empty why no other puzzle is shown
 * @property {boolean} own whether there are puzzles of the reader's own
 * @typedef {import("../shared/session.js").Showing & Trying} State
 */

import { ask, found, LOOK, showing } from "#shared/game.js";
import { current, play } from "../shared/game.js";
import { nothing, SEARCH } from "../shared/session.js";

/** @typedef {[State, object[]]} Result */

/** @type {State} */
export const START = {
  ...nothing(),
  values: false,
  which: { kind: "daily", number: 1 },
  chosen: "",
  many: 1,
  puzzle: null,
  marks: "",
  phase: "waiting",
  plan: "play",
  goal: 0,
  pausing: false,
  refutation: null,
  steps: [],
  away: false,
  empty: "",
  own: false,
};

/** Whether the last mark is of a wrong move. @param {{marks: string}} state */
export const isMissed = ({ marks }) => marks.includes("-");

/** How many moves were found. @param {{marks: string}} state */
export const foundIn = ({ marks }) => marks.replaceAll("-", "").length;

/** Whether the try is over. @param {State} state */
export const isOver = ({ phase }) => phase === "failed" || phase === "solved";

/** The ply of the move that is to be found next, or the end. @param {{puzzle: Puzzle | null, marks: string}} state */
export const due = ({ puzzle, marks }) => puzzle?.choices[foundIn({ marks })] ?? puzzle?.moves.length ?? 0;

/** @param {State} state @param {{type: string}} event @returns {Result} */
export function reduce(state, event) {
  return followed(...REDUCERS[event.type](state, event));
}

/** @type {{[type: string]: (state: State, event: any) => Result}} */
const REDUCERS = {
  /** Another puzzle is looked for: of an address, or of a kind. */
  find: (state, { query, kind }) => [
    left({ ...state, away: false, chosen: kind ?? state.chosen }),
    [{ do: "find", query, kind }, ...(state.puzzle && !state.line ? [LOOK] : [])],
  ],
  own: (state, { own }) => [{ ...state, own }, []],
  empty: (state, { text }) => [{ ...state, empty: text }, []],
  opened(state, { which, chosen, many, puzzle, marks, game, noted, wrong }) {
    const next = { ...state, which, chosen, many, puzzle, marks, empty: "" };
    const notes = [...(noted ? [{ do: "note" }] : []), ...(wrong ? [{ do: "complain", error: wrong }] : [])];
    return going(next, game, isMissed(next) ? "fail" : "play", { aside: wrong !== null }, notes);
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
    return going(next, play(game, move, line[0]), right ? "play" : "refute", { moved: walks }, [{ do: "mark" }]);
  },
  /** The pause before the page's next move is over. */
  tick(state) {
    const { puzzle, game, line, plan } = state;
    const best = line?.[0].moves[0];
    const name = plan === "refute" ? best?.move : puzzle?.moves[game.at];
    const move = line?.[0].moves.find((known) => known.move === name);
    if (!line || !move) return [{ ...state, pausing: false, plan: "fail" }, []];
    const next = plan === "refute" ? { ...state, refutation: { wrong: current(game).move, line } } : state;
    return shown(next, play(game, move, line[0]), plan === "refute" ? "fail" : "play", { moved: true });
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

/** Something else is asked for. @param {State} state @returns {State} */
const left = (state) => ({ ...ask(state), pausing: false, steps: [] });

/** @param {State} state @param {object[]} effects @returns {Result} */
const back = (state, effects) => going(state, { ...state.game, at: due(state) }, "play", {}, effects);

/** Let the page make moves after a position. @param {State} state @param {Game} game @param {State["plan"]} plan @param {{moved?: boolean, aside?: boolean}} how @param {object[]} effects @returns {Result} */
function going(state, game, plan, how, effects) {
  /** @type {State} */
  const next = { ...state, phase: "waiting", values: false, refutation: null, goal: due(state), steps: [] };
  const [waiting, looks] = shown(next, game, plan, how);
  return [waiting, [...looks, ...effects]];
}

/** Show a game. @param {State} state @param {Game} game @param {State["plan"]} plan @param {{moved?: boolean, aside?: boolean}} how @returns {Result} */
const shown = (state, game, plan, { moved = false, aside = false }) => [
  { ...showing(state, game, { moved }), plan, pausing: false },
  [{ ...LOOK, aside }],
];

/** What follows from a change: the page's next move, the end of its moves, or a step that waits. @param {State} state @param {object[]} effects @returns {Result} */
function followed(state, effects) {
  const { phase, line, game, plan, goal, steps, puzzle, pausing, away } = state;
  if (!line || !puzzle || away) return [state, effects];
  if (phase !== "waiting") return steps.length ? stepped(state, effects) : [state, effects];
  if (pausing) return [state, effects];
  if (plan === "refute" || game.at < goal) return [{ ...state, pausing: true }, [...effects, { do: "pause" }]];
  const ended = game.at < puzzle.moves.length ? "solving" : "solved";
  const next = plan === "fail" ? "failed" : ended;
  return [{ ...state, phase: next, values: next === "solved" }, effects];
}

/** One step back or forward through what was played, and past its end by best play. @param {State} state @param {object[]} effects @returns {Result} */
function stepped(state, effects) {
  const [by, ...steps] = state.steps;
  const { game, line, plan } = state;
  const next = { ...state, steps };
  const best = line?.[0].moves[0];
  const at = game.at + by;
  if (game.steps[at]) {
    const [now, looks] = shown(next, { ...game, at }, plan, { moved: by > 0 });
    return [now, [...effects, ...looks]];
  }
  if (at < 0 || !line || !best) return followed(next, effects);
  const [now, looks] = shown(next, play(game, best, line[0]), plan, { moved: true });
  return [now, [...effects, ...looks]];
}
