/**
 * Every position is an address: `?p=A223/4A2rxJ/3A23/Jb3A4_b&e=single`. The browser's history
 * keeps the whole game beside it.
 *
 * @typedef {import("./game.js").Game} Game
 */

import { current } from "./game.js";

/** @returns {{position: string | null, edition: string}} what the address bar asks for */
export function asked() {
  const query = new URLSearchParams(location.search);
  const position = query.get("p")?.replaceAll("_", " ") ?? null;
  return { position, edition: query.get("e") ?? "wild" };
}

/** @param {Game} game @returns {string} the address of the position shown */
export function addressOf(game) {
  const position = current(game).position.replaceAll(" ", "_").replaceAll("?", "%3F");
  const edition = game.edition === "wild" ? "" : `&e=${game.edition}`;
  return `${location.origin}${location.pathname}?p=${position}${edition}`;
}

/** @param {Game} game as a new entry of the browser's history, unless it is the one shown */
export function push(game) {
  const address = addressOf(game);
  if (address === location.href) replace(game);
  else history.pushState({ game }, "", address);
}

/** @param {Game} game in place of the entry shown; the address stays */
export function replace(game) {
  history.replaceState({ game }, "");
}

/** @returns {Game | null} the game that the browser's history keeps with the entry shown */
export const kept = () => history.state?.game ?? null;
