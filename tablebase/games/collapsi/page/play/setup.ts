/** Before a game: the choices, and on the board the deal that would be played. */

import { part, write } from "#shared/dom.ts";
import { keptGames } from "#shared/store.ts";
import type { Variant } from "../shared/api.ts";
import * as api from "../shared/api.ts";
import { begun, learn } from "../shared/session.ts";
import { upcoming } from "./match.ts";
import { unfinished } from "./record.ts";
import { choices, renderSettings, type Settings, settings } from "./settings.ts";
import { continueText } from "./words.ts";

/** Find a deal for what is chosen. @param variant other than the chosen one, but for a match */
export async function prepare(variant?: Variant) {
  const chosen = choices();
  const { rules, edition } = (chosen.length === "game" && variant) || chosen;
  const { position } = await dealFor({ ...chosen, rules, edition });
  return begun(position, { rules, edition });
}

/** Show the choices. @param signal aborts once something else is asked for @returns what the rules are called */
export async function renderChoices(root: HTMLElement, signal: AbortSignal) {
  const title = await renderSettings(root, signal);
  renderKept(root);
  return title;
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

/** How hard deals are to win against each level. */
const DIFFICULTY: Record<string, string> = { beginner: "easy" };

/** The most deals drawn to find one that you can win; Blue wins about one in ten. Without its book nobody knows. */
const TRIES = 200;

/** A random deal: in a single published game against the computer, one that you can win. */
export async function dealFor({ length, rival, you, level, rules, edition }: Settings) {
  const { book } = await learn(rules);
  const choosy = length === "game" && book && rival === "computer";
  const wanted = choosy ? { difficulty: DIFFICULTY[level] ?? "" } : {};
  let found = await api.random({ rules, edition }, wanted);
  for (let tries = 1; choosy && found.winner && found.winner !== you && tries < TRIES; tries++) {
    found = await api.random({ rules, edition }, wanted);
  }
  return found;
}
