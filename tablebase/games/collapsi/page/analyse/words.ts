/** What Analyse says about the value of a position, and of moves that might be played. */

import { counted, type Judgement, plies, tally } from "#shared/judge.ts";
import type { Probe, Side } from "../shared/api.ts";
import { other } from "../shared/notation.ts";
import { endingOfMany, moveText, named } from "../shared/words.ts";

/**
 * The headline and the line below it.
 *
 * @param side to move
 * @param probe null while it is not known
 * @param hidden whether values are hidden
 */
export function headline(side: Side, probe: Probe | null, hidden: boolean): [string, string] {
  const turn = `${named(side)} to move`;
  if (!probe) return [turn, "…"];
  if (probe.players) return headlineOfMany(turn, probe, hidden);
  if (!probe.moves.length) {
    const left = probe.score ? ` · ${counted(Math.abs(probe.score), "card")} left` : "";
    return [`${named(probe.winner ?? other(side))} won`, `${named(side)} has no legal move${left}`];
  }
  if (hidden) return [turn, "Values are hidden: find the best move"];
  if (!probe.winner) return [turn, `Who wins is not known yet · ${known(probe)}`];
  return [`${named(probe.winner)} wins${duration(probe)}`, `${turn} · ${known(probe)}`];
}

function headlineOfMany(turn: string, probe: Probe, hidden: boolean): [string, string] {
  const { moves, winner, out = [], values } = probe;
  if (winner && !moves.length) return [`${named(winner)} won`, endingOfMany(probe)];
  const gone = out.length ? ` · ${out.map(named).join(" and ")} ${out.length > 1 ? "are" : "is"} out` : "";
  if (hidden || !values) return [turn, `The last player to move wins${gone}`];
  const dte = winner && values[winner]?.dte;
  return [turn, winner ? `${named(winner)} can force a win in ${dte}${gone}` : `Nobody can force a win${gone}`];
}

/** In how many moves the game ends, as far as that is known. */
function duration({ dte, lower, upper }: Probe) {
  if (dte !== null) return ` in ${dte}`;
  if (!lower || !upper) return "";
  return ` in ${Math.min(lower.dte, upper.dte)} to ${Math.max(lower.dte, upper.dte)}`;
}

function known({ moves }: Probe) {
  const known = moves.filter((move) => move.keeps_win !== null).length;
  return known < moves.length ? `values known for ${known} of ${moves.length} moves` : tally(moves);
}

/**
 * What to know before a move is pointed at.
 *
 * @param hidden whether values are hidden
 * @param played whether there are moves to take back
 * @param tabled whether such boards are solved
 */
export function standing(probe: Probe, hidden: boolean, played: boolean, tabled?: boolean) {
  if (!probe.moves.length) return played ? "Undo moves to see where the game was decided." : "The game is over.";
  if (probe.players && tabled === false)
    return "This board is too large for values here. Late in a game, the command “tablebase placings” shows what each player can expect.";
  if (probe.players)
    return "A value is what the player to move can force, even if all the others team up. Lengths are in plies (moves of any player).";
  if (hidden) return "Play the move you think is best. Afterwards you will see how good it was.";
  if (!probe.winner || probe.dte === null)
    return "This board has no table: these values, in plies (moves of either side), are what a search has found so far.";
  const loser = named(other(probe.winner));
  return `With best play the game ends in ${plies(probe.dte)} (moves of either side), when ${loser} cannot move. Choose a move to see what it does.`;
}

/** Why a move that might be played is good or bad. @param side that would move */
export function advice(side: Side, name: string, judgement: Judgement) {
  const { verdict, result, dte, bestDte, winning, forced } = judgement;
  const [move, best] = [name, judgement.best].map(moveText);
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

export const possessive = (side: Side) => `${named(side)}’s`;
