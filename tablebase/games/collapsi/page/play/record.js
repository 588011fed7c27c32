/**
 * What Play notes of the games that this device keeps, from your first move on. A game that is over
 * stays as it is: playing on from one of its positions makes another one.
 *
 * @typedef {import("#shared/store.js").Kept} Kept
 * @typedef {import("../shared/api.js").Side} Side
 * @typedef {import("./words.js").Seat} Seat
 * @typedef {object} About what Play notes of a kept game
 * @property {Seat} seat yours
 * @property {string} level of the computer, or of several players, with dots; "" between people
 * @property {string} rules
 * @property {number} moves how many
 * @property {Side | null} winner
 * @property {import("../puzzles/own.js").Mistake[]} mistakes by which you gave a win away, once the
 *   game is over
 * @property {boolean} helped by a hint, by values that were shown, or by taking a move back
 * @property {boolean} again begun in the middle of another game
 * @property {boolean} left given up, or ended with its match
 * @property {{id: string, round: number} | null} match
 * @typedef {Omit<Kept, "about"> & {about: About}} Record
 */

import { keepGame, keptGame, keptGames, newKept } from "#shared/store.js";

/** @type {Pick<About, "helped" | "again" | "left" | "match">} */
export const PLAIN = { helped: false, again: false, left: false, match: null };

/** A game that will be kept once you have moved. @param {About["match"]} [match] that it is a round of @returns {Record} */
export const fresh = (match = null) =>
  /** @type {Record} */ (newKept({ mode: "play", address: "", about: { ...PLAIN, match } }));

/** A kept game with all that is noted today. @param {Kept} kept @returns {Record} */
export const completed = (kept) => ({ ...kept, about: /** @type {About} */ ({ ...PLAIN, ...kept.about }) });

export const NOT_KEPT = "This browser does not let the page keep anything: your games last until you close this tab.";

/** What was deleted to make room. @param {Kept[]} dropped */
export function droppedText(dropped) {
  const date = new Date(dropped[0].begun).toLocaleDateString("en-GB", { day: "numeric", month: "long" });
  return `My games is full: the oldest game without a star, of ${date}, was deleted.`;
}

/** End a kept game without playing it to its end. @param {string} id @param {Side | null} winner */
export function closeKept(id, winner) {
  const kept = keptGame(id);
  if (kept) keepGame({ ...kept, over: true, about: { ...kept.about, winner, left: true } });
}

/** The game to go on with. @param {Kept[]} [games] @returns {Kept | undefined} */
export const unfinished = (games = keptGames().games) => games.find(({ mode, over }) => mode === "play" && !over);
