/**
 * What the review says.
 *
 * @typedef {import("../../shared/api.js").Side} Side
 * @typedef {import("../../shared/game.js").Step} Step
 * @typedef {import("../words.js").Seat} Seat
 */

import { other, read, SIDES } from "../../shared/notation.js";
import { named } from "../../shared/words.js";

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
 * How many of the moves that alone won were found, where others were legal: by a side, or by all.
 *
 * @param {Step[]} steps of a side, judged
 */
export function onlyMovesText(steps) {
  const only = steps.filter(({ judgement }) => judgement?.winning === 1 && !judgement.forced);
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
