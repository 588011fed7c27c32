/** What the page says about positions and moves, in words. */

import { html } from "#shared/dom.ts";
import { counted, type Judgement, plies } from "#shared/judge.ts";
import type { Turn } from "../engine/turns.ts";
import type { Probe, Side } from "./api.ts";
import { GAP, other, parted } from "./notation.ts";

/** The players' names, for two, three and four players. */
export const PLAYERS = ["Red and Blue", "Red, Blue and Green", "Red, Blue, Green and Yellow"];

export const named = (side: Side) => side[0].toUpperCase() + side.slice(1);

/** "b1, c4 or d1", or with "and". */
export const listed = (words: string[], type: "conjunction" | "disjunction") =>
  new Intl.ListFormat("en-GB", { type }).format(words);

/** Numbers in a row, in as few words as can be: 1–4. @param numbers ascending */
export function rangeText(numbers: number[]) {
  const [first, last] = [numbers[0], numbers[numbers.length - 1]];
  return numbers.length > 1 && last - first === numbers.length - 1 ? `${first}–${last}` : numbers.join(", ");
}

/**
 * Why a game of three or four players is over.
 *
 * @param probe of the last position: somebody is out, unless the game ends when the first player cannot move
 */
export const endingOfMany = ({ out, side_to_move: side }: Probe) =>
  out?.length ? "Everyone else is out" : `${named(side)} has no legal move`;

/**
 * What a move that was played has done.
 *
 * @param whose "Red’s" or "Your"
 * @param side that moved
 * @param hidden whether values are hidden, distances too
 */
export function feedback(whose: string, side: Side, name: string, judgement: Judgement, hidden: boolean) {
  const { verdict, result, dte, bestDte, winning, forced, many } = judgement;
  const [move, best] = [name, judgement.best].map(moveText);
  if (forced) return `${whose} ${move} was the only move.`;
  if (many) return feedbackOfMany(whose, move, judgement, hidden);
  const [me, you] = [named(side), named(other(side))];
  switch (verdict) {
    case "best":
      if (result === "loss") return `${whose} ${move} holds out longest.`;
      return `${whose} ${move} was ${winning === 1 ? "the only winning move" : "the best move"}.`;
    case "slower":
      if (hidden) return `${whose} ${move} still wins; ${best} is quicker.`;
      return `${whose} ${move} still wins, but slowly: in ${plies(dte)}. ${best} wins in ${bestDte}.`;
    case "blunder":
      if (hidden) return `${whose} ${move} gave the win away; ${best} would have kept it.`;
      return `${whose} ${move} gave the win away: ${you} now wins in ${plies(dte - 1)}. ${best} would have won in ${bestDte}.`;
    default:
      if (hidden) return `${whose} ${move} loses sooner than necessary; ${best} holds out longest.`;
      return `${me} was losing anyway, but ${move} loses sooner: in ${plies(dte)}. ${best} would have lasted ${bestDte}.`;
  }
}

/** The same with three and four players, where a player can be sure only of what they can force. */
function feedbackOfMany(
  whose: string,
  move: string,
  { verdict, result, dte, best: name, bestDte, winning }: Judgement,
  hidden: boolean,
) {
  const best = moveText(name);
  switch (verdict) {
    case "best":
      if (result === "loss") return `${whose} ${move} was the safest move.`;
      return `${whose} ${move} ${winning === 1 ? "was the only move that forces a win" : "was the best move"}.`;
    case "slower":
      return `${whose} ${move} still forces a win${hidden ? `; ${best} is quicker.` : `, in ${plies(dte)}. ${best} wins in ${bestDte}.`}`;
    case "blunder":
      return `${whose} ${move} gave a forced win away; ${best} would have ${hidden ? "kept it" : `won in ${bestDte}`}.`;
    default:
      if (hidden) return `${whose} ${move} is less safe than ${best}, if all others team up.`;
      return `${whose} ${move} is safe for ${counted(dte, "move")}, if all others team up; ${best} for ${bestDte}.`;
  }
}

/** What to do once a destination is chosen where lines are shifted. */
export const aimText = (cell: string, mayStay: boolean) =>
  `To ${cell}. Now choose an arrow: shift its row or its column${mayStay ? ", or stay" : ""}.`;

/** A shift in words. */
export const shiftText = (letter: string) =>
  ({ L: "row to the left", R: "row to the right", U: "column up", D: "column down" })[letter] ?? "no shift";

/** The rule of shifts. @param who "you" or "a player" */
export const shiftRule = ({ mayStay, spreads, joinsLines }: Turn, who: string = "you") => {
  const out = `stays there, and no step crosses a gap. A step off the ${joinsLines ? "end of a line leads to the card at its other end" : "edge of all cards leads to the opposite place, if a card lies there"}.`;
  return `After each move ${who} ${mayStay ? "may" : "must"} shift the row or the column of the pawn by one card, with everything on it. The card pushed out ${spreads ? out : "comes back at the other end."}`;
};

/** A move in few words, with its shift: a3 (row left). */
export function moveText(move: string) {
  const { cell, shift } = parted(move);
  return shift ? `${cell} (${shiftText(shift).replace("to the ", "")})` : cell;
}

/** What the engine says is wrong, as a sentence. */
export const sentence = (message: string) => `${message[0].toUpperCase()}${message.slice(1).replace(/\.$/, "")}.`;

export const cardName = (card: string) =>
  ({ A: "ace", J: "starting card", "?": "unknown card", "": "no card yet", [GAP]: "gap" })[card] ?? card;

/** @param line best play from the position after the move */
export function reason(line: Probe[]): (Node | string)[] {
  const loser = named(line[line.length - 1].side_to_move);
  const [reply, ...rest] = line.slice(0, -1).map(({ moves }) => moveText(moves[0].move));
  if (!reply) return [`${loser} cannot move.`];
  const then = rest.length ? `, then ${rest.join(" ")},` : "";
  const key = line[0].result === "win" ? "Key reply" : "Best defence";
  return [`${key}: `, html("b", {}, reply), ` (${replyText(line[0])})${then} and ${loser} cannot move.`];
}

/** The reply that matters, in words that follow its name. @param probe of the position after the move */
export function replyText({ moves }: Probe) {
  const winning = moves.filter((move) => move.keeps_win).length;
  if (!winning) return "lasts longest";
  if (winning === 1) return moves.length === 1 ? "the only move" : "the only one that wins";
  return `the quickest of ${winning} that win`;
}
