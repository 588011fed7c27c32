/**
 * The lines of a game that is analysed, and notes on its positions. All functions give another game.
 * No line is the beginning of another.
 */

import type { Move } from "../answers.d.ts";
import * as api from "../shared/api.ts";
import { type Game, movesOf, play, type Step, type Study } from "../shared/game.ts";

/** The most lines of a game, and characters of a note. */
export const MOST_LINES = 100;
export const MOST_LETTERS = 500;

export const studyOf = ({ steps, study }: Game): Study => study ?? { lines: [steps], shown: 0, notes: {} };

/** How many moves two lines have in common. */
export function common(one: Step[], other: Step[]) {
  let at = 1;
  while (at < one.length && at < other.length && one[at].move === other[at].move) at++;
  return at - 1;
}

/** Whether a line is the beginning of another, or the same. */
export const begins = (one: Step[], other: Step[]) => common(one, other) === one.length - 1;

/** A game with these lines and notes; notes that are empty, or on positions of no line, are left out. */
export function withStudy({ study: _, ...game }: Game, { lines, shown, notes }: Study, at: number) {
  const here = Object.entries(notes).filter(([moves, note]) => note && lines.some((line) => holds(line, moves)));
  const study = lines.length > 1 || here.length ? { lines, shown, notes: Object.fromEntries(here) } : undefined;
  return { ...game, steps: lines[shown], at, ...(study && { study }) };
}

/** Whether a line begins with some moves. @param moves with dots */
export const holds = (line: Step[], moves: string) => moves === "" || `${movesOf(line)}.`.startsWith(`${moves}.`);

/**
 * Play a move. At the end of its line it continues the line; elsewhere it begins another one, unless
 * a line has it already.
 *
 * @param probe of the position shown
 */
export function branched(game: Game, move: Move, probe: api.Probe): Game {
  const { lines, shown, notes } = studyOf(game);
  const { steps } = play({ ...game, steps: game.steps.slice(0, game.at + 1) }, move, probe);
  const at = game.at + 1;
  const known = [shown, ...lines.keys()].find((number) => begins(steps, lines[number]));
  if (known !== undefined) return withStudy(game, { lines, shown: known, notes }, at);
  if (at === game.steps.length) return withStudy(game, { lines: lines.with(shown, steps), shown, notes }, at);
  if (lines.length === MOST_LINES)
    throw new api.EngineError(`A game has at most ${MOST_LINES} lines here: delete one first.`);
  return withStudy(game, { lines: [...lines, steps], shown: lines.length, notes }, at);
}

/** Show a line, where it parts from the one shown before. */
export function chosen(game: Game, number: number): Game {
  const { lines, shown, notes } = studyOf(game);
  if (number === shown) return game;
  const at = Math.min(common(lines[shown], lines[number]) + 1, lines[number].length - 1);
  return withStudy(game, { lines, shown: number, notes }, at);
}

/** Make a line the main line, and show it. */
export function promoted(game: Game, number: number): Game {
  const { at } = chosen(game, number);
  const { lines, notes } = studyOf(game);
  return withStudy(game, { lines: [lines[number], ...lines.toSpliced(number, 1)], shown: 0, notes }, at);
}

/** Without a line other than the main one; if it is shown, the main line is shown where they part. */
export function deleted(game: Game, number: number): Game {
  const { lines, shown, notes } = studyOf(game);
  const isShown = number === shown;
  const at = isShown ? Math.min(game.at, common(lines[shown], lines[0])) : game.at;
  const after = shown - Number(shown > number);
  return withStudy(game, { lines: lines.toSpliced(number, 1), shown: isShown ? 0 : after, notes }, at);
}

/**
 * With a note on the position after some moves; without one if the text is empty.
 *
 * @param moves with dots
 */
export function noted(game: Game, moves: string, text: string): Game {
  const study = studyOf(game);
  return withStudy(game, { ...study, notes: { ...study.notes, [moves]: tidy(text) } }, game.at);
}

/** A note without signs that are not seen, and no longer than it may be. */
export const tidy = (text: string) => [...text.replace(/[^\P{C}\n]/gu, "").trim()].slice(0, MOST_LETTERS).join("");

/**
 * Where a line begins to differ from those before it: the number of the line that it has most moves in common with, and how many.
 */
export function origin(lines: Step[][], number: number) {
  const shared = lines.slice(0, number).map((line) => common(line, lines[number]));
  const moves = Math.max(0, ...shared);
  return { line: Math.max(0, shared.indexOf(moves)), moves };
}
