/**
 * A game that is being looked at: its positions, how they were reached, and which one is shown.
 * Plain data that is never changed, only replaced, so that the browser's history can keep it.
 */

import { type Judgement, judge } from "#shared/judge.ts";
import type { Move, Rules } from "../answers.d.ts";
import { Turn } from "../engine/turns.ts";
import type { Probe, Variant } from "./api.ts";
import { read, sideToMove } from "./notation.ts";

export type Step = { position: string; move: string; path: string[]; judgement: Judgement | null };

/** `steps` is the line shown, and `at` its step that is shown. */
export type Game = { rules: string; edition: string; steps: Step[]; at: number; study?: Study };

/**
 * What Analyse adds: all lines from the first position on, the main line first, of which one is shown; and
 * notes on positions, by the moves that lead there.
 */
export type Study = { lines: Step[][]; shown: number; notes: Record<string, string> };

/** The name of the published game's rules. */
export const PUBLISHED = "collapsi";

/** The points that win a match. */
export const TARGET = 16;

/**
 * Whether more than two play. What is only for two asks here: the opponent, the editor, the counts.
 *
 * @param rules two players' while they are not known
 */
export const isForMany = (rules: Rules | undefined) => !new Turn(rules).twoSided;

/** What parts of the page may ask of rules in `data-when`. */
export function factsOf(rules: Rules) {
  const turn = new Turn(rules);
  return [
    isForMany(rules) ? "many" : "two",
    rules.tabled ? "tabled" : "untabled",
    turn.linesMove ? "lines" : "still",
    turn.oneEnds ? "first-out-ends" : "last-in-ends",
    rules.wrap && !turn.spreads && "edges",
    hasRule(rules) && "rule",
    rules.book && "book",
    rules.name === PUBLISHED ? "usual" : "unusual",
  ];
}

export function newGame(position: string, { rules, edition }: Variant): Game {
  return { rules, edition, steps: [{ position, move: "", path: [], judgement: null }], at: 0 };
}

export const current = (game: Game) => game.steps[game.at];

export const toMove = (game: Game, at: number = game.at) => sideToMove(read(game.steps[at].position));

/**
 * Play a move. Moves that had been taken back are forgotten, unless it is the one played then.
 *
 * @param probe of the position shown
 */
export function play(game: Game, move: Move, probe: Probe): Game {
  const at = game.at + 1;
  if (game.steps[at]?.move === move.move) return { ...game, at };
  const { position, path } = move;
  const step = { position, move: move.move, path, judgement: judge(move, probe) };
  return { ...game, steps: [...game.steps.slice(0, at), step], at };
}

/**
 * Play moves after the position shown, as far as they are legal.
 *
 * @returns `illegal` is the first that is not, or ""
 */
export async function follow(
  game: Game,
  moves: string[],
  look: (position: string, variant: Variant) => Promise<Probe>,
): Promise<{ game: Game; illegal: string }> {
  let followed = game;
  for (const name of moves) {
    const before = await look(current(followed).position, followed);
    const move = before.moves.find((known) => known.move === name);
    if (!move) return { game: followed, illegal: name };
    followed = play(followed, move, before);
  }
  return { game: followed, illegal: "" };
}

/** A line of moves as a text: each as it is named, parted by dots. @param at the last step */
export const movesOf = (steps: Step[], at: number = steps.length - 1) =>
  steps
    .slice(1, at + 1)
    .map(({ move }) => move)
    .join(".");

/**
 * The rule of thumb that the coach follows, and that the computer can play by: the name of a strategy of the
 * library. docs: `data/strategies/safe-moves.toml`.
 */
export const RULE = "safe-moves";

/** The largest board on which features are counted. */
const MAX_CELLS = 16;

/** Whether there are strategies under some rules. */
export const hasRule = (rules: Rules | undefined) =>
  rules !== undefined && new Turn(rules).isPublished && rules.deck.length <= MAX_CELLS;
