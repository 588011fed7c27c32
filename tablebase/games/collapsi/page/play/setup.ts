/** Before a game: the choices, and on the board the deal that would be played. */

import { part, write } from "#shared/dom.ts";
import { keptGames } from "#shared/store.ts";
import { begun } from "../shared/session.ts";
import { dealFor } from "./dealing.ts";
import { upcoming } from "./match.ts";
import { unfinished } from "./record.ts";
import { choices, renderSettings, settings } from "./settings.ts";
import { continueText } from "./words.ts";
import type { Variant } from "../shared/api.ts";

/**
 * Show the choices, and find a deal.
 *
 * @param root of the mode
 * @param signal aborts once something else is asked for
 * @param variant other than the chosen one, but for a match
 */
export async function prepare(root: HTMLElement, signal: AbortSignal, variant?: Variant) {
  await renderSettings(root, signal);
  renderKept(root);
  const chosen = choices();
  const { rules, edition } = (chosen.length === "game" && variant) || chosen;
  const { position } = await dealFor({ ...chosen, rules, edition });
  return begun(position, { rules, edition });
}

/** The kept games: the one to go on with, and how many there are. */
function renderKept(root: HTMLElement) {
  const { games } = keptGames();
  const kept = unfinished(games);
  const offered = kept && !(settings().length === "match" && upcoming(choices()).game === kept.id);
  part(root, "continue").hidden = !offered;
  part(root, "begin").classList.toggle("primary", !offered);
  if (kept) write(part(root, "continue-what"), continueText(kept));
  part(root, "my-games").hidden = !games.length;
  write(part(root, "my-games"), `My games (${games.length})`);
}
