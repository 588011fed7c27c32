/**
 * Every position is an address: `?p=A223/4A2rxJ/3A23/Jb3A4_b&e=single`, and under other rules than
 * the published game's `&r=` their name. The browser's history keeps the whole game beside it.
 *
 * @typedef {import("./game.js").Game} Game
 */

import { current, PUBLISHED } from "./game.js";

/**
 * What the address bar asks for; an edition that is not named is empty.
 *
 * @returns {{position: string | null, edition: string, rules: string}}
 */
export function asked() {
  const query = new URLSearchParams(location.search);
  const text = query.get("p");
  // Where rows are parted by slashes, any other _ than the last is a gap of the board.
  const position = text?.replaceAll(text.includes("/") ? /_(?=[rbgy]+$)/g : "_", " ") ?? null;
  return { position, edition: query.get("e") ?? "", rules: query.get("r") ?? PUBLISHED };
}

/** @param {Game} game @returns {string} the address of the position shown */
export function addressOf(game) {
  const position = current(game).position.replaceAll(" ", "_").replaceAll("?", "%3F");
  const published = game.rules === PUBLISHED;
  const edition = published && game.edition === "wild" ? "" : `&e=${encodeURIComponent(game.edition)}`;
  const rules = published ? "" : `&r=${encodeURIComponent(game.rules)}`;
  return `${location.origin}${location.pathname}?p=${position}${edition}${rules}`;
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
