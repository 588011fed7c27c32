/**
 * What the page says about positions and moves, in words.
 *
 * @typedef {import("./api.js").Side} Side
 * @typedef {import("./api.js").Probe} Probe
 * @typedef {import("../../../../shared/judge.js").Judgement} Judgement
 */

import { counted } from "../../../../shared/words.js";
import { other } from "./notation.js";

/** The players' names, for two, three and four players. */
export const PLAYERS = ["Red and Blue", "Red, Blue and Green", "Red, Blue, Green and Yellow"];

/** @param {Side} side */
export const named = (side) => side[0].toUpperCase() + side.slice(1);

/** Numbers in a row, in as few words as can be: 1–4. @param {number[]} numbers ascending */
export function rangeText(numbers) {
  const [first, last] = [numbers[0], numbers[numbers.length - 1]];
  return numbers.length > 1 && last - first === numbers.length - 1 ? `${first}–${last}` : numbers.join(", ");
}

/**
 * The headline and the line below it.
 *
 * @param {Side} side to move
 * @param {Probe | null} probe null while it is not known
 * @param {boolean} hidden whether values are hidden
 * @returns {[string, string]}
 */
export function headline(side, probe, hidden) {
  const turn = `${named(side)} to move`;
  if (!probe) return [turn, "…"];
  if (probe.players) return headlineOfMany(turn, probe, hidden);
  if (!probe.moves.length) {
    const left = probe.score ? ` · ${counted(Math.abs(probe.score), "card")} left` : "";
    return [`${named(probe.winner ?? other(side))} won`, `${named(side)} has no legal move${left}`];
  }
  if (hidden) return [turn, "Values are hidden: find the best move"];
  if (!probe.winner) return [turn, `Who wins is not known yet · ${tally(probe)}`];
  return [`${named(probe.winner)} wins${duration(probe)}`, `${turn} · ${tally(probe)}`];
}

/** @param {string} turn @param {Probe} probe @param {boolean} hidden @returns {[string, string]} */
function headlineOfMany(turn, probe, hidden) {
  const { moves, winner, out = [], values } = probe;
  if (winner && !moves.length) return [`${named(winner)} won`, endingOfMany(probe)];
  const gone = out.length ? ` · ${out.map(named).join(" and ")} ${out.length > 1 ? "are" : "is"} out` : "";
  if (hidden || !values) return [turn, `The last player to move wins${gone}`];
  const dte = winner && values[winner]?.dte;
  return [turn, winner ? `${named(winner)} can force a win in ${dte}${gone}` : `Nobody can force a win${gone}`];
}

/** Why a game of three or four players is over. @param {Probe} probe of its end: somebody is out by then, unless the first who cannot move ends it */
export const endingOfMany = ({ out, side_to_move: side }) =>
  out?.length ? "Everyone else is out" : `${named(side)} has no legal move`;

/** In how many moves the game ends, as far as that is known. @param {Probe} probe */
function duration({ dte, lower, upper }) {
  if (dte !== null) return ` in ${dte}`;
  if (!lower || !upper) return "";
  return ` in ${Math.min(lower.dte, upper.dte)} to ${Math.max(lower.dte, upper.dte)}`;
}

/** @param {Probe} probe */
function tally({ moves }) {
  const known = moves.filter((move) => move.keeps_win !== null).length;
  if (known < moves.length) return `values known for ${known} of ${moves.length} moves`;
  const winning = moves.filter((move) => move.keeps_win).length;
  if (moves.length === 1) return `the only move ${winning ? "wins" : "loses"}`;
  if (!winning) return `all ${moves.length} moves lose`;
  if (winning === moves.length) return `all ${moves.length} moves win`;
  return `${winning} of ${moves.length} moves ${winning === 1 ? "wins" : "win"}`;
}

/**
 * What to know before a move is pointed at.
 *
 * @param {Probe} probe
 * @param {boolean} hidden whether values are hidden
 * @param {boolean} played whether there are moves to take back
 */
export function standing(probe, hidden, played) {
  if (!probe.moves.length) return played ? "Undo moves to see where the game was decided." : "The game is over.";
  if (probe.players) return "A value is what the player to move can force, even if all the others team up.";
  if (hidden) return "Play the move you think is best. Afterwards you will see how good it was.";
  if (!probe.winner || probe.dte === null)
    return "This board has no table: these values are what a search has found so far.";
  const loser = named(other(probe.winner));
  return `With best play the game ends in ${counted(probe.dte, "move")}, when ${loser} cannot move. Choose a move to see what it does.`;
}

/**
 * Why a move that might be played is good or bad.
 *
 * @param {Side} side that would move
 * @param {string} move
 * @param {Judgement} judgement
 */
export function advice(side, move, { verdict, result, dte, best, bestDte, winning, forced }) {
  const [me, you] = [named(side), named(other(side))];
  switch (verdict) {
    case "best":
      if (forced) return `${move} is the only move: ${me} ${result === "win" ? "wins" : "loses"} in ${dte}.`;
      if (result === "loss") return `${move} holds out longest: ${me} loses in ${dte}.`;
      return winning === 1
        ? `${move} is the only winning move: ${me} wins in ${dte}.`
        : `${move} is best: ${me} wins in ${dte}.`;
    case "slower":
      return `${move} still wins, but in ${dte}; ${best} wins in ${bestDte}.`;
    case "blunder":
      return `${move} gives the win away: ${you} then wins in ${dte - 1}. ${winning === 1 ? "Only " : ""}${best} wins.`;
    default:
      return `${me} loses either way: in ${dte} after ${move}, in ${bestDte} after ${best}.`;
  }
}

/**
 * The reply that matters, in words that follow its name.
 *
 * @param {Probe} probe of the position after the move
 */
export function replyText({ moves }) {
  const winning = moves.filter((move) => move.keeps_win).length;
  if (!winning) return "lasts longest";
  if (winning === 1) return moves.length === 1 ? "the only move" : "the only one that wins";
  return `the quickest of ${winning} that win`;
}

/**
 * What a move that was played has done.
 *
 * @param {string} whose "Red’s" or "Your"
 * @param {Side} side that moved
 * @param {string} move
 * @param {Judgement} judgement
 * @param {boolean} hidden whether values are hidden, distances too
 */
export function feedback(whose, side, move, judgement, hidden) {
  const { verdict, result, dte, best, bestDte, winning, forced, many } = judgement;
  if (forced) return `${whose} ${move} was the only move.`;
  if (many) return feedbackOfMany(whose, move, judgement, hidden);
  const [me, you] = [named(side), named(other(side))];
  switch (verdict) {
    case "best":
      if (result === "loss") return `${whose} ${move} holds out longest.`;
      return `${whose} ${move} was ${winning === 1 ? "the only winning move" : "the best move"}.`;
    case "slower":
      if (hidden) return `${whose} ${move} still wins; ${best} is quicker.`;
      return `${whose} ${move} still wins, but slowly: in ${dte}. ${best} wins in ${bestDte}.`;
    case "blunder":
      if (hidden) return `${whose} ${move} gave the win away; ${best} would have kept it.`;
      return `${whose} ${move} gave the win away: ${you} now wins in ${dte - 1}. ${best} would have won in ${bestDte}.`;
    default:
      if (hidden) return `${whose} ${move} loses sooner than necessary; ${best} holds out longest.`;
      return `${me} was losing anyway, but ${move} loses sooner: in ${dte}. ${best} would have lasted ${bestDte}.`;
  }
}

/** The same with three and four players, where a player can be sure only of what they can force. @param {string} whose @param {string} move @param {Judgement} judgement @param {boolean} hidden */
function feedbackOfMany(whose, move, { verdict, result, dte, best, bestDte, winning }, hidden) {
  switch (verdict) {
    case "best":
      if (result === "loss") return `${whose} ${move} was the safest move.`;
      return `${whose} ${move} ${winning === 1 ? "was the only move that forces a win" : "was the best move"}.`;
    case "slower":
      return `${whose} ${move} still forces a win${hidden ? `; ${best} is quicker.` : `, in ${dte}. ${best} wins in ${bestDte}.`}`;
    case "blunder":
      return `${whose} ${move} gave a forced win away; ${best} would have ${hidden ? "kept it" : `won in ${bestDte}`}.`;
    default:
      if (hidden) return `${whose} ${move} is less safe than ${best}, if all others team up.`;
      return `${whose} ${move} is safe for ${counted(dte, "move")}, if all others team up; ${best} for ${bestDte}.`;
  }
}

/** What to do once a destination is chosen where lines are shifted. @param {string} cell @param {boolean} mayStay */
export const aimText = (cell, mayStay) =>
  `To ${cell}. Now choose an arrow: shift row ${cell[1]} or column ${cell[0]}${mayStay ? ", or stay" : ""}.`;

/** A shift in words. @param {string} cell that the move ends on @param {string} letter */
export const shiftText = (cell, letter) =>
  ({
    L: `row ${cell[1]} to the left`,
    R: `row ${cell[1]} to the right`,
    U: `column ${cell[0]} up`,
    D: `column ${cell[0]} down`,
  })[letter] ?? "no shift";

/** What the engine says is wrong, as a sentence. @param {string} message */
export const sentence = (message) => `${message[0].toUpperCase()}${message.slice(1).replace(/\.$/, "")}.`;

/** @param {Side} side */
export const possessive = (side) => `${named(side)}’s`;

/** @param {string} card */
export const cardName = (card) =>
  ({ A: "ace", J: "starting card", "?": "unknown card", "": "no card yet" })[card] ?? card;
