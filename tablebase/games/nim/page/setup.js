/** Who plays, on which board, with which limits: the forms beside the board, and what they remember. */

import { html, part } from "#shared/dom.js";
import { keep, setting } from "#shared/settings.js";
import { LEVELS } from "./opponent.js";
import { fullBoard, sizeOf } from "./table.js";

/** @typedef {import("./table.js").Table} Table */

const SIZES = [2, 3, 4, 5, 6, 7, 8];
const TAKES = [1, 2, 3, 4, 5];

const NOTES = {
  computer: "Values are hidden. Your mistakes are pointed out after you make them.",
  friend: "You share the screen. Values are hidden until the game is over.",
  nobody: "You move for both players and see what every move is worth.",
};

/** What is remembered on this device. */
export const kept = () =>
  setting("nim", { against: "computer", you: 0, level: "beginner", rows: 4, columns: 4, take: 3, misere: true });

/** @param {Table} table @param {string} level */
export function remember(table, level) {
  const { against, you, limits, steps } = table;
  const size = steps.length ? sizeOf(steps[0].position) : {};
  keep("nim", { ...kept(), against, you, level, ...limits, ...size });
}

/**
 * @param {HTMLElement} root
 * @param {Table} table
 * @param {{players: () => unknown, level: () => unknown, rules: (position: string, limits: import("./table.js").Limits) => unknown}} chosen
 */
export function mountSetup(root, table, chosen) {
  const form = /** @type {HTMLFormElement} */ (part(root, "limits"));
  const field = (/** @type {string} */ name) => /** @type {HTMLSelectElement} */ (form.elements.namedItem(name));
  for (const [name, numbers] of /** @type {[string, number[]][]} */ ([
    ["rows", SIZES],
    ["columns", SIZES],
    ["take", TAKES],
  ])) {
    field(name).replaceChildren(...numbers.map((number) => html("option", {}, String(number))));
  }
  const level = /** @type {HTMLSelectElement} */ (part(root, "level"));
  level.replaceChildren(...Object.entries(LEVELS).map(([name, words]) => html("option", { value: name }, words)));
  level.value = kept().level;
  level.addEventListener("change", chosen.level);
  for (const group of ["against", "you"]) part(root, group).addEventListener("change", chosen.players);
  form.addEventListener("change", () => {
    const [rows, columns, take] = ["rows", "columns", "take"].map((name) => Number(field(name).value));
    chosen.rules(fullBoard(rows, columns), { take, misere: field("misere").value === "true" });
  });
  table.addEventListener("change", () => {
    if (!table.position) return;
    const { rows, columns } = sizeOf(table.position);
    const { take, misere } = table.limits;
    for (const [name, value] of Object.entries({ rows, columns, take })) choose(field(name), String(value));
    field("misere").value = String(misere); // a group of buttons
    check(part(root, "against"), table.against);
    check(part(root, "you"), String(table.you));
    part(root, "opponent").hidden = table.against !== "computer";
    part(root, "against-note").textContent = NOTES[table.against];
  });
}

/** A link may have a size or a limit that is not offered. @param {HTMLSelectElement} select @param {string} value */
function choose(select, value) {
  if (![...select.options].some((option) => option.value === value)) select.append(html("option", {}, value));
  select.value = value;
}

/** @param {HTMLElement} group @param {string} value */
function check(group, value) {
  const input = /** @type {HTMLInputElement} */ (group.querySelector(`input[value="${value}"]`));
  input.checked = true;
}
