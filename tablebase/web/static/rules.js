/**
 * Choosing the rules and their edition, and what the page says of them.
 *
 * @typedef {import("./explorer.js").Explorer} Explorer
 * @typedef {import("./api.js").Rules} Rules
 */

import { attempt } from "./banner.js";
import { byId, html } from "./dom.js";
import { isForMany } from "./game.js";

/** What an edition is called on the page, if not by its own name. @type {Record<string, string>} */
const CALLED = { single: "one step" };

const PLAYERS = ["Red and Blue", "Red, Blue and Green", "Red, Blue, Green and Yellow"];

/** @param {Explorer} explorer @param {(name: string) => unknown} change to rules of a name */
export function mountRules(explorer, change) {
  const list = /** @type {HTMLSelectElement} */ (byId("rules"));
  list.addEventListener("change", () => change(list.value));
  byId("edition").addEventListener("change", (event) => {
    const { value } = /** @type {HTMLInputElement} */ (event.target);
    attempt(() => explorer.setEdition(value));
  });
  explorer.addEventListener("change", () => {
    renderList(list, explorer);
    if (explorer.rules) {
      renderEditions(explorer.rules, explorer.game.edition);
      renderHow(explorer.rules, explorer.jokerSteps);
    }
  });
}

/** @param {HTMLSelectElement} list @param {Explorer} explorer */
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

/** @param {Rules} rules @param {string} chosen */
function renderEditions({ editions }, chosen) {
  const group = byId("edition");
  const inputs = () => /** @type {NodeListOf<HTMLInputElement>} */ (group.querySelectorAll("input"));
  if ([...inputs()].map(({ value }) => value).join() !== editions.map(({ name }) => name).join()) {
    for (const choice of group.querySelectorAll("label")) choice.remove();
    group.append(...editions.map(choice));
  }
  for (const input of inputs()) input.checked = input.value === chosen;
}

/** @param {import("./api.js").Edition} edition */
function choice({ name, joker_steps: steps }) {
  const input = html("input", { type: "radio", name: "edition", value: name });
  const title = `The joker is worth ${steps.join(", ")} ${steps.join() === "1" ? "step" : "steps"}`;
  return html("label", { title }, input, html("span", {}, CALLED[name] ?? name));
}

/** @param {Rules} rules @param {string} steps from a joker */
function renderHow(rules, steps) {
  const { wrap, landing, players } = rules;
  const many = isForMany(rules);
  byId("how-turns").textContent = PLAYERS[players - 2];
  byId("how-out").textContent = many ? "If you cannot move when it is your turn, you are out; the last one in has won." : "If you cannot move, you lose.";
  byId("how-values").hidden = many;
  byId("how-values-of-many").hidden = !many;
  byId("how-edges").hidden = !wrap;
  byId("how-landing").textContent = landing ? ", and end on it: then both share the card" : " but not end on it";
  byId("how-joker").textContent = steps === "1" ? "one step" : `${steps} steps`;
}
