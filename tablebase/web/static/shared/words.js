/**
 * What the page says about positions and moves, in words.
 *
 * @typedef {import("./api.js").Side} Side
 * @typedef {import("./api.js").Probe} Probe
 * @typedef {import("./api.js").MoveValue} MoveValue
 * @typedef {import("./game.js").Judgement} Judgement
 */

import { other } from "./notation.js";

/** @param {Side} side */
export const named = (side) => side[0].toUpperCase() + side.slice(1);

/** @param {number} count @param {string} noun */
export const counted = (count, noun) => `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

/**
 * What a move is worth to the side that makes it. Where each player has a value, a loss says how
 * long nobody can put them out.
 *
 * @param {MoveValue} move
 */
export function valueText({ result, dte, values }) {
  if (!result) return "not known yet";
  if (values && result === "loss") return `safe for ${dte}`;
  return `${result === "win" ? "wins" : "loses"}${dte === null ? "" : ` in ${dte}`}`;
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
    return [`${named(probe.winner ?? other(side))} has won`, `${named(side)} has no legal move${left}`];
  }
  if (hidden) return [turn, "Values are hidden: find the best move"];
  if (!probe.winner) return [turn, `Who wins is not known yet · ${tally(probe)}`];
  return [`${named(probe.winner)} wins${duration(probe)}`, `${turn} · ${tally(probe)}`];
}

/** @param {string} turn @param {Probe} probe @param {boolean} hidden @returns {[string, string]} */
function headlineOfMany(turn, { moves, winner, out = [], values }, hidden) {
  if (winner && !moves.length) return [`${named(winner)} has won`, "All others are out"];
  const gone = out.length ? ` · ${out.map(named).join(" and ")} ${out.length > 1 ? "are" : "is"} out` : "";
  if (hidden || !values) return [turn, `The last one in wins${gone}`];
  const dte = winner && values[winner]?.dte;
  return [turn, winner ? `${named(winner)} can force to be last, in ${dte}${gone}` : `Nobody can force to be last${gone}`];
}

/** In how many moves the game ends, as far as that is known. @param {Probe} probe */
function duration({ dte, lower, upper }) {
  if (dte !== null) return ` in ${dte}`;
  if (!lower || !upper) return "";
  return ` in ${Math.min(lower.dte, upper.dte)} to ${Math.max(lower.dte, upper.dte)}`;
}

/** @param {Probe} probe */
function tally({ moves }) {
  const known = moves.filter((move) => move.keeps_win !== null).length;
  if (known < moves.length) return `${known} of ${moves.length} moves known`;
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
  if (!probe.moves.length) return played ? "Take moves back to see where it was decided." : "The game is over.";
  if (probe.players) return "A value says what the mover can force, even if all others play together against them.";
  if (hidden) return "Play the move you think best; you will be told how good it was.";
  if (!probe.winner || probe.dte === null) return "There is no table of this board: what is shown is what a search has found so far.";
  const loser = named(other(probe.winner));
  return `With best play ${loser} cannot move after ${counted(probe.dte, "more move")}. Point at a move, or play it, to see what it does.`;
}

/**
 * How the game goes on after a move that might be played.
 *
 * @param {Side} side that answers it
 * @param {string[]} replies best play, the answer first
 * @param {Side} loser
 */
export function continuation(side, [answer, ...rest], loser) {
  if (!answer) return `${named(loser)} cannot move.`;
  const then = rest.length ? `, then ${rest.join(" ")},` : "";
  return `${named(side)} answers ${answer}${then} and ${named(loser)} cannot move.`;
}

/**
 * Why a move that might be played is good or bad.
 *
 * @param {Side} side that would move
 * @param {Judgement} judgement
 */
export function advice(side, { verdict, result, dte, best, bestDte, winning }) {
  const [me, you] = [named(side), named(other(side))];
  switch (verdict) {
    case "best":
      if (result === "loss") return `${me} is lost, but this holds out longest: ${dte} more moves.`;
      return winning === 1 ? `The only winning move: ${me} wins in ${dte}.` : `Best: ${me} wins in ${dte}.`;
    case "slower":
      return `Still wins, but in ${dte}; ${best} wins in ${bestDte}.`;
    case "blunder":
      return `Gives the win away: ${you} then wins in ${dte - 1}. ${winning === 1 ? "Only " : ""}${best} wins.`;
    default:
      return `${me} is lost anyway; this loses in ${dte}, ${best} would last ${bestDte}.`;
  }
}

/**
 * What a move that was played has done.
 *
 * @param {Side} side that moved
 * @param {string} move
 * @param {Judgement} judgement
 */
export function feedback(side, move, { verdict, result, dte, best, bestDte }) {
  const [me, you] = [named(side), named(other(side))];
  switch (verdict) {
    case "best":
      return result === "win" ? `${me}’s ${move} was the best move.` : `${me}’s ${move} holds out longest.`;
    case "slower":
      return `${me}’s ${move} still wins, but slowly: in ${dte}, where ${best} wins in ${bestDte}.`;
    case "blunder":
      return `${me}’s ${move} gave the win away: ${you} now wins in ${dte - 1}. ${best} would have won in ${bestDte}.`;
    default:
      return `${me} was lost, but ${move} loses sooner: in ${dte}, where ${best} would have lasted ${bestDte}.`;
  }
}

/** The mark of a move in the list of moves, and what it means. @type {Record<string, [string, string]>} */
export const MARKS = {
  best: ["", "best move"],
  slower: ["?!", "wins, but more slowly"],
  blunder: ["??", "gave the win away"],
  sooner: ["?", "loses sooner than need be"],
};

/** @param {string} card */
export const cardName = (card) =>
  ({ A: "ace", J: "joker", "?": "unknown card" })[card] ?? card;
