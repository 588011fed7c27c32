/** What kept games say of the reader: how many were won against each level, and a rating. */

import { counted } from "#shared/judge.ts";
import type { Kept } from "#shared/store.ts";
import type { About } from "../play/record.ts";
import { LEVELS } from "../play/table.ts";
import { PUBLISHED } from "../shared/game.ts";
import { gained } from "../shared/grades.ts";

/** Finished two-player games of one person against a level, oldest first, without retries. */
const playedOut = (games: Kept[]): About[] =>
  games
    .filter(({ over, about }) => over && about.winner && !about.again && about.seat !== "all" && about.level in LEVELS)
    .filter(({ address }) => !/[gy]/.test(new URLSearchParams(address).get("p") ?? "")) // a third player's pawn
    .sort((one, other) => one.begun - other.begun)
    .map(({ about }) => about as About);

/** The games against each level, and how many were won. */
export function tallies(games: Kept[]): { level: string; games: number; won: number; unhelped: number }[] {
  const all = playedOut(games);
  return Object.entries(LEVELS).flatMap(([name, { called: level }]) => {
    const played = all.filter((game) => game.level === name);
    const won = played.filter(({ seat, winner }) => seat === winner);
    const unhelped = won.filter(({ helped }) => !helped).length;
    return played.length ? [{ level, games: played.length, won: won.length, unhelped }] : [];
  });
}

/** The reader's rating, from published games without help; null before the first. */
export function ratingOf(games: Kept[]) {
  const rated = playedOut(games).filter(({ helped, rules }) => !helped && rules === PUBLISHED);
  const after = (rating: number, { level, seat, winner }: About) =>
    rating + gained(rating, LEVELS[level].rating, seat === winner);
  return rated.length ? Math.round(rated.reduce(after, 1000)) : null;
}

/** How games against a level have gone, and the reader's rating; "" before the first. */
export function recordText(games: Kept[], level: string) {
  const tally = tallies(games).find((each) => each.level === LEVELS[level]?.called);
  const rating = ratingOf(games);
  const gone =
    tally &&
    `Against ${tally.level} you have won ${tally.won} of ${counted(tally.games, "game")}, ${tally.unhelped} without help.`;
  return [gone, rating && `Your rating without help is ${rating}.`].filter(Boolean).join(" ");
}
