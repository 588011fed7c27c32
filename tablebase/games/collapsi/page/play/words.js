/** What the page says to the players. */

import { counted } from "../../../../shared/words.js";
import { TARGET } from "../shared/game.js";
import { other, read, SIDES } from "../shared/notation.js";
import { cardName, named } from "../shared/words.js";
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
const ending = (side, { players }) => (players ? "Everyone else is out" : `${named(side)} has no legal move`);

/**
 * What the computer's answer has done.
 *
 * @param {Side} side
 * @param {Step} step its move
 * @param {boolean} blundered whether your move before it gave the win away
 */
export function answered(side, { move, judgement }, blundered) {
  const mover = named(side);
  if (judgement?.verdict === "blunder") return `${mover} answers ${move}. That is a mistake: you are winning again.`;
  if (judgement?.result !== "win") return `${mover} answers ${move}.`;
  return blundered ? `${mover} answers ${move} and is now winning.` : `${mover} answers ${move} and is still winning.`;
}

/** What a finger has chosen. @param {import("../shared/api.js").MoveValue} move */
export const chosenText = ({ move, path }) => `${counted(path.length - 1, "step")} to ${move}. Tap it again to move.`;

export const FIRST_MOVE = "A ring marks each card that you can reach. Tap one, or drag your pawn there.";

/**
 * How the game was decided: a title, and a sentence.
 *
 * @param {Seat} seat
 * @param {Side} winner
 * @param {Step[]} steps
 * @param {number} decided the move that lost it, or 0
 * @param {number} mistakes yours, or everybody's
 * @returns {[string, string]}
 */
export function decision(seat, winner, steps, decided, mistakes) {
  const loser = other(winner);
  const { move, judgement } = steps[decided];
  if (!judgement) {
    if (seat === loser)
      return ["Lost from the start", "None of your moves could have won. You could only delay the end."];
    return ["Won from the start", `${seat === winner ? "You" : named(winner)} never let it slip.`];
  }
  const who = seat === loser ? "You" : named(loser);
  const lost = `${who} lost the game with ${move}; ${judgement.best} would have kept the win.`;
  if (seat === winner && !mistakes) return ["No mistakes!", lost];
  return [`Decided on move ${decided} of ${steps.length - 1}`, lost];
}

/**
 * How many of the moves that alone won were found: by a side, or by all.
 *
 * @param {Step[]} steps of a side, judged
 */
export function onlyMovesText(steps) {
  const only = steps.filter(({ judgement }) => judgement?.winning === 1);
  const found = only.filter(({ judgement }) => judgement?.verdict === "best").length;
  return only.length ? `Only moves found: ${found} of ${only.length}` : "";
}

/**
 * The points of three or four players after a game: none for the first who was out, the most for
 * the last one in.
 *
 * @param {Step[]} steps
 * @param {number} players
 */
export function pointsText(steps, players) {
  const out = wentOut(steps, Object.values(SIDES).slice(0, players));
  return out
    ? `Points: ${out
        .map((side, points) => `${named(side)} ${points}`)
        .reverse()
        .join(", ")}.`
    : "";
}

/** The players in the order in which they went out, the winner last; null if it is not known. @param {Step[]} steps @param {Side[]} all */
function wentOut(steps, all) {
  /** @type {Side[]} */
  const out = [];
  for (const { position } of steps) {
    const order = read(position).turn;
    const still = order.length > 1 ? [...order].map((letter) => SIDES[letter]) : all;
    const turn = all.indexOf(SIDES[order[0]]);
    const gone = [...all.slice(turn), ...all.slice(0, turn)].filter(
      (side) => !still.includes(side) && !out.includes(side),
    );
    if (!out.length && gone.length > 1 && position === steps[0].position) return null;
    out.push(...gone);
  }
  const last = read(steps[steps.length - 1].position).turn;
  return [...out, ...[...last].map((letter) => SIDES[letter])];
}

/** The two players of a match. @param {Match} match */
export const playersOf = (match) => (isOfFriends(match) ? ["Player 1", "Player 2"] : ["you", "the computer"]);

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
  const name = playersOf(match)[winner === firstSide(match) ? 0 : 1];
  const who = name[0].toUpperCase() + name.slice(1);
  const verb = name === "you" ? "" : "s";
  const scores = `${who} score${verb} ${counted(points, "point")}${why}.`;
  return isDecided(match)
    ? `${scores} ${who} win${verb} the match ${Math.max(...match.points)} to ${Math.min(...match.points)}.`
    : scores;
}

/** A kept game in a few words. @param {import("../../../../shared/store.js").Kept} kept */
export function continueText({ about: { match, level, moves } }) {
  const what = match ? `round ${match.round}` : level ? `against ${opponentText(level)}` : "with friends";
  return `${what}, move ${moves + 1}`;
}

/** The computer's levels. @param {string} level of several players, with dots */
export const opponentText = (level) =>
  level
    .split(".")
    .map((one) => (LEVELS[one] ?? CONCEPTS[one])?.[0] ?? one)
    .join(", ");
