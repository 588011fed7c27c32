/**
 * What Play notes of the games that this device keeps, from your first move on. A game that is over
 * stays as it is: playing on from one of its positions makes another one.
 */

import { type Kept, keepGame, keptGame, keptGames, newKept } from "#shared/store.ts";
import type { Mistake } from "../puzzles/collection.ts";
import type { Side } from "../shared/api.ts";
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

/** End a kept game without playing it to its end. */
export function closeKept(id: string, winner: Side | null) {
  const kept = keptGame(id);
  if (kept) keepGame({ ...kept, over: true, about: { ...kept.about, winner, left: true } });
}

/** The game to go on with. */
export const unfinished = (games: Kept[] = keptGames().games): Kept | undefined =>
  games.find(({ mode, over }) => mode === "play" && !over);
