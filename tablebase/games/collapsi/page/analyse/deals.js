/**
 * Random deals, by who wins them, how soon, and how hard that is.
 *
 * @typedef {import("../shared/explored.js").Session} Session
 */

import { html, part } from "#shared/dom.js";
import { counted } from "#shared/words.js";
import * as api from "../shared/api.js";
import { learn } from "../shared/session.js";
import { todaysEdition } from "../shared/variants.js";
import { named } from "../shared/words.js";

/** The shortest and the longest game of either edition with perfect play. */
const [SHORTEST, LONGEST] = [7, 14];

/** @returns {string} the seed of today's deal: the date, as a number */
export const today = () => new Date().toLocaleDateString("sv").replaceAll("-", ""); // Sweden writes 2026-02-01

/** @param {HTMLElement} root @param {Session} session @param {(filters: Record<string, string>) => unknown} deal */
export function mountDeals(root, session, deal) {
  const form = /** @type {HTMLFormElement} */ (part(root, "random"));
  part(root, "winner").addEventListener("change", () => fillLengths(root));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    deal(filters(root));
  });
  fillLengths(root);
  session.addEventListener("settled", () => {
    for (const field of form.querySelectorAll("label")) field.hidden = session.rules?.book === false;
  });
}

/** What the form asks for. @param {HTMLElement} root */
export function filters(root) {
  const form = /** @type {HTMLFormElement} */ (part(root, "random"));
  return /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form)));
}

/** Red wins in an odd number of moves, Blue in an even one. @param {HTMLElement} root */
function fillLengths(root) {
  const winner = /** @type {HTMLSelectElement} */ (part(root, "winner"));
  const length = /** @type {HTMLSelectElement} */ (part(root, "length"));
  const kept = length.value;
  const fits = (/** @type {number} */ plies) => !winner.value || (plies % 2 === 1) === (winner.value === "red");
  const plies = Array.from({ length: LONGEST - SHORTEST + 1 }, (_, at) => at + SHORTEST).filter(fits);
  length.replaceChildren(
    html("option", { value: "" }, "any number of moves"),
    ...plies.map((number) => html("option", { value: number }, `${number} moves`)),
  );
  length.value = plies.includes(Number(kept)) ? kept : "";
}

/** The next deal, drawn ahead for the same request as the last one. @type {{key: string, found: Promise<import("../shared/api.js").RandomDeal>} | null} */
let next = null;

/**
 * Draw a deal; once it is shown, draw the next one while the reader looks at it.
 *
 * @param {import("../shared/api.js").Variant} variant @param {Record<string, string>} wanted
 */
function draw(variant, wanted) {
  const key = JSON.stringify([variant.rules, variant.edition, wanted]);
  const found = next?.key === key ? next.found : api.random(variant, wanted);
  next = null;
  const prepare = () => {
    if (wanted.seed) return;
    const later = api.random(variant, wanted);
    later.then(({ position }) => api.probe(position, variant)).catch(() => {}); // the failure shows when the deal is asked for
    next = { key, found: later };
  };
  return { found, prepare };
}

/**
 * Deal.
 *
 * @param {Session} session
 * @param {Record<string, string>} wanted
 * @param {import("../shared/api.js").Variant} variant without an edition, today's
 * @param {boolean} [replace] the entry of the browser's history
 * @returns {Promise<import("../shared/api.js").RandomDeal | null>} null if something else was asked
 *   for meanwhile
 */
export async function dealTo(session, wanted, variant, replace = false) {
  const isAsked = session.ask();
  const rules = await learn(variant.rules);
  const dealt = { ...variant, edition: variant.edition || todaysEdition(rules) };
  const { seed = "" } = wanted;
  const { found, prepare } = draw(dealt, rules.book ? wanted : { seed });
  const { position } = await found;
  if (!isAsked()) return null;
  if (!(await session.open(position, dealt, { replace }))) return null;
  if (rules.tabled) prepare();
  return found;
}

/**
 * What there is to say of a deal, while it is the one that is shown.
 *
 * @param {Session} session
 * @param {import("../shared/api.js").RandomDeal | null} found
 */
export function dealNote({ game, hidden }, found) {
  if (!found || game.steps[0].position !== found.position) return "";
  return `${hidden ? "" : said(found)}Seed ${found.seed}.`;
}

/** What is known of a deal. @param {import("../shared/api.js").RandomDeal} found */
function said({ winner, dte, winning_moves: winning }) {
  if (winner === null) return "";
  const moves = winning === null ? "" : `; ${counted(winning, "first move")} win${winning === 1 ? "s" : ""}`;
  return `${named(winner)} wins in ${dte}${moves}. `;
}
