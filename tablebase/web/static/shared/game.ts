/**
 * A game that is shown, in any room: its positions, which of them is looked at, and what is known of
 * that one. A mode that has more to remember adds to the state and to its reducers (machine.ts).
 */

/** The first has no move; `answer` is what the engine has said of the position, in rooms that keep it. */
export type Step = { move: string; position: string; answer?: any };

/** `at` is the step that is looked at. */
export type Game = { steps: Step[]; at: number };

export interface Showing {
  game: any; // a `Game`, perhaps with more
  /** what is known of the position shown, and perhaps of those that follow with best play; null until it is known */
  line: any[] | null;
  moved: boolean; // whether a move has just been made, so that it is seen
  asked: number; // another once something else is asked for
}

/** A game is shown. */
interface How {
  line?: any[] | null; // if it is known already
  moved?: boolean;
  noted?: "push" | "replace" | ""; // in the browser's history: as a new entry, in place of the one shown, or not
  wrong?: Error | null; // what is wrong with the moves of a link: those before are shown
}

/** Before a game is shown. */
export const NOTHING: Showing = { game: { steps: [], at: 0 }, line: null, moved: false, asked: 0 };

/** What finds out about the position shown. */
export const LOOK = { do: "look" };

export const current = <G extends { steps: any[]; at: number }>(game: G): G["steps"][number] => game.steps[game.at];

/** Something else is asked for. */
export const anew = <State extends { asked: number }>(state: State): State => ({ ...state, asked: state.asked + 1 });

/** The state that shows a game, or another position of it: `LOOK` is to be done, too. */
export const showing = <State extends Showing>(
  state: State,
  game: State["game"],
  { line = null, moved = false }: How = {},
): State => ({ ...anew(state), game, line, moved });

/** What has been found of the position shown. */
export const found = <State extends Showing>(state: State, line: any[]): State => ({ ...state, line, moved: false });

/** Show a game, or another position of it. */
export function shown<State extends Showing>(
  state: State,
  game: State["game"],
  { line, moved, noted = "push", wrong = null }: How = {},
): [State, object[]] {
  const { answer } = current(game);
  const next = showing(state, game, { line: answer ? [answer] : line, moved });
  const notes = noted || wrong ? [{ do: "note", replace: noted !== "push" }] : [];
  const looks = answer ? [] : [{ ...LOOK, aside: wrong !== null }];
  return [next, [...notes, ...looks, ...(wrong ? [{ do: "complain", error: wrong }] : [])]];
}

/**
 * What a reader does with a game, whatever its rules, as reducers.
 *
 * @param after the game after a move; undefined if it is not legal
 */
export const walking = (
  after: (state: any, move: string) => any,
): Record<string, (state: any, event: any) => [any, object[]]> => ({
  /** Another game is asked for; until it is there, and if it is refused, everything stays as it is. */
  open: (state, event) => [anew(state), [{ ...event, do: "open", failed: "refused" }]],
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

/**
 * The game with a step after the one looked at. Steps that had been taken back are forgotten, unless it is the same.
 */
export function stepped<G extends Game>(game: G, step: Step): G {
  const at = game.at + 1;
  const steps = game.steps[at]?.move === step.move ? game.steps : [...game.steps.slice(0, at), step];
  return { ...game, steps, at };
}

/** The same game, in which the step that is looked at keeps what the engine has said. */
export const answered = (game: Game, answer: any): Game => ({
  ...game,
  steps: game.steps.with(game.at, { ...current(game), answer }),
});
