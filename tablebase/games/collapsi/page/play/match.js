/**
 * A match: rounds until a player has 16 points. Whoever wins a round gets a point for each card
 * that is still face up, and the players take turns as Red, who starts. This device keeps one match,
 * which goes on with the choices with which it was begun until it is decided or ended.
 *
 * @typedef {import("../shared/api.js").Side} Side
 * @typedef {import("../shared/notation.js").Layout} Layout
 * @typedef {import("./settings.js").Settings} Settings
 * @typedef {import("./words.js").Seat} Seat
 * @typedef {Pick<Settings, "rival" | "you" | "level" | "rules" | "edition">} Choices
 * @typedef {{version: 1, id: string, choices: Choices, round: number, points: [number, number],
 *   counted: boolean, game: string}} Match the first player, you against the computer, plays
 *   `choices.you` in odd rounds; `counted` says whether the round is over, its points counted; `game`
 *   is the kept game of the round, or ""
 */

import { keep, setting } from "#shared/settings.js";
import { TARGET } from "../shared/game.js";
import { other } from "../shared/notation.js";

/** The last match. @returns {Match | null} */
export function lastMatch() {
  const kept = setting("match", /** @type {Match | null} */ (null));
  return kept?.version === 1 ? kept : null;
}

/** @param {Match} match */
export const isDecided = ({ points }) => Math.max(...points) >= TARGET;

/** The match under way. @returns {Match | null} */
export function matchUnderWay() {
  const last = lastMatch();
  return last && !isDecided(last) ? last : null;
}

/** Whether players know the match between friends by their numbers. @param {Match} match */
export const isOfFriends = ({ choices }) => choices.rival === "people";

/** The match at the round to play next: the match under way, or a new one. @param {Choices} settings @returns {Match} */
export function upcoming({ rival, you, level, rules, edition }) {
  const going = matchUnderWay();
  if (going) return going.counted ? { ...going, round: going.round + 1, counted: false, game: "" } : going;
  const choices = { rival, you, level, rules, edition };
  const id = Date.now().toString(36);
  return { version: 1, id, choices, round: 1, points: [0, 0], counted: false, game: "" };
}

/** @param {Match | null} match null ends it, without points */
export const remember = (match) => keep("match", match);

/** The side of the first player in this round. @param {Match} match */
export const firstSide = ({ choices: { you }, round }) => (round % 2 ? you : other(you));

/** @param {Match} match @returns {Seat} */
export const seatOf = (match) => (isOfFriends(match) ? "all" : firstSide(match));

/** The points for winning a round that ends in this position. @param {Layout} layout */
export const worth = ({ cells }) => cells.filter((cell) => cell?.faceUp).length;

/** The match after a round that has just ended. @param {Match} match @param {Side} winner @param {number} points @returns {Match} */
export function scored(match, winner, points) {
  const [one, two] = match.points;
  const won = winner === firstSide(match);
  return { ...match, counted: true, points: [one + (won ? points : 0), two + (won ? 0 : points)] };
}

/**
 * Count a round, once: another tab may have done so.
 *
 * @param {{id: string, round: number}} of the match, and the round
 * @param {Side} winner
 * @param {number} points
 */
export function count({ id, round }, winner, points) {
  const last = lastMatch();
  if (last?.id === id && last.round === round && !last.counted) remember(scored(last, winner, points));
}

/**
 * The points that leaving a round gives to the opponent: those of perfect play where the position
 * is lost, else one for each card face up now.
 *
 * @param {Layout} layout
 * @param {import("../shared/api.js").Known} value of the position to the side that leaves
 */
export const cost = (layout, { result, dte }) => worth(layout) - (result === "loss" && dte ? dte : 0);
