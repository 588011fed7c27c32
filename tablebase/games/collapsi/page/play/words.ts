/** What the page says to the players. */

import { counted, type Judgement } from "#shared/judge.ts";
import type { Kept } from "#shared/store.ts";
import type { Move } from "../answers.d.ts";
import type { Probe, Side } from "../shared/api.ts";
import { type Step, TARGET } from "../shared/game.ts";
import { other, parted, read, sideToMove } from "../shared/notation.ts";
import { cardName, endingOfMany, feedback, moveText, named, shiftText } from "../shared/words.ts";
import { firstSide, isDecided, isOfFriends, type Match } from "./match.ts";
import { opponentText } from "./table.ts";

/** Who plays at this screen: one side, or all of them. */
export type Seat = Side | "all";

/** @param card that a pawn stands on @param steps how far it walks from there */
export const walkText = (card: string, steps: string) =>
  `on ${/^[A8]$/.test(card) ? "an" : "a"} ${cardName(card)}: walk ${steps} ${steps === "1" ? "step" : "steps"}`;

/**
 * The headline and the line below it.
 *
 * @param side to move
 * @param yours whether somebody at this screen moves it
 * @param probe null while it is not known
 * @param walk where the side to move stands, and how far it walks
 * @param away whether the other side is played elsewhere
 */
export function headline(
  seat: Seat,
  side: Side,
  yours: boolean,
  probe: Probe | null,
  walk: string,
  away: boolean = false,
): [string, string] {
  if (probe && !probe.moves.length) return [outcome(seat, probe), ending(seat, side, probe)];
  if (!yours && away) return [`${named(side)} to move`, `Send your move: your friend plays ${named(side)}`];
  if (!yours)
    return [`${named(side)} is thinking`, seat === "all" ? `${named(side)} is ${walk}` : `You are ${named(seat)}`];
  if (seat === "all") return [`${named(side)} to move`, `${named(side)} is ${walk}`];
  return ["Your move", `You are ${named(side)}, ${walk}`];
}

/** Who has won a game of two players or more. */
function outcome(seat: Seat, { winner, side_to_move: side, players }: Probe) {
  if (seat === winner) return "You won";
  return seat === "all" || players ? `${named(winner ?? other(side))} won` : "You lost";
}

/** @param side that has no move */
const ending = (seat: Seat, side: Side, probe: Probe) =>
  probe.players ? endingOfMany(probe) : `${seat === side ? "You have" : `${named(side)} has`} no legal move`;

/**
 * What your move has done; nothing where the game was lost before it.
 *
 * @param reply the answer that punishes a mistake, if it is known
 */
export function praised(seat: Side, move: string, judgement: Judgement, hidden: boolean, reply: string = "") {
  const { verdict, best, many, result } = judgement;
  if (many) return feedback("Your", seat, move, judgement, hidden);
  if (verdict === "blunder") {
    const better = (best === reply ? "your own " : "") + moveText(best);
    return `Your ${moveText(move)} lets ${named(other(seat))} win${reply && ` with ${moveText(reply)}`}; ${better} would have kept the win.`;
  }
  return result === "loss" ? "" : feedback("Your", seat, move, judgement, hidden);
}

/** The most answers that are listed: once you are out, the others go on. */
const LISTED = 3;

/** What the others have answered, and of three and four players who can force a win now. */
export function answered(answers: { side: Side; step: Step }[], seat: Seat, probe: Probe | null) {
  const said = answers.slice(-LISTED).map(({ side, step: { move, judgement } }) => {
    const { cell, shift } = parted(move);
    const answer = `${named(side)} answers ${shift ? `${cell} and shifts its ${shiftText(shift)}` : cell}`;
    if (judgement?.verdict !== "blunder") return `${answer}.`;
    return `${answer}${judgement.many ? " and gives a forced win away" : ". That is a mistake: you are winning again"}.`;
  });
  const { players, winner } = probe ?? {};
  if (players && winner) said.push(`${winner === seat ? "You" : named(winner)} can force a win.`);
  return said.join(" ");
}

/** The headline while a game is loaded: the board is still that of before. */
export const OPENING = ["Opening the game", ""];

/** The headline while the board shows how a mistake loses. */
export const WHAT_IF: [string, string] = ["What if", "How the mistake loses, move by move"];

/** What is played on the board to show how a mistake loses. */
export function variationText({ steps, at }: { steps: Step[]; at: number }) {
  const over = at === steps.length - 1 ? `, and ${named(sideToMove(read(steps[at].position)))} cannot move` : "";
  return `What if: ${steps
    .slice(0, at + 1)
    .map(({ move }) => moveText(move))
    .join(" ")}${over}.`;
}

/** What a finger has chosen. */
export const chosenText = ({ move, path }: Move) =>
  `${counted(path.length - 1, "step")} to ${moveText(move)}. Tap it again to move.`;

export const FIRST_MOVE = "A ring marks each card that you can reach. Tap one, or drag your pawn there.";

/** Why *Hint* is disabled: there is no table, and the search has found nothing. */
export const NO_HINT = "No hint yet: no move is proven to win.";

/** The two players of a match. */
const playersOf = (match: Match) => (isOfFriends(match) ? ["Player 1", "Player 2"] : ["you", "the computer"]);

/** The score of a match. */
export function scoreText(match: Match) {
  const sides = [firstSide(match), other(firstSide(match))];
  const [one, two] = playersOf(match).map((name, at) => `${name} (${named(sides[at])}) ${match.points[at]}`);
  return `Match to ${TARGET}, round ${match.round}: ${one}, ${two}`;
}

/** What the round has brought, and perhaps decided. @param points that the winner scores */
export function roundText(match: Match, winner: Side, points: number) {
  const name = playersOf(match)[winner === firstSide(match) ? 0 : 1];
  const who = name[0].toUpperCase() + name.slice(1);
  const verb = name === "you" ? "" : "s";
  const scores = `${who} score${verb} ${counted(points, "point")}, one for each card still face up.`;
  return isDecided(match)
    ? `${scores} ${who} win${verb} the match ${Math.max(...match.points)} to ${Math.min(...match.points)}.`
    : scores;
}

/** Your side in a kept game, and against whom. */
export const playedText = ({ about: { seat, level } }: Kept) =>
  `${seat && seat !== "all" ? `${named(seat)} ` : ""}${level ? `against ${opponentText(level)}` : "with friends"}`;

/** A kept game in a few words. */
export function continueText(kept: Kept) {
  const { match, moves } = kept.about;
  const at = new URLSearchParams(kept.address).get("at") ?? moves; // moves may have been taken back
  return `${match ? `round ${match.round}` : playedText(kept)}, move ${Number(at) + 1}`;
}
