/**
 * Random deals, by who wins them, how soon, and how hard that is.
 *
 * @typedef {import("./explorer.js").Explorer} Explorer
 */

import * as address from "./address.js";
import * as api from "./api.js";
import { byId, html } from "./dom.js";
import { counted, named } from "./words.js";

/** With perfect play no deal of either edition ends sooner or later than this. */
const [SHORTEST, LONGEST] = [7, 14];

/** @returns {string} the seed of today's deal: the date, as a number */
export const today = () => new Date().toISOString().slice(0, 10).replaceAll("-", "");

/** @param {(filters: Record<string, string>) => unknown} deal */
export function mountDeals(deal) {
  const form = /** @type {HTMLFormElement} */ (byId("random"));
  byId("winner").addEventListener("change", fillLengths);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    deal(filters());
  });
  fillLengths();
}

/** What the form asks for. */
export function filters() {
  const form = /** @type {HTMLFormElement} */ (byId("random"));
  return /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form)));
}

/** Red wins in an odd number of moves, Blue in an even one. */
function fillLengths() {
  const winner = /** @type {HTMLSelectElement} */ (byId("winner"));
  const length = /** @type {HTMLSelectElement} */ (byId("length"));
  const kept = length.value;
  const fits = (/** @type {number} */ plies) => !winner.value || (plies % 2 === 1) === (winner.value === "red");
  const plies = Array.from({ length: LONGEST - SHORTEST + 1 }, (_, at) => at + SHORTEST).filter(fits);
  length.replaceChildren(
    html("option", { value: "" }, "any number of moves"),
    ...plies.map((number) => html("option", { value: number }, `${number} moves`)),
  );
  length.value = plies.includes(Number(kept)) ? kept : "";
}

/**
 * Deal, and say what the deal is like, unless that is hidden.
 *
 * @param {Explorer} explorer
 * @param {Record<string, string>} wanted
 * @param {string} edition
 * @param {(game: import("./game.js").Game) => void} [remember] tells the browser's history
 */
export async function dealTo(explorer, wanted, edition, remember = address.push) {
  const found = await api.random(edition, wanted);
  await explorer.open(found.position, edition, remember);
  const said = `${named(found.winner)} wins in ${found.dte}; ${counted(found.winning_moves, "first move")} win${found.winning_moves === 1 ? "s" : ""}. `;
  byId("random-note").textContent = `${explorer.hidden ? "" : said}Seed ${found.seed}.`;
}
