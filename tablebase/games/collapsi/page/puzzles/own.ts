/** The reader's own lost wins as puzzles: the positions of kept games in which they gave a win away. */

import { keptGames } from "#shared/store.ts";
import type { Puzzle } from "./collection.ts";

/** As Play notes it with a game: the position, the move that was played, and the best one. */
export type Mistake = { position: string; edition: string; move: string; best: string };

/** Those of the latest games first, each position once. */
export function ownPuzzles(): Puzzle[] {
  const found = keptGames().games.flatMap(({ about }) =>
    (about.mistakes ?? []).map((mistake: Mistake) => puzzleOf(mistake, about.rules)),
  );
  const names = found.map(({ position, variant }) => JSON.stringify([position, variant]));
  return found.filter((_, at) => names.indexOf(names[at]) === at);
}

const puzzleOf = ({ position, edition, move, best }: Mistake, rules: string): Puzzle => ({
  position,
  moves: [best],
  choices: [0],
  grade: null,
  variant: { rules, edition },
  played: move,
});
