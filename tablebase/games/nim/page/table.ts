/**
 * The table at which 2D Nim is played, as one state: a board, how many stones may be taken, who plays,
 * and what is selected. The first player is number 0, the second 1.
 */

import { cellNumber } from "#shared/cells.ts";
import { anew, current, LOOK, NOTHING } from "#shared/game.ts";
import type { Known } from "#shared/judge.ts";
import { looked, playing, type Reducers, type Rules } from "#shared/rules.ts";
import type { Board, Take as Solved } from "./answers.d.ts";
import { isLarge, probed, thought } from "./probe.ts";

export type Take = Omit<Solved, keyof Known> & Known;
export type Probe = Omit<Board, keyof Known | "moves"> & Known & { moves: Take[] };

/** The most stones in a turn, and whether the player who takes the last one loses. */
export type Limits = { take: number; misere: boolean };

const UNSELECTED = {
  anchor: "", // the stone where a selection begins, or "": the move is only pointed at in a list
  selected: null as Take | null,
  hinted: false, // whether the selection is a hint
  before: {} as { anchor?: string; selected?: Take | null; hinted?: boolean }, // while a move is pointed at
};

const START = {
  ...NOTHING,
  ...UNSELECTED,
  limits: { take: 3, misere: true } as Limits,
  against: "computer" as "computer" | "friend" | "nobody", // nobody is for looking at values
  you: 0, // which player the reader is, against the computer
  level: "beginner", // of the computer
  live: false, // whether the computer moves by itself when it is its turn
  thinking: false, // whether the computer is about to move
  opening: false, // whether another game is being opened: meanwhile the computer does not move
  answered: null as Take | null, // what the other player would answer to the selected move
  draft: "", // a position that is being set up, or ""
};

type State = typeof START;
export type Table = ReturnType<typeof seen>;

/** A state, and what follows from it. */
export function seen(state: State) {
  const { against, you, thinking, draft } = state;
  const shown = looked<Probe, State>(state);
  const { steps, at, answer } = shown;
  const mover = at % 2;
  const isComputers = against === "computer" && mover !== you;
  return {
    ...shown,
    position: draft || steps[at]?.position || "",
    mover,
    isOver: answer !== null && !answer.moves.length,
    /** Who has won; asked only when the game is over. */
    winner: answer?.result === "win" ? mover : 1 - mover,
    isComputers,
    /** Whether the reader may move now. */
    isYours: !draft && !thinking && !isComputers && !!answer?.moves.length,
    /** Whether values are shown. */
    isOpen: against === "nobody" && !draft,
  };
}

/** The line between two stones, if it may be taken. */
export const lineOf = ({ answer }: Table, cell: string, end: string): Take | undefined =>
  answer?.moves.find(({ cells }: Take) => {
    const ends = [cells[0], cells[cells.length - 1]];
    return String(ends) === String([cell, end]) || String(ends) === String([end, cell]);
  });

/** The best move where the one that led to a step gave the win away; "" if it did not, as far as is proven. */
export function missed({ steps }: Table, at: number): string {
  const before = steps[at - 1]?.answer;
  return before?.result === "win" && steps[at].answer?.result === "win" ? before.moves[0].move : "";
}

const walks = playing<State>();

const REDUCERS: Reducers<State> = {
  ...walks,
  /** Before there is a game, its players and the like may be changed in forms until it is there. */
  open(state, { changes, ...event }) {
    const [before, asked] = current(state.game) ? [state, { ...event, changes }] : [{ ...state, ...changes }, event];
    const [next, effects] = walks.open(before, asked);
    return [{ ...next, opening: true }, effects];
  },
  refused: (state, event) => walks.refused({ ...state, opening: false }, event),
  opened(state, { keeps, ...event }) {
    const [next, effects] = walks.opened({ ...state, draft: "" }, event);
    return [next, keeps ? [...effects, { do: "keep" }] : effects];
  },
  move: (state, event) => walks.move({ ...state, live: true }, event),
  go: (state, event) => walks.go({ ...state, live: false, draft: "" }, event),
  back: (state, event) => walks.back({ ...state, draft: "" }, event),
  /** Forth or back to a position where the reader is to move. */
  turn(state, { by }) {
    const { steps, at } = state.game;
    const isComputers = (at: number) => state.against === "computer" && at % 2 !== state.you;
    const isBeyond = isComputers(at + by) && steps[at + 2 * by] !== undefined;
    return REDUCERS.go(state, { at: at + (isBeyond ? 2 * by : by) });
  },
  /** A stone was clicked. */
  tap(state, { cell }) {
    const table = seen(state);
    const { draft, selected, anchor, isYours } = table;
    if (draft) return [{ ...state, draft: toggled(draft, cell) }, []];
    if (!isYours) return [state, []];
    if (selected && lineOf(table, anchor, cell) === selected) return REDUCERS.move(state, { name: selected.move });
    return lineOf(table, cell, cell) ? REDUCERS.select(state, { anchor: anchor || cell, end: cell }) : look(state);
  },
  /** Select a line by its ends, or a stone if there is none between them. */
  select(state, { anchor, end }) {
    const line = lineOf(seen(state), anchor, end);
    const stone = lineOf(seen(state), end, end);
    return look(state, { anchor: !line && stone ? end : anchor, selected: line ?? stone ?? null });
  },
  choose: (state, { move, hinted }) => look(state, { anchor: move.cells[0], selected: move, hinted }),
  /** A move is pointed at in a list; without one, what was selected before is so again. */
  point(state, { move }) {
    const { anchor, selected, hinted, before } = state;
    if (!move) return anchor ? [state, []] : look(state, before);
    return look(state, { selected: move, before: anchor ? { anchor, selected, hinted } : before });
  },
  hint: (state) => REDUCERS.choose(state, { move: state.line?.[0].moves[0], hinted: true }),
  deselect: (state) => look(state),
  answered: (state, { to, reply }) => [state.selected === to ? { ...state, answered: reply } : state, []],
  draft(state, { draft }) {
    const [next, effects] = look({ ...anew(state), draft });
    const notes = { do: "note", replace: true }; // another game that was being opened does not come any more
    return [next, [notes, ...(state.line ? effects : [LOOK])]];
  },
  /** A form has chosen a player. */
  players(state, { against = state.against, you = state.you }) {
    const chosen = { ...state, against, you };
    if (!current(state.game)) return [chosen, [{ do: "keep" }]];
    const looks = state.line ? [] : [LOOK];
    return [{ ...anew(chosen), live: !state.game.at }, [{ do: "keep" }, { do: "note", replace: true }, ...looks]];
  },
  level: (state, { level }) => [{ ...state, level }, [{ do: "keep" }]],
  /** The computer shall move. */
  live: (state) => [{ ...state, live: true }, []],
  thoughtless: (state) => [{ ...state, thinking: false, live: false }, []],
};

/** Look at a move, where values are shown with its answer; by default at none. */
function look(
  state: State,
  { anchor = "", selected = null, hinted = false, before = {} }: Partial<State> = {},
): [State, object[]] {
  const next = { ...state, anchor, selected, hinted, before, answered: null };
  return [next, selected && seen(next).isOpen ? [{ do: "reply", move: selected, aside: true }] : []];
}

/** The computer moves when it is its turn, unless another game is being opened. */
function follows(state: State, before: State, { type }: { type: string }): [State, object[]] {
  const opening = state.opening && (state.asked === before.asked || type === "open");
  const next = opening === state.opening ? state : { ...state, opening };
  const { isComputers, answer, live, thinking, draft } = seen(next);
  if (!live || opening || !isComputers || !answer?.moves.length || thinking || draft) return [next, []];
  return [{ ...next, thinking: true }, [{ do: "think", failed: "thoughtless" }]];
}

export const NIM: Rules<State> = {
  start: START,
  look: (position, { limits }) => probed(position, limits),
  deal: async ({ position, limits, changes }) => ({ position, ...changes, limits }),
  reducers: REDUCERS,
  passing: { ...UNSELECTED, answered: null, thinking: false },
  follows,
  effects: (state) => ({
    reply: async ({ move }) => {
      const answer = await probed(move.position, state().limits);
      const [reply] = answer.moves;
      return { type: "answered", to: move, reply: reply?.keeps_win || !isLarge(answer) ? reply : null };
    },
    think: async () => {
      const { line, level } = state();
      return { type: "move", name: await thought(line?.[0], level), noted: "replace" };
    },
  }),
};

export const sizeOf = (position: string) => {
  const rows = position.split("/");
  return { rows: rows.length, columns: rows[0].length };
};

/** A position with a stone in a cell, or without the one there. */
function toggled(position: string, cell: string) {
  const { columns } = sizeOf(position);
  const place = cellNumber(cell, columns);
  const at = place + Math.floor(place / columns); // each row before it ends with a slash
  return position.slice(0, at) + (position[at] === "1" ? "0" : "1") + position.slice(at + 1);
}
