/** What the page says to the players. */

import { counted } from "#shared/words.js";
import { TARGET } from "../shared/game.js";
import { other, parted } from "../shared/notation.js";
import { cardName, endingOfMany, named, shiftText } from "../shared/words.js";
import { CONCEPTS, LEVELS } from "./levels.js";
import { firstSide, isDecided, isOfFriends } from "./match.js";

/**
 * @typedef {import("../shared/api.js").Side} Side
 * @typedef {import("../shared/api.js").Probe} Probe
 * @typedef {import("../shared/game.js").Step} Step
 * @typedef {import("./match.js").Match} Match
 * @typedef {Side | "all"} Seat who plays at this screen: one side, or all of them
 */

/**
 * The headline and the line below it.
 *
 * @param {Seat} seat
 * @param {Side} side to move
 * @param {boolean} yours whether somebody at this screen moves it
 * @param {Probe | null} probe null while it is not known
 * @param {string} card the side to move stands on
 * @param {string} steps how far it walks from there, in words
 * @returns {[string, string]}
 */
export function headline(seat, side, yours, probe, card, steps) {
  if (probe && !probe.moves.length) return [won(seat, probe.winner ?? other(side)), ending(side, probe)];
  const walk = `on ${/^[A8]$/.test(card) ? "an" : "a"} ${cardName(card)}: walk ${steps} ${steps === "1" ? "step" : "steps"}`;
  if (!yours)
    return [`${named(side)} is thinking`, seat === "all" ? `${named(side)} is ${walk}` : `You are ${named(seat)}`];
  if (seat === "all") return [`${named(side)} to move`, `${named(side)} is ${walk}`];
  return ["Your move", `You are ${named(side)}, ${walk}`];
}

/** @param {Seat} seat @param {Side} winner */
const won = (seat, winner) => (seat === winner ? "You won" : `${named(winner)} won`);

/** @param {Side} side that has no move @param {Probe} probe */
const ending = (side, probe) => (probe.players ? endingOfMany(probe) : `${named(side)} has no legal move`);

/**
 * What the computer's answer has done.
 *
 * @param {Side} side
 * @param {Step} step its move
 * @param {boolean} blundered whether your move before it gave the win away
 */
export function answered(side, { move, judgement }, blundered) {
  const { cell, shift } = parted(move);
  const answers = `${named(side)} answers ${shift ? `${cell} and shifts ${shiftText(cell, shift)}` : move}`;
  if (judgement?.verdict === "blunder") return `${answers}. That is a mistake: you are winning again.`;
  if (judgement?.result !== "win") return `${answers}.`;
  return blundered ? `${answers} and is now winning.` : `${answers} and is still winning.`;
}

/** The most answers that are listed: once you are out, the others go on. */
const LISTED = 3;

/**
 * What three and four players have answered, and who can force a win now.
 *
 * @param {{side: Side, step: Step}[]} answers
 * @param {Seat} seat
 * @param {Side | null} winner
 */
export function answeredByMany(answers, seat, winner) {
  const said = answers.slice(-LISTED).map(({ side, step: { move, judgement } }) => {
    const gave = judgement?.verdict === "blunder" ? " and gives a forced win away" : "";
    return `${named(side)} answers ${move}${gave}.`;
  });
  if (winner) said.push(`${winner === seat ? "You" : named(winner)} can force a win.`);
  return said.join(" ");
}

/** What a finger has chosen. @param {import("../shared/api.js").MoveValue} move */
export const chosenText = ({ move, path }) => `${counted(path.length - 1, "step")} to ${move}. Tap it again to move.`;

export const FIRST_MOVE = "A ring marks each card that you can reach. Tap one, or drag your pawn there.";

/** Why *Hint* is disabled: there is no table, and the search has found nothing. */
export const NO_HINT = "No hint yet: no move is proven to win.";

/** The two players of a match. @param {Match} match */
const playersOf = (match) => (isOfFriends(match) ? ["Player 1", "Player 2"] : ["you", "the computer"]);

/** Who plays a side in this round. @param {Match} match @param {Side} side */
export const playerOf = (match, side) => playersOf(match)[side === firstSide(match) ? 0 : 1];

/** The score of a match. @param {Match} match */
export function scoreText(match) {
  const sides = [firstSide(match), other(firstSide(match))];
  const [one, two] = playersOf(match).map((name, at) => `${name} (${named(sides[at])}) ${match.points[at]}`);
  return `Match to ${TARGET}, round ${match.round}: ${one}, ${two}`;
}

/**
 * What the round has brought, and perhaps decided.
 *
 * @param {Match} match
 * @param {Side} winner
 * @param {number} points that the winner scores
 * @param {string} [why]
 */
export function roundText(match, winner, points, why = ", one for each card still face up") {
  const name = playerOf(match, winner);
  const who = name[0].toUpperCase() + name.slice(1);
  const verb = name === "you" ? "" : "s";
  const scores = `${who} score${verb} ${counted(points, "point")}${why}.`;
  return isDecided(match)
    ? `${scores} ${who} win${verb} the match ${Math.max(...match.points)} to ${Math.min(...match.points)}.`
    : scores;
}

/** A kept game in a few words. @param {import("#shared/store.js").Kept} kept */
export function continueText({ about: { match, level, moves } }) {
  const what = match ? `round ${match.round}` : level ? `against ${opponentText(level)}` : "with friends";
  return `${what}, move ${moves + 1}`;
}

/** The computer's levels, to be read after "against". @param {string} level of several players, with dots */
export const opponentText = (level) =>
  level
    .split(".")
    .map((one) => LEVELS[one]?.[0] ?? (CONCEPTS[one] ? `“${CONCEPTS[one][0]}”` : one))
    .join(", ");
