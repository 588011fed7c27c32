/** A game of Solo as one state: a board, the moves made, and the help that was asked for. */

import { ask } from "#engine/client.ts";
import { GRADES, gradeOf } from "#home/shared/grades.ts";
import { dayOf } from "#shared/days.ts";
import { NOTHING, type Step } from "#shared/game.ts";
import { looked, playing, type Reducers, type Rules } from "#shared/rules.ts";
import { shareResult } from "#shared/share.ts";
import type { Step as Move, Board as Probe } from "./answers.d.ts";
import { days, isToday, noteEnd, noteHelp, resultOf, shareText } from "./results.ts";

/** Of the rules: how a move ends on the exit, and the numbers of steps to choose from on the first move. */
export type Readings = Pick<Probe, "exit" | "joker">;

/**
 * Where a game left more cards than it had to: the step, the move made there, the best one, and what that
 * would leave.
 */
type Loss = { at: number; move: string; kept: string; score: number };

/** Nearest to the designer's words, as `solo.Rules()` in the library. */
export const USUAL: Readings = { exit: "door", joker: "1234" };

/** The rule sheet's board, and how far its J leads. */
const SHEET = { board: "3x3", joker: "1" };

const UNHELPED = {
  hinted: "", // the destination of a hint, or ""
  checked: false, // whether the page says what can still be reached from the position shown
  loss: null as Loss | null, // where the game was lost, once that has been asked
  sent: "", // what is said of the result that was shared
};

const START = {
  ...NOTHING,
  ...UNHELPED,
  readings: USUAL,
  day: 0, // whose board it is, or 0
  counts: false, // whether it was that day's when it was opened
  seed: "", // of the last board that was drawn, or "" if that was by its grade
  live: false, // whether the last move has just been made: its end counts
  values: false, // whether the value of every move is shown
};

export type State = typeof START;
export type Game = ReturnType<typeof seen>;

/** A state, and what follows from it. */
export function seen(state: State) {
  const shown = looked<Probe, State>(state);
  const { steps, answer } = shown;
  const isOver = answer !== null && !answer.moves.length;
  const isOut = isOver && answer.result === "win";
  return {
    ...shown,
    /** The engine's answer for the start. */
    start: steps[0]?.answer as Probe,
    isOver,
    /** Whether the pawn has left by the exit. */
    isOut,
    isCleared: isOut && answer.cards === 0,
    /** Whether the board has the rule sheet's 3x3 cards. */
    isSheet: isSheet(state),
  };
}

const isSheet = ({ game }: State) => game?.steps[0]?.position.split("/").length === 3;

const walks = playing<State>();

/** Help, after which today's board does not count. */
const HELP = { do: "help", lasts: true };

const reducers: Reducers<State> = {
  ...walks,
  opened: (state, event) => walks.opened({ ...state, counts: false, values: false, live: false }, event),
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

/** Whether the move to a step was a best one. */
export const isBest = (steps: Step[], at: number) =>
  steps[at - 1].answer?.moves.find(({ move }: Move) => move === steps[at].move)?.is_best !== false;

export const SOLO: Rules<State> = {
  start: START,
  look: (position, { readings }) => ask("solo/probe", { position, ...readings }),
  deal: dealt,
  reducers,
  passing: UNHELPED,
  effects: (state) => ({
    help: () => state().counts && noteHelp(state().day),
    end: ({ day, left }) => state().counts && noteEnd(day, left),
    async share() {
      const { day, start } = seen(state());
      const result = resultOf(state());
      if (!result) return undefined;
      const text = shareText(day, result, start.cards, days.streaks(day).streak);
      return { type: "set", changes: { sent: await shareResult(text, `?mode=solo&day=${day}`) } };
    },
  }),
};

/** What a board is drawn by, or what is to be shown; `readings` are those of the game before, if none are given. */
type Asked = {
  position?: string;
  day?: number; // one that has not come stands for today
  sheet?: boolean; // whether it is like the rule sheet's
  seed?: string | null;
  grade?: number | string | null;
  readings?: Readings;
};

/** The board that is asked for. */
async function dealt({ position, day, sheet, seed, grade, readings }: Asked, state: State) {
  const read = readings ?? (isSheet(state) ? { ...state.readings, joker: USUAL.joker } : state.readings);
  if (position !== undefined) return { position, day: 0, readings: read, seed: state.seed };
  if (day !== undefined) {
    const latest = dayOf(new Date());
    const shown = day >= 1 && day < latest ? day : latest;
    const found = await ask("solo/random", { seed: shown, grade: gradeNumber(gradeOf(shown)) });
    return { position: found.position, day: shown, counts: isToday(shown), readings: USUAL, seed: state.seed };
  }
  const drawn = sheet ? { ...read, joker: SHEET.joker } : read;
  const wanted = !sheet && read.exit === "door" ? grade : null;
  const found = await ask("solo/random", { seed, ...drawn, board: sheet ? SHEET.board : null, grade: wanted });
  // By itself the seed gives that board only without a grade.
  return { position: found.position, day: 0, readings: drawn, seed: sheet || wanted ? "" : String(found.seed) };
}

/** @param name of a grade */
export const gradeNumber = (name: string) => 1 + GRADES.indexOf(name as any);
