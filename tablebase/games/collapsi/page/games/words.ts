/** Kept games in words. */

import { counted } from "#shared/judge.ts";
import type { Kept } from "#shared/store.ts";
import type { About } from "../play/record.ts";
import { playedText } from "../play/words.ts";
import { named } from "../shared/words.ts";

/** What Analyse notes of a game. */
type Analysed = { moves: number; variations: number; notes: number };

/** The mode that keeps analyses. */
const ANALYSE = "analyse";

const about = (game: Kept): About => game.about as About;

export function againstText(game: Kept) {
  if (game.mode === ANALYSE) return "analysis";
  const { match } = about(game);
  return match ? `${playedText(game)}, round ${match.round} of a match` : playedText(game);
}

/** How a game went, and whether it was won: "won", "lost" or "". */
export function resultText(game: Kept): [string, "won" | "lost" | ""] {
  if (game.mode === ANALYSE) return [analysedText(game.about as Analysed), ""];
  const { moves = 0, winner, seat, left, again } = about(game);
  const after = `${counted(moves, "move")}${again ? ", tried again" : ""}`;
  if (!game.over) return [`not finished, ${after}`, ""];
  if (!winner) return [`match ended, ${after}`, ""];
  if (seat === "all") return [`${named(winner)} won, ${after}`, ""];
  if (seat === winner) return [`won, ${after}`, "won"];
  return [`${left ? "given up" : "lost"}, ${after}`, "lost"];
}

const analysedText = ({ moves, variations, notes }: Analysed) =>
  `${counted(moves, "move")}, ${counted(variations, "variation")}, ${counted(notes, "note")}`;

/** What opening a kept game is called. */
export function openText({ mode, over, about: { left } }: Kept) {
  if (mode === ANALYSE) return "Open";
  return left ? "Analyse" : over ? "Review" : "Continue";
}
