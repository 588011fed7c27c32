/** What the page says about a try. */

import { counted } from "#shared/judge.ts";
import type { Probe } from "../shared/api.ts";
import type { Grade } from "../shared/grades.ts";
import { other, read, sideToMove } from "../shared/notation.ts";
import type { Shown } from "../shared/session.ts";
import { moveText, named } from "../shared/words.ts";
import { type Kind, type Puzzle, partsOf, type Theme } from "./collection.ts";
import type { State } from "./state.ts";

/** What each grade asks for. */
const HARD: Record<Grade, string> = {
  easy: "A good rule of thumb misses the move. Looking two moves ahead finds it.",
  medium: "A good rule of thumb misses the move, and so does looking two moves ahead. Looking three ahead finds it.",
  hard: "Even looking three moves ahead is not enough. Looking four ahead finds it.",
  expert: "Even looking four moves ahead is not enough. Looking five ahead finds it.",
  master: "Looking five moves ahead does not find the move.",
};

/** What puzzles of a theme have in common. */
const ABOUT: Record<Theme, string> = {
  trap: "The game ends within five moves: a trap, and the move that prepares it.",
  wrap: "A move to find crosses an edge of the board.",
  quiet: "The move that leaves the opponent the fewest replies is not the right one.",
  parity: "The pawns get cut off from each other: count who moves last.",
  long: "The win takes eleven moves or more.",
};

const OWN = "Wins that you gave away in your games on this device, the latest first.";

/** What each theme is called. */
const CALLED: Record<Theme, string> = {
  trap: "Trap",
  wrap: "Over the edge",
  quiet: "Quiet move",
  parity: "Who moves last",
  long: "Long win",
};

/** What puzzles of a kind have in common. */
export function about(kind: Kind) {
  if (kind === "own") return OWN;
  const { grade, theme } = partsOf(kind);
  return [grade && HARD[grade], theme && ABOUT[theme]].filter(Boolean).join(" ");
}

/** What puzzles of a kind are called. */
export function nameOf(kind: string) {
  const { grade, theme } = partsOf(kind);
  return [grade, theme].filter(Boolean).join(" ") || (kind === "own" ? "own" : "training");
}

/** @param kind that has no puzzle */
export function emptyText(kind: Kind) {
  const { grade, theme } = partsOf(kind);
  const about = theme ? ` with the theme “${CALLED[theme]}”` : "";
  return `There is no ${grade || "such"} puzzle${about}. Choose another grade or theme.`;
}

/** Whose puzzle it is. */
export const solver = ({ position }: Puzzle) => sideToMove(read(position));

/** What happened, and what to do. */
export function saying({ puzzle, phase, marks, refutation }: State, { probe, selected }: Shown<State>) {
  if (!puzzle) return "";
  const missed = marks.includes("-");
  const [me, you] = [solver(puzzle), other(solver(puzzle))].map(named);
  if (phase === "failed") return refuted(refutation, you);
  if (phase === "solved") return `${missed ? "The solution:" : "Solved:"} ${ended(probe, me, you)}`;
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
  return `${me} now wins in ${probe.dte}, whatever ${you} does. Step through to see how.`;
}

/** @param you the opponent */
function refuted(refutation: State["refutation"], you: string) {
  if (!refutation) return "You missed the winning move here.";
  const { wrong, line } = refutation;
  const [answer, ...rest] = line.slice(0, -1).map((probe) => moveText(probe.moves[0].move));
  const then = rest.length ? ` Step through to see how it ends, ${counted(rest.length, "move")} later.` : "";
  return `${moveText(wrong)} gives the win away: ${you} answers ${answer} and wins.${then}`;
}
