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

/** @param {Explorer} explorer @param {(filters: Record<string, string>) => unknown} deal */
export function mountDeals(explorer, deal) {
  const form = /** @type {HTMLFormElement} */ (byId("random"));
  byId("winner").addEventListener("change", fillLengths);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    deal(filters());
  });
  fillLengths();
  explorer.addEventListener("change", () => {
    for (const field of form.querySelectorAll("label")) field.hidden = explorer.rules?.book === false;
  });
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
 * @param {import("./api.js").Variant} variant
 * @param {(game: import("./game.js").Game) => void} [remember] tells the browser's history
 */
export async function dealTo(explorer, wanted, variant, remember = address.push) {
  const rules = await explorer.learn(variant.rules);
  const { seed = "" } = wanted;
  const found = await api.random(variant, rules.book ? wanted : { seed });
  await explorer.open(found.position, variant, remember);
  byId("random-note").textContent = `${explorer.hidden ? "" : said(found)}Seed ${found.seed}.`;
}

/** What is known of a deal. @param {import("./api.js").RandomDeal} found */
function said({ winner, dte, winning_moves: winning }) {
  if (winner === null || winning === null) return "";
  return `${named(winner)} wins in ${dte}; ${counted(winning, "first move")} win${winning === 1 ? "s" : ""}. `;
}
