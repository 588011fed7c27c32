/** What the review says. */

import type { Side } from "../../shared/api.ts";
import type { Step } from "../../shared/game.ts";
import { other, read, SIDES } from "../../shared/notation.ts";
import { moveText, named } from "../../shared/words.ts";
import type { Seat } from "../words.ts";

/**
 * How the game was decided: a title, and a sentence.
 *
 * @param decided the move that lost it, or 0
 * @param mistakes yours, or everybody's
 */
export function decision(seat: Seat, winner: Side, steps: Step[], decided: number, mistakes: number): [string, string] {
  const loser = other(winner);
  const { move, judgement } = steps[decided];
  if (!judgement) {
    if (seat === loser)
      return ["Lost from the start", "None of your moves could have won. You could only delay the end."];
    return ["Won from the start", `${seat === winner ? "You" : named(winner)} never let it slip.`];
  }
  const who = seat === loser ? "You" : named(loser);
  const lost = `${who} lost the game with ${moveText(move)}; ${moveText(judgement.best)} would have kept the win.`;
  if (seat === winner && !mistakes) return ["No mistakes!", lost];
  return [`Decided on move ${decided} of ${steps.length - 1}`, lost];
}

/**
 * How many of the moves that alone won were found, where others were legal: by a side, or by all.
 *
 * @param steps of a side, judged
 */
export function onlyMovesText(steps: Step[]) {
  const only = steps.filter(({ judgement }) => judgement?.winning === 1 && !judgement.forced);
  const found = only.filter(({ judgement }) => judgement?.verdict === "best").length;
  return only.length ? `Only moves found: ${found} of ${only.length}` : "";
}

/**
 * The points of three or four players after a game: none for the first who was out, the most for
 * the last one in.
 */
export function pointsText(steps: Step[], players: number) {
  const out = wentOut(steps, Object.values(SIDES).slice(0, players));
  return out
    ? `Points: ${out
        .map((side, points) => `${named(side)} ${points}`)
        .reverse()
        .join(", ")}.`
    : "";
}

/** The players in the order in which they went out, the winner last; null if it is not known. */
function wentOut(steps: Step[], all: Side[]) {
  const out: Side[] = [];
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
