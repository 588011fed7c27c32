/**
 * A match: rounds until a player has 16 points. Whoever wins a round gets a point for each card
 * that is still face up, and the players take turns as Red, who starts. This device keeps one match;
 * it belongs to the choices with which it was begun.
 *
 * @typedef {import("../shared/api.js").Side} Side
 * @typedef {import("../shared/notation.js").Layout} Layout
 * @typedef {import("./settings.js").Settings} Settings
 * @typedef {import("./words.js").Seat} Seat
 * @typedef {{choices: string, friends: boolean, first: Side, round: number, points: [number, number],
 *   counted: boolean}} Match the first player, you against the computer, plays `first` in odd
 *   rounds; `counted` says whether the round is over, its points counted
 */

import { keep, setting } from "../../../../shared/settings.js";
import { TARGET } from "../shared/game.js";
import { other } from "../shared/notation.js";

/** The match under way, or the last one. @returns {Match | null} */
const kept = () => setting("match", /** @type {Match | null} */ (null));

/** @param {Match} match */
export const isDecided = ({ points }) => Math.max(...points) >= TARGET;

/** The match at the round to play next: the match under way, or a new one. @param {Settings} settings @returns {Match} */
export function upcoming({ rival, you, level, rules, edition }) {
  const friends = rival === "people";
  const choices = [rival, you, friends ? "" : level, rules, edition].join();
  const last = kept();
  if (last?.choices !== choices || isDecided(last))
    return { choices, friends, first: you, round: 1, points: [0, 0], counted: false };
  return last.counted ? { ...last, round: last.round + 1, counted: false } : last;
}

/** The match under way, if this is its round. @param {number} round @returns {Match | null} */
export function atRound(round) {
  const last = kept();
  return last?.round === round ? last : null;
}

/** @param {Match | null} match */
export const remember = (match) => keep("match", match);

/** The side of the first player in this round. @param {Match} match */
export const firstSide = ({ first, round }) => (round % 2 ? first : other(first));

/** @param {Match} match @returns {Seat} */
export const seatOf = (match) => (match.friends ? "all" : firstSide(match));

/** The points for winning a round that ends in this position. @param {Layout} layout */
export const worth = ({ cells }) => cells.filter((cell) => cell?.faceUp).length;

/** The match after a round that has just ended. @param {Match} match @param {Side} winner @param {number} points @returns {Match} */
export function scored(match, winner, points) {
  const [one, two] = match.points;
  const won = winner === firstSide(match);
  return { ...match, counted: true, points: [one + (won ? points : 0), two + (won ? 0 : points)] };
}
