/** What the page says about a try. */

import { counted, plies } from "#shared/judge.ts";
import type { Probe } from "../shared/api.ts";
import { other, read, sideToMove } from "../shared/notation.ts";
import type { Shown } from "../shared/session.ts";
import { moveText, named } from "../shared/words.ts";
import type { Kind, Puzzle } from "./collection.ts";
import { isMissed } from "./results.ts";
import { due, type State } from "./state.ts";

/** No puzzle has the grade and the theme that were asked for. */
export const NONE = "There is no such puzzle.";

/** What puzzles of a kind are called. */
export const nameOf = (kind: Kind) => (kind === "all" ? "training" : kind.replace(".", " "));

/** Whose puzzle it is. */
export const solver = ({ position }: Puzzle) => sideToMove(read(position));

/** What happened, and what to do. */
export function saying(state: State, { probe, selected }: Shown<State>) {
  const { puzzle, phase, marks } = state;
  if (!puzzle) return "";
  const [me, you] = [solver(puzzle), other(solver(puzzle))].map(named);
  if (phase === "failed") return refuted(state, you);
  if (phase === "solved") return `${isMissed(state) ? "The solution:" : "Solved:"} ${ended(probe, me, you)}`;
  if (phase !== "solving") return marks.endsWith("+") ? `Right. ${you} answers …` : "…";
  if (selected) return `${me} to ${moveText(selected)}? Tap it again to move.`;
  if (!marks && puzzle.played)
    return `In your game ${moveText(puzzle.played)} gave the win away. Find a move that keeps it.`;
  if (!marks) return `Only one move wins. Find it. ${you} answers, and you keep going as long as only one move wins.`;
  return `Right. ${you} has answered, and again only one move wins.`;
}

/** Whether the game is over when the puzzle is solved. */
export const won = ({ probe }: Shown<State>) => (probe?.moves.length ? "wins" : "won");

/** How it ends. */
function ended(probe: Probe | null, me: string, you: string) {
  if (!probe?.moves.length) return `${me} wins: ${you} cannot move.`;
  return `${me} now wins in ${plies(probe.dte ?? 0)} (moves of either side). Step through to see how.`;
}

/** @param you the opponent */
function refuted(state: State, you: string) {
  const [wrong, answer, ...rest] = state.game.steps.slice(due(state) + 1).map(({ move }) => moveText(move));
  if (!answer) return "You missed the winning move here.";
  const then = rest.length ? ` Step through to see how it ends, ${counted(rest.length, "move")} later.` : "";
  return `${wrong} gives the win away: ${you} answers ${answer} and wins.${then}`;
}
