/**
 * Files of kept games, to be saved and to be read again, here or on another device. Loaded when one
 * is asked for.
 */

import { counted } from "./judge.ts";
import { bytesOf, isAllowed, type Kept, keptGame, keptGames, LIMITS, nameOf, readKept, retain, used } from "./store.ts";

const FORMAT = "kept games";

/** The largest file that is read, in bytes. */
const MAX_FILE = 2 * 1024 * 1024;

/** A file that is not taken. */
export class FileError extends Error {}

/** The text of a file with all games, those that cannot be read too. */
export const exported = () => JSON.stringify({ format: FORMAT, version: 1, ...keptGames() });

/**
 * Add the games of a file, all of them or none. Of a game that is here already the later one stays.
 *
 * @param check throws if a game cannot have been played
 * @returns how many games are new or later
 * @throws {FileError} if they are not added, or do not last
 */
export async function imported(file: Blob, check: (game: Kept) => Promise<unknown>): Promise<number> {
  if (file.size > MAX_FILE) throw new FileError("The file is too large: at most 2 MB are read.");
  const games = gamesOf(await file.text());
  for (const [at, game] of games.entries()) {
    await check(game).catch((error) => {
      throw new FileError(`Game ${at + 1} of the file cannot have been played: ${error.message}. No game was added.`);
    });
  }
  const later = games.filter((game) => (keptGame(game.id)?.changed ?? 0) < game.changed);
  makeSure(later);
  const last = later.map((game) => retain(nameOf(game.id), JSON.stringify(game)));
  if (isAllowed() && last.includes(false))
    throw new FileError(
      `${counted(later.length, "game")} added, but this browser has no room: they last until you close this tab.`,
    );
  return later.length;
}

function gamesOf(text: string): Kept[] {
  let file: any = null;
  try {
    file = JSON.parse(text);
  } catch {
    // refused below
  }
  if (file?.format !== FORMAT || file.version !== 1 || !Array.isArray(file.games))
    throw new FileError("The file has no games: expected one that was exported here.");
  const read = file.games.map((game: any) => readKept(JSON.stringify(game), game?.id));
  const broken = read.indexOf(null);
  if (broken >= 0) throw new FileError(`Game ${broken + 1} of the file cannot be read. No game was added.`);
  return read;
}

/** Refuse games that there is no room for: an import deletes nothing. */
function makeSure(games: Kept[]) {
  const { games: number, bytes } = used();
  const added = games.filter(({ id }) => !keptGame(id)).length;
  const size = games.reduce((all, game) => all + bytesOf(JSON.stringify(game)), 0);
  if (number + added > LIMITS.games || bytes + size > LIMITS.bytes)
    throw new FileError(
      `There is no room for ${counted(games.length, "game")} more: ${counted(number, "game")} are kept, at most ${LIMITS.games} and ${LIMITS.bytes / 1e6} MB.`,
    );
}
