/** Before a game: the choices, and on the board the deal that would be played. */

import { part, write } from "#shared/dom.js";
import { keptGames } from "#shared/store.js";
import { begun } from "../shared/session.js";
import { dealFor } from "./dealing.js";
import { upcoming } from "./match.js";
import { unfinished } from "./record.js";
import { choices, renderSettings, settings } from "./settings.js";
import { continueText } from "./words.js";

/**
 * Show the choices, and find a deal.
 *
 * @param {HTMLElement} root of the mode
 * @param {AbortSignal} signal aborts once something else is asked for
 * @param {import("../shared/api.js").Variant} [variant] other than the chosen one, but for a match
 */
export async function prepare(root, signal, variant) {
  await renderSettings(root, signal);
  renderKept(root);
  const chosen = choices();
  const { rules, edition } = (chosen.length === "game" && variant) || chosen;
  const { position } = await dealFor({ ...chosen, rules, edition });
  return begun(position, { rules, edition });
}

/** The kept games: the one to go on with, and how many there are. @param {HTMLElement} root */
function renderKept(root) {
  const { games } = keptGames();
  const kept = unfinished(games);
  const offered = kept && !(settings().length === "match" && upcoming(choices()).game === kept.id);
  part(root, "continue").hidden = !offered;
  part(root, "begin").classList.toggle("primary", !offered);
  if (kept) write(part(root, "continue-what"), continueText(kept));
  part(root, "my-games").hidden = !games.length;
  write(part(root, "my-games"), `My games (${games.length})`);
}
