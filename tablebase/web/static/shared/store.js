/**
 * The games that this device keeps. A game is kept as the address that opens it, so any mode whose
 * addresses hold the whole game can keep its games here.
 *
 *     keptGames()        all games, the latest first, and the texts that cannot be read
 *     keptGame(id)       one of them
 *     newKept(...)       a game to be kept
 *     keepGame(game)     keep it, unless another tab has changed it; the oldest games make room
 *     forgetGame(id)     delete it
 *     onKeptChanged(f)   another tab has kept or deleted a game
 *
 * Each game has a key of its own, so tabs do not overwrite each other's games. A text of another
 * version, or one that cannot be read, stays as it is until the reader deletes it. Lists, exports
 * and imports are in kept.js, which is loaded when it is needed.
 *
 * @typedef {object} Kept
 * @property {1} version
 * @property {string} id
 * @property {string} mode that opens it
 * @property {string} address that opens it: a query, beginning with "?"
 * @property {number} begun the time, in milliseconds, like `changed`
 * @property {number} changed 0 before it is kept for the first time
 * @property {boolean} starred never deleted to make room
 * @property {boolean} over
 * @property {Record<string, any>} about what else the mode notes: opponents, result, notes
 */

import { forget, isAllowed, names, onChanged, recall, retain } from "./device.js";

/** The most games that are kept, and bytes. */
export const LIMITS = { games: 500, bytes: 2_000_000 };

const NAMED = "game ";

/** The name of a game's text on the device. @param {string} id */
export const nameOf = (id) => NAMED + id;

/** @param {Pick<Kept, "mode" | "address" | "about">} game @returns {Kept} */
export function newKept({ mode, address, about }) {
  const begun = Date.now();
  const id = begun.toString(36) + Math.random().toString(36).slice(2, 8);
  return { version: 1, id, mode, address, begun, changed: 0, starred: false, over: false, about };
}

/** @param {string} id @returns {Kept | null} null if there is none, or none that can be read */
export const keptGame = (id) => readKept(recall(nameOf(id)) ?? "", id);

/** All games, the latest first, and the texts that cannot be read. @returns {{games: Kept[], unread: {id: string, text: string}[]}} */
export function keptGames() {
  const texts = names(NAMED).map((name) => ({ id: name.slice(NAMED.length), text: recall(name) ?? "" }));
  const found = texts.map(({ id, text }) => readKept(text, id));
  return {
    games: found.flatMap((game) => game ?? []).sort((one, other) => other.changed - one.changed),
    unread: texts.filter((_, at) => !found[at]),
  };
}

/**
 * Keep a game.
 *
 * @param {Kept} game as it was kept last, or new, with changes
 * @returns {{game: Kept, dropped: Kept[], lasts: boolean} | null} the game as it is kept now, those
 *   deleted to make room, and whether it outlasts the tab; null, and nothing is kept, if another tab
 *   has changed it
 */
export function keepGame(game) {
  const stored = keptGame(game.id);
  if (stored && stored.changed !== game.changed) return null;
  const { games } = keptGames();
  const kept = { ...game, changed: Math.max(Date.now(), 1 + (games[0]?.changed ?? 0)) }; // later than all
  const text = JSON.stringify(kept);
  const oldest = games.filter(({ id, starred }) => id !== game.id && !starred);
  /** @type {Kept[]} */
  const dropped = [];
  const drop = () => {
    const last = oldest.pop();
    if (last) dropped.push(last);
    if (last) forgetGame(last.id);
    return last !== undefined;
  };
  while (exceeds(used(game.id), text) && drop());
  let lasts = retain(nameOf(game.id), text);
  while (!lasts && isAllowed() && drop()) lasts = retain(nameOf(game.id), text); // the origin is full
  return { game: kept, dropped, lasts };
}

/** How many games are kept, and how many bytes they take. @param {string} [except] a game's id */
export function used(except = "") {
  const others = names(NAMED).filter((name) => name !== nameOf(except));
  return { games: others.length, bytes: sum(others.map((name) => bytesOf(recall(name) ?? ""))) };
}

/** Whether there is no room for a further text. @param {{games: number, bytes: number}} used @param {string} text */
const exceeds = ({ games, bytes }, text) => games + 1 > LIMITS.games || bytes + bytesOf(text) > LIMITS.bytes;

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);

/** @param {string} id */
export const forgetGame = (id) => forget(nameOf(id));

/** @param {(id: string) => void} changed */
export const onKeptChanged = (changed) =>
  onChanged((name) => name.startsWith(NAMED) && changed(name.slice(NAMED.length)));

/** The game of a text; null if it cannot be read. @param {string} text @param {string} id @returns {Kept | null} */
export function readKept(text, id) {
  try {
    const game = JSON.parse(text);
    return isKept(game) && game.id === id ? game : null;
  } catch {
    return null;
  }
}

/** @param {any} game */
const isKept = (game) =>
  game?.version === 1 &&
  ["id", "mode", "address"].every((name) => typeof game[name] === "string") &&
  game.address.startsWith("?") && // it becomes a link
  ["begun", "changed"].every((name) => Number.isFinite(game[name])) &&
  ["starred", "over"].every((name) => typeof game[name] === "boolean") &&
  game.about !== null &&
  typeof game.about === "object";

/** @param {string} text */
export const bytesOf = (text) => new TextEncoder().encode(text).length;
