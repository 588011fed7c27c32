/**
 * Random deals, by who wins them, how soon, and how hard that is.
 *
 * @typedef {import("../shared/session.js").Shown<import("./state.js").State>} Session
 */

import { html, part } from "#shared/dom.js";
import { counted } from "#shared/words.js";
import * as api from "../shared/api.js";
import { begun, learn } from "../shared/session.js";
import { todaysEdition } from "../shared/variants.js";
import { named } from "../shared/words.js";

/** The shortest and the longest game of either edition with perfect play. */
const [SHORTEST, LONGEST] = [7, 14];

/** @returns {string} the seed of today's deal: the date, as a number */
export const today = () => new Date().toLocaleDateString("sv").replaceAll("-", ""); // Sweden writes 2026-02-01

/** @param {HTMLElement} root @param {Session} session @param {(filters: Record<string, string>) => unknown} deal */
export function mountDeals(root, session, deal) {
  part(root, "winner").addEventListener("change", () => fillLengths(root));
  part(root, "random").addEventListener("submit", (event) => {
    event.preventDefault();
    deal(filters(root));
  });
  fillLengths(root);
  session.addEventListener("settled", () => {
    for (const field of part(root, "random").querySelectorAll("label")) field.hidden = session.rules?.book === false;
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
let ahead = null;

/** @param {import("../shared/api.js").Variant} variant @param {Record<string, string>} wanted */
const keyOf = ({ rules, edition }, wanted) => JSON.stringify([rules, edition, wanted]);

/** Draw the next deal while the reader looks at this one. @param {{variant: import("../shared/api.js").Variant, wanted: Record<string, string>}} next */
export function prepare({ variant, wanted }) {
  const found = api.random(variant, wanted);
  found.then(({ position }) => api.probe(position, variant)).catch(() => {}); // the failure shows when the deal is asked for
  ahead = { key: keyOf(variant, wanted), found };
}

/**
 * A deal as a game, and what is known of it.
 *
 * @param {Record<string, string>} wanted
 * @param {import("../shared/api.js").Variant} variant without an edition, today's
 */
export async function dealt(wanted, variant) {
  const rules = await learn(variant.rules);
  const under = { rules: variant.rules, edition: variant.edition || todaysEdition(rules) };
  const { seed = "" } = wanted;
  const asked = rules.book ? wanted : { seed };
  const drawn = ahead?.key === keyOf(under, asked) ? ahead.found : api.random(under, asked);
  ahead = null;
  const found = await drawn;
  const next = rules.tabled && !seed ? { variant: under, wanted: asked } : null;
  return { ...(await begun(found.position, under)), dealt: found, next };
}

/** What there is to say of a deal, while it is the one that is shown. @param {Session} session */
export function dealNote({ game, hidden, state: { dealt, dealing } }) {
  if (dealing) return "Looking for a deal…";
  if (!dealt || game.steps[0].position !== dealt.position) return "";
  return `${hidden ? "" : said(dealt)}Seed ${dealt.seed}.`;
}

/** What is known of a deal. @param {import("../shared/api.js").RandomDeal} found */
function said({ winner, dte, winning_moves: winning }) {
  if (winner === null) return "";
  const moves = winning === null ? "" : `; ${counted(winning, "first move")} win${winning === 1 ? "s" : ""}`;
  return `${named(winner)} wins in ${dte}${moves}. `;
}
