/**
 * A game that is being looked at: its positions, how they were reached, and which one is shown.
 * Plain data that is never changed, only replaced, so that the browser's history can keep it.
 *
 * @typedef {import("./api.js").Probe} Probe
 * @typedef {import("./api.js").MoveValue} MoveValue
 * @typedef {import("#shared/judge.js").Judgement} Judgement
 * @typedef {{position: string, move: string, path: string[], judgement: Judgement | null}} Step
 * @typedef {{rules: string, edition: string, steps: Step[], at: number, study?: Study}} Game `steps`
 *   is the line shown, and `at` its step that is shown
 * @typedef {{lines: Step[][], shown: number, notes: Record<string, string>}} Study what Analyse adds:
 *   all lines from the first position on, the main line first, of which one is shown; and notes on
 *   positions, by the moves that lead there
 */

import { judge } from "#shared/judge.js";
import { Turn } from "../engine/turns.js";
import { read, sideToMove } from "./notation.js";

/** The name of the published game's rules. */
export const PUBLISHED = "collapsi";

/** The points that win a match. */
export const TARGET = 16;

/**
 * Whether more than two play. What is only for two asks here: the opponent, the editor, the counts.
 *
 * @param {import("./api.js").Rules | undefined} rules two players' while they are not known
 */
export const isForMany = (rules) => !new Turn(rules).twoSided;

/** @param {string} position @param {import("./api.js").Variant} variant @returns {Game} */
export function newGame(position, { rules, edition }) {
  return { rules, edition, steps: [{ position, move: "", path: [], judgement: null }], at: 0 };
}

/** @param {Game} game */
export const current = (game) => game.steps[game.at];

/** @param {Game} game @param {number} [at] */
export const toMove = (game, at = game.at) => sideToMove(read(game.steps[at].position));

/**
 * Play a move. Moves that had been taken back are forgotten, unless it is the one played then.
 *
 * @param {Game} game
 * @param {MoveValue} move
 * @param {Probe} probe of the position shown
 * @returns {Game}
 */
export function play(game, move, probe) {
  const at = game.at + 1;
  if (game.steps[at]?.move === move.move) return { ...game, at };
  const { position, path } = move;
  const step = { position, move: move.move, path, judgement: judge(move, probe) };
  return { ...game, steps: [...game.steps.slice(0, at), step], at };
}

/**
 * Play moves after the position shown, as far as they are legal.
 *
 * @param {Game} game
 * @param {string[]} moves
 * @param {(position: string, variant: import("./api.js").Variant) => Promise<Probe>} look
 * @returns {Promise<{game: Game, illegal: string}>} `illegal` is the first that is not, or ""
 */
export async function follow(game, moves, look) {
  let followed = game;
  for (const name of moves) {
    const before = await look(current(followed).position, followed);
    const move = before.moves.find((known) => known.move === name);
    if (!move) return { game: followed, illegal: name };
    followed = play(followed, move, before);
  }
  return { game: followed, illegal: "" };
}

/** A line of moves as a text: each as it is named, parted by dots. @param {Step[]} steps @param {number} [at] the last step */
export const movesOf = (steps, at = steps.length - 1) =>
  steps
    .slice(1, at + 1)
    .map(({ move }) => move)
    .join(".");
