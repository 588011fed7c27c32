/** What is said of a try, in words. */

import { counted, named } from "../shared/words.js";
import { sideToMove, other, read } from "../shared/notation.js";

/**
 * @typedef {import("./trial.js").Trial} Trial
 * @typedef {import("./collection.js").Puzzle} Puzzle
 */

/** Whose puzzle it is. @param {Puzzle} puzzle */
export const solver = ({ position }) => sideToMove(read(position));

/** What happened, and what to do. @param {Trial} trial @param {string} selected the move that waits for a second tap, or "" */
export function saying({ puzzle, phase, marks, missed, refutation }, selected) {
  if (!puzzle) return "";
  const [me, you] = [solver(puzzle), other(solver(puzzle))].map(named);
  if (phase === "failed") return refuted(refutation, you);
  if (phase === "solved") return missed ? `So ${me} wins: ${you} cannot move.` : `Solved: ${you} cannot move.`;
  if (phase === "solving" && selected) return `${me} to ${selected}? Tap it again to play.`;
  if (phase === "waiting") return marks.endsWith("+") ? `Right. ${you} answers …` : "…";
  if (!marks) return `Exactly one move wins. ${you} then holds out as long as possible.`;
  return `Right. ${you} has answered: again exactly one move wins.`;
}

/** @param {Trial["refutation"]} refutation @param {string} you the opponent */
function refuted(refutation, you) {
  if (!refutation) return "You missed the winning move here.";
  const { wrong, line } = refutation;
  const [answer, ...rest] = line.slice(0, -1).map((probe) => probe.moves[0].move);
  const then = rest.length ? ` Step on to see how it ends, ${counted(rest.length, "move")} later.` : "";
  return `${wrong} gives the win away: ${you} answers ${answer} and wins.${then}`;
}
