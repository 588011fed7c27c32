/**
 * A game that is shown, in any room: its positions, which of them is looked at, and what is known of
 * that one. A mode that has more to remember adds to the state and to its reducers (machine.js).
 *
 * @typedef {{move: string, position: string, answer?: any}} Step the first has no move; `answer` is
 *   what the engine has said of the position, in rooms that keep it
 * @typedef {{steps: Step[], at: number}} Game `at` is the step that is looked at
 * @typedef {object} Showing
 * @property {any} game a `Game`, perhaps with more
 * @property {any[] | null} line what is known of the position shown, and perhaps of those that follow
 *   with best play; null until it is known
 * @property {boolean} moved whether a move has just been made, so that it is seen
 * @property {number} asked another once something else is asked for
 * @typedef {object} How a game is shown
 * @property {any[] | null} [line] if it is known already
 * @property {boolean} [moved]
 * @property {"push" | "replace" | ""} [noted] in the browser's history: as a new entry, in place of the
 *   one shown, or not
 * @property {Error | null} [wrong] what is wrong with the moves of a link: those before are shown
 */

import { illegalText, PartError } from "./query.js";

/** Before a game is shown. @type {Showing} */
export const NOTHING = { game: { steps: [], at: 0 }, line: null, moved: false, asked: 0 };

/** What finds out about the position shown. */
export const LOOK = { do: "look" };

/** @template {{steps: any[], at: number}} G @param {G} game @returns {G["steps"][number]} */
export const current = (game) => game.steps[game.at];

/** Something else is asked for. @template {{asked: number}} State @param {State} state @returns {State} */
export const ask = (state) => ({ ...state, asked: state.asked + 1 });

/** The state that shows a game, or another position of it: `LOOK` is to be done, too. @template {Showing} State @param {State} state @param {State["game"]} game @param {How} [how] @returns {State} */
export const showing = (state, game, { line = null, moved = false } = {}) => ({ ...ask(state), game, line, moved });

/** What has been found of the position shown. @template {Showing} State @param {State} state @param {any[]} line @returns {State} */
export const found = (state, line) => ({ ...state, line, moved: false });

/** Show a game, or another position of it. @template {Showing} State @param {State} state @param {State["game"]} game @param {How} [how] @returns {[State, object[]]} */
export function shown(state, game, { line, moved, noted = "push", wrong = null } = {}) {
  const { answer } = current(game);
  const next = showing(state, game, { line: answer ? [answer] : line, moved });
  const notes = noted || wrong ? [{ do: "note", replace: noted !== "push" }] : [];
  const looks = answer ? [] : [{ ...LOOK, aside: wrong !== null }];
  return [next, [...notes, ...looks, ...(wrong ? [{ do: "complain", error: wrong }] : [])]];
}

/**
 * What a reader does with a game, whatever its rules, as reducers.
 *
 * @param {(state: any, move: string) => any} after the game after a move; undefined if it is not legal
 * @returns {Record<string, (state: any, event: any) => [any, object[]]>}
 */
export const walking = (after) => ({
  /** Another game is asked for; until it is there, and if it is refused, everything stays as it is. */
  open: (state, event) => [ask(state), [{ ...event, do: "open", failed: "refused" }]],
  refused: (state) => [state, current(state.game) && !state.line ? [{ ...LOOK, aside: true }] : []],
  opened: (state, { game, changes, ...how }) => shown({ ...state, ...changes }, game, how),
  move(state, { name, moved = true, noted }) {
    const game = state.line && after(state, name);
    return game ? shown(state, game, { moved, noted }) : [state, []];
  },
  go(state, { at, noted }) {
    const { game } = state;
    return game.steps[at] ? shown(state, { ...game, at }, { moved: at === game.at + 1, noted }) : [state, []];
  },
  /** Back to the mode, which goes on as it was. */
  back: (state) => [state, [{ do: "note", replace: true }, ...(state.line ? [] : [LOOK])]],
  found: (state, { line }) => [{ ...found(state, line), game: answered(state.game, line[0]) }, []],
  set: (state, { changes }) => [{ ...state, ...changes }, []],
});

/** The game after a move, in a room that says which position a legal move leads to. @param {(answer: any, move: string, state: any) => string | undefined} after @returns {(state: any, move: string) => Game | undefined} */
export const making = (after) => (state, move) => {
  const position = after(state.line[0], move, state);
  return position === undefined ? undefined : stepped(state.game, { move, position });
};

/** The game with a step after the one looked at. Steps that had been taken back are forgotten, unless it is the same. @template {Game} G @param {G} game @param {Step} step @returns {G} */
export function stepped(game, step) {
  const at = game.at + 1;
  const steps = game.steps[at]?.move === step.move ? game.steps : [...game.steps.slice(0, at), step];
  return { ...game, steps, at };
}

/** The same game, in which the step that is looked at keeps what the engine has said. @param {Game} game @param {any} answer @returns {Game} */
export const answered = (game, answer) => ({ ...game, steps: game.steps.with(game.at, { ...current(game), answer }) });

/**
 * A game from a position on, with moves as far as they are legal, and what the engine says of each
 * position.
 *
 * @param {{position: string, moves?: string[], at?: number}} from and how many of the moves are shown
 * @param {(position: string) => Promise<any>} look
 * @param {(answer: any, move: string) => string | undefined} after
 * @returns {Promise<{game: Game, wrong: PartError | null}>}
 */
export async function played({ position, moves = [], at = moves.length }, look, after) {
  const first = await look(position);
  let game = { steps: [{ move: "", position: first.position, answer: first }], at: 0 };
  for (const move of moves) {
    const next = after(current(game).answer, move);
    if (!next) break;
    game = stepped(game, { move, position: next, answer: await look(next) });
  }
  const wrong = moves[game.at] ? new PartError(illegalText(game.steps.length, "this link", moves[game.at]), "m") : null;
  return { game: { ...game, at: Math.min(at, game.at) }, wrong };
}
