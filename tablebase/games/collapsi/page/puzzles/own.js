/**
 * The reader's own lost wins as puzzles: the positions of kept games in which they gave a win away.
 *
 * @typedef {import("./collection.js").Puzzle} Puzzle
 * @typedef {{position: string, edition: string, move: string, best: string}} Mistake as Play notes
 *   it with a game: the position, the move that was played, and the best one
 */

import { keptGames } from "#shared/store.js";

/** Those of the latest games first, each position once. @returns {Puzzle[]} */
export function ownPuzzles() {
  const found = keptGames().games.flatMap(({ about }) =>
    (about.mistakes ?? []).map((/** @type {Mistake} */ mistake) => puzzleOf(mistake, about.rules)),
  );
  const names = found.map(({ position, variant }) => JSON.stringify([position, variant]));
  return found.filter((_, at) => names.indexOf(names[at]) === at);
}

/** @param {Mistake} mistake @param {string} rules @returns {Puzzle} */
const puzzleOf = ({ position, edition, move, best }, rules) => ({
  position,
  moves: [best],
  choices: [0],
  grade: null,
  variant: { rules, edition },
  played: move,
});
