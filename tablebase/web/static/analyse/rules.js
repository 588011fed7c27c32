/**
 * Choosing the rules and their edition, and what the page says of them.
 *
 * @typedef {import("../shared/session.js").Session} Session
 * @typedef {import("../shared/api.js").Rules} Rules
 */

import { attempt } from "../shared/banner.js";
import { html, part } from "../shared/dom.js";
import { isForMany } from "../shared/game.js";
import { explain } from "../shared/how.js";

/** What an edition is called on the page, if not by its own name. @type {Record<string, string>} */
const CALLED = { single: "one step" };

/** @param {HTMLElement} root @param {Session} session @param {(name: string) => unknown} change to rules of a name */
export function mountRules(root, session, change) {
  const list = /** @type {HTMLSelectElement} */ (part(root, "rules"));
  list.addEventListener("change", () => change(list.value));
  part(root, "edition").addEventListener("change", (event) => {
    const { value } = /** @type {HTMLInputElement} */ (event.target);
    attempt(() => session.setEdition(value));
  });
  session.addEventListener("change", () => {
    renderList(list, session);
    if (session.rules) {
      renderEditions(root, session.rules, session.game.edition);
      explain(session.rules, session.jokerSteps);
    }
  });
}

/** @param {HTMLSelectElement} list @param {Session} session */
function renderList(list, { offered, game }) {
  if (offered.length > 0 && list.options.length !== offered.length) {
    list.replaceChildren(...offered.map((rules) => html("option", { value: rules.name }, label(rules))));
  }
  list.value = game.rules;
}

/** The rules in a few words. @param {Rules} rules */
function label(rules) {
  const { name, rows, columns, wrap, landing, players, picture } = rules;
  const words = [];
  const size = `${rows}x${columns}`;
  if (name !== size) words.push(size);
  if (picture.join("").includes("_")) words.push("with gaps");
  if (!wrap) words.push("edges closed");
  if (landing) words.push("landing");
  if (isForMany(rules)) words.push(`${players} players`);
  return words.length ? `${name} (${words.join(", ")})` : name;
}

/** @param {HTMLElement} root @param {Rules} rules @param {string} chosen */
function renderEditions(root, { editions }, chosen) {
  const group = part(root, "edition");
  const inputs = () => /** @type {NodeListOf<HTMLInputElement>} */ (group.querySelectorAll("input"));
  if ([...inputs()].map(({ value }) => value).join() !== editions.map(({ name }) => name).join()) {
    for (const choice of group.querySelectorAll("label")) choice.remove();
    group.append(...editions.map(choice));
  }
  for (const input of inputs()) input.checked = input.value === chosen;
}

/** @param {import("../shared/api.js").Edition} edition */
function choice({ name, joker_steps: steps }) {
  const input = html("input", { type: "radio", name: "edition", value: name });
  const title = `The joker is worth ${steps.join(", ")} ${steps.join() === "1" ? "step" : "steps"}`;
  return html("label", { title }, input, html("span", {}, CALLED[name] ?? name));
}
