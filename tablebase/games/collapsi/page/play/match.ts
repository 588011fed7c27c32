/**
 * A match: rounds until a player has 16 points. Whoever wins a round gets a point for each card
 * that is still face up, and the players take turns as Red, who starts. This device keeps one match,
 * which goes on with the choices with which it was begun until it is decided or ended.
 */

import { keep, setting } from "#shared/store.ts";
import type { Side } from "../shared/api.ts";
import { TARGET } from "../shared/game.ts";
import { type Layout, other } from "../shared/notation.ts";
import type { Settings } from "./settings.ts";

type Choices = Pick<Settings, "rival" | "you" | "level" | "rules" | "edition">;

/**
 * The first player, you against the computer, plays `choices.you` in odd rounds; `counted` says whether the
 * round is over, its points counted; `game` is the kept game of the round, or "".
 */
export type Match = {
  version: 1;
  id: string;
  choices: Choices;
  round: number;
  points: [number, number];
  counted: boolean;
  game: string;
};

/** The last match. */
export function lastMatch(): Match | null {
  const kept = setting("match", null as Match | null);
  return kept?.version === 1 ? kept : null;
}

export const isDecided = ({ points }: Match) => Math.max(...points) >= TARGET;

/** The match under way. */
export function matchUnderWay(): Match | null {
  const last = lastMatch();
  return last && !isDecided(last) ? last : null;
}

/** Whether players know the match between friends by their numbers. */
export const isOfFriends = ({ choices }: Match) => choices.rival === "people";

/** The match at the round to play next: the match under way, or a new one. */
export function upcoming({ rival, you, level, rules, edition }: Choices): Match {
  const going = matchUnderWay();
  if (going) return going.counted ? { ...going, round: going.round + 1, counted: false, game: "" } : going;
  const choices = { rival, you, level, rules, edition };
  const id = Date.now().toString(36);
  return { version: 1, id, choices, round: 1, points: [0, 0], counted: false, game: "" };
}

/** @param match null ends it, without points */
export const remember = (match: Match | null) => keep("match", match);

/** The side of the first player in this round. */
export const firstSide = ({ choices: { you }, round }: Match) => (round % 2 ? you : other(you));

/** The points for winning a round that ends in this position. */
export const worth = ({ cells }: Layout) => cells.filter((cell) => cell?.faceUp).length;

/** The match after a round that has just ended. */
export function scored(match: Match, winner: Side, points: number): Match {
  const [one, two] = match.points;
  const won = winner === firstSide(match);
  return { ...match, counted: true, points: [one + (won ? points : 0), two + (won ? 0 : points)] };
}

/** Count a round, once: another tab may have done so. @param of the match, and the round */
export function count({ id, round }: { id: string; round: number }, winner: Side, points: number) {
  const last = lastMatch();
  if (last?.id === id && last.round === round && !last.counted) remember(scored(last, winner, points));
}
