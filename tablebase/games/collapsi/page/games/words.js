/** Kept games in words, and how many were won at each level. */

import { counted } from "#shared/words.js";
import { LEVELS } from "../play/levels.js";
import { opponentText } from "../play/words.js";
import { named } from "../shared/words.js";

/**
 * @typedef {import("#shared/store.js").Kept} Kept
 * @typedef {import("../play/record.js").About} About
 * @typedef {{moves: number, variations: number, notes: number}} Analysed what Analyse notes of a game
 */

/** The mode that keeps analyses. */
const ANALYSE = "analyse";

/** @param {Kept} game @returns {About} */
const about = (game) => /** @type {About} */ (game.about);

/** The day on which a game was begun. @param {Kept} game */
export const dateText = ({ begun }) =>
  new Date(begun).toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });

/** @param {Kept} game */
export function againstText(game) {
  if (game.mode === ANALYSE) return "analysis";
  const { level, match } = about(game);
  const against = level ? `against ${opponentText(level)}` : "with friends";
  return match ? `${against}, round ${match.round} of a match` : against;
}

/** How a game went, and whether it was won: "won", "lost" or "". @param {Kept} game @returns {[string, "won" | "lost" | ""]} */
export function resultText(game) {
  if (game.mode === ANALYSE) return [analysedText(/** @type {Analysed} */ (game.about)), ""];
  const { moves = 0, winner, seat, left, again } = about(game);
  const after = `${counted(moves, "move")}${again ? ", tried again" : ""}`;
  if (!game.over) return [`not finished, ${after}`, ""];
  if (!winner) return [`match ended, ${after}`, ""];
  if (seat === "all") return [`${named(winner)} won, ${after}`, ""];
  if (seat === winner) return [`won, ${after}`, "won"];
  return [`${left ? "given up" : "lost"}, ${after}`, "lost"];
}

/** @param {Analysed} about */
const analysedText = ({ moves, variations, notes }) =>
  `${counted(moves, "move")}, ${counted(variations, "variation")}, ${counted(notes, "note")}`;

/** What opening a kept game is called. @param {Kept} game */
export function openText({ mode, over, about: { left } }) {
  if (mode === ANALYSE) return "Open";
  return left ? "Analyse" : over ? "Review" : "Continue";
}

/**
 * The games that were played out against each level of the computer.
 *
 * @param {Kept[]} games
 * @returns {{level: string, games: number, won: number, unhelped: number}[]}
 */
export function tallies(games) {
  const counted = games.filter((game) => game.over && about(game).winner && !about(game).again);
  return Object.keys(LEVELS).flatMap((level) => {
    const played = counted.map(about).filter((game) => game.level === level && game.seat !== "all");
    const won = played.filter(({ seat, winner }) => seat === winner);
    const unhelped = won.filter(({ helped }) => !helped).length;
    return played.length ? [{ level: LEVELS[level][0], games: played.length, won: won.length, unhelped }] : [];
  });
}
