/**
 * What this device keeps for the page, as texts by name: what the reader has chosen and reached, and games.
 * Hosted pages share an origin, so the keys carry the site's path. Where storing is forbidden, or there is no
 * room, a text is kept until the tab is closed.
 *
 * A game is kept as the address that opens it, so any mode whose addresses hold the whole game can keep its
 * games here.
 *
 * Each game has a key of its own, so tabs do not overwrite each other's games. A text of another
 * version, or one that cannot be read, stays as it is until the reader deletes it. Lists, exports
 * and imports are in kept.ts, which is loaded when it is needed.
 */

const memory: Map<string, string> = new Map();

/** What all keys of this site begin with. */
const prefix = () => `tablebase ${location.pathname.replace(/[^/]*$/, "")} `;

/** What storage does; something else where it is forbidden, or full. */
function tried<T>(use: (storage: Storage) => T, otherwise: T) {
  try {
    return use(localStorage);
  } catch {
    return otherwise;
  }
}

/** Whether storing is allowed. */
export const isAllowed = () => tried((storage) => storage.length >= 0, false);

export const recall = (name: string): string | null =>
  memory.get(name) ?? tried((storage) => storage.getItem(prefix() + name), null);

/** @returns whether it outlasts the tab */
export function retain(name: string, text: string): boolean {
  const stored = tried((storage) => storage.setItem(prefix() + name, text) === undefined, false);
  if (stored) memory.delete(name);
  else memory.set(name, text);
  return stored;
}

export function forget(name: string) {
  memory.delete(name);
  tried((storage) => storage.removeItem(prefix() + name), undefined);
}

/** The names of all texts, or of those that begin so. */
export function names(beginning: string = "") {
  const start = prefix();
  const stored = tried(Object.keys, []).flatMap((key) => (key.startsWith(start) ? key.slice(start.length) : []));
  return [...new Set([...stored, ...memory.keys()])].filter((name) => name.startsWith(beginning));
}

/** Forget everything, in one place. */
export function forgetAll() {
  for (const name of names()) forget(name);
}

/** A setting, as JSON. @param fallback if nothing is stored, or what cannot be read */
export function setting<T>(name: string, fallback: T): T {
  try {
    const stored = recall(name);
    return stored === null ? fallback : JSON.parse(stored);
  } catch {
    return fallback;
  }
}

/** @param value anything that JSON can hold */
export const keep = (name: string, value: unknown) => retain(name, JSON.stringify(value));

export interface Kept {
  version: 1;
  id: string;
  mode: string; // that opens it
  address: string; // that opens it: a query, beginning with "?"
  begun: number; // the time, in milliseconds, like `changed`
  changed: number; // 0 before it is kept for the first time
  starred: boolean; // never deleted to make room
  over: boolean;
  about: Record<string, any>; // what else the mode notes: opponents, result, notes
}

/** The most games that are kept, and bytes. */
export const LIMITS = { games: 500, bytes: 2_000_000 };

const NAMED = "game ";

/** The name of a game's text on the device. */
export const nameOf = (id: string) => NAMED + id;

/** A game that is yet to be kept. */
export function newKept({ mode, address, about }: Pick<Kept, "mode" | "address" | "about">): Kept {
  const begun = Date.now();
  const id = begun.toString(36) + Math.random().toString(36).slice(2, 8);
  return { version: 1, id, mode, address, begun, changed: 0, starred: false, over: false, about };
}

/** @returns null if there is none, or none that can be read */
export const keptGame = (id: string): Kept | null => readKept(recall(nameOf(id)) ?? "", id);

/** All games, the latest first, and the texts that cannot be read. */
export function keptGames(): { games: Kept[]; unread: { id: string; text: string }[] } {
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
 * @param game as it was kept last, or new, with changes
 * @returns the game as it is kept now, those deleted to make room, and whether it outlasts the tab; null, and
 *   nothing is kept, if another tab has changed it
 */
export function keepGame(game: Kept): { game: Kept; dropped: Kept[]; lasts: boolean } | null {
  const stored = keptGame(game.id);
  if (stored && stored.changed !== game.changed) return null;
  const { games } = keptGames();
  const kept = { ...game, changed: Math.max(Date.now(), 1 + (games[0]?.changed ?? 0)) }; // later than all
  const text = JSON.stringify(kept);
  const oldest = games.filter(({ id, starred }) => id !== game.id && !starred);
  const dropped: Kept[] = [];
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

/** How many games are kept, and how many bytes they take. @param except a game's id */
export function used(except: string = "") {
  const others = names(NAMED).filter((name) => name !== nameOf(except));
  return { games: others.length, bytes: others.reduce((sum, name) => sum + bytesOf(recall(name) ?? ""), 0) };
}

/** Whether there is no room for a further text. */
const exceeds = ({ games, bytes }: { games: number; bytes: number }, text: string) =>
  games + 1 > LIMITS.games || bytes + bytesOf(text) > LIMITS.bytes;

export const forgetGame = (id: string) => forget(nameOf(id));

/** Call a function with the id of a game when another tab has kept or deleted it. */
export const onKeptChanged = (changed: (id: string) => void) =>
  addEventListener("storage", ({ key }) => {
    const start = prefix() + NAMED;
    if (key?.startsWith(start)) changed(key.slice(start.length));
  });

/** The game of a text; null if it cannot be read. */
export function readKept(text: string, id: string): Kept | null {
  try {
    const game = JSON.parse(text);
    return isKept(game) && game.id === id ? game : null;
  } catch {
    return null;
  }
}

const isKept = (game: any) =>
  game?.version === 1 &&
  ["id", "mode", "address"].every((name) => typeof game[name] === "string") &&
  game.address.startsWith("?") && // it becomes a link
  ["begun", "changed"].every((name) => Number.isFinite(game[name])) &&
  ["starred", "over"].every((name) => typeof game[name] === "boolean") &&
  game.about !== null &&
  typeof game.about === "object";

export const bytesOf = (text: string) => new TextEncoder().encode(text).length;
