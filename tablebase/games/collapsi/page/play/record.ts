/**
 * What Play notes of the games that this device keeps, from your first move on. A game that is over
 * stays as it is: playing on from one of its positions makes another one.
 */

import { type Kept, keptGames, newKept } from "#shared/store.ts";
import type { Mistake } from "../puzzles/collection.ts";
import type { Side } from "../shared/api.ts";
import { type Game, toMove } from "../shared/game.ts";
import type { Seat } from "./words.ts";

/** What Play notes of a kept game. */
export interface About {
  seat: Seat; // yours
  level: string; // of the computer, or of several players, with dots; "" between people
  rules: string;
  moves: number; // how many
  winner: Side | null;
  mistakes: Mistake[]; // by which you gave a win away, once the game is over
  helped: boolean; // by a hint, by values that were shown, or by taking a move back
  again: boolean; // begun in the middle of another game
  left: boolean; // given up, or ended with its match
  match: { id: string; round: number } | null;
}

export type Record = Omit<Kept, "about"> & { about: About };

export const PLAIN: Pick<About, "helped" | "again" | "left" | "match"> = {
  helped: false,
  again: false,
  left: false,
  match: null,
};

/** A game that will be kept once you have moved. @param match that it is a round of */
export const fresh = (match: About["match"] = null): Record =>
  newKept({ mode: "play", address: "", about: { ...PLAIN, match } }) as Record;

/** A kept game with all that is noted today. */
export const completed = (kept: Kept): Record => ({ ...kept, about: { ...PLAIN, ...kept.about } as About });

export const NOT_KEPT = "This browser does not let the page keep anything: your games last until you close this tab.";

/** What was deleted to make room. */
export function droppedText(dropped: Kept[]) {
  const date = new Date(dropped[0].begun).toLocaleDateString("en-GB", { day: "numeric", month: "long" });
  return `My games is full: the oldest game without a star, of ${date}, was deleted.`;
}

/** The game to go on with. */
export const unfinished = (games: Kept[] = keptGames().games): Kept | undefined =>
  games.find(({ mode, over }) => mode === "play" && !over);

/** The numbers of the moves by which a win was given away, in the order in which they were made. */
export const mistakes = (game: Game, seat: Seat) =>
  game.steps.flatMap(({ judgement }, at) =>
    judgement?.verdict === "blunder" && (seat === "all" || toMove(game, at - 1) === seat) ? [at] : [],
  );

/** The number of a side's last move up to the position shown; 0 if there is none. */
export const lastOf = (game: Game, seat: Seat) =>
  1 + game.steps.findLastIndex((_, at) => at < game.at && toMove(game, at) === seat);

/** The mistakes of the players who did not win. */
export const losing = (game: Game, winner: Side) =>
  mistakes(game, "all").filter((at) => toMove(game, at - 1) !== winner);

/** The move to try again: the one looked at, or else the one that lost; 0 if there is none. */
export function tryAgainAt(game: Game, seat: Seat, winner: Side) {
  const all = mistakes(game, seat);
  if (all.includes(game.at + 1)) return game.at + 1;
  return (seat === "all" ? losing(game, winner) : all).pop() ?? 0;
}

/** The mistakes of a player, to be kept as puzzles. */
export const mistakesOf = (game: Game, side: Side): Mistake[] =>
  mistakes(game, side).map((at) => {
    const { move, judgement } = game.steps[at];
    return { position: game.steps[at - 1].position, edition: game.edition, move, best: judgement?.best ?? "" };
  });
