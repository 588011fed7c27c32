/** Who plays, on which board, with which limits: the forms beside the board, and what they remember. */

import { attempt } from "#shared/banner.js";
import { html, part, show } from "#shared/dom.js";
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

/** @param {Table} table */
export function remember({ against, you, level, limits, steps }) {
  const size = steps.length ? sizeOf(steps[0].position) : {};
  keep("nim", { ...kept(), against, you, level, ...limits, ...size });
}

/** @param {HTMLElement} root @param {string} name */
const field = (root, name) =>
  /** @type {HTMLSelectElement} */ (/** @type {HTMLFormElement} */ (part(root, "limits")).elements.namedItem(name));

/** @param {HTMLElement} root @param {(type: string, about?: object) => unknown} send */
export function mountSetup(root, send) {
  for (const [name, numbers] of Object.entries({ rows: SIZES, columns: SIZES, take: TAKES }))
    field(root, name).replaceChildren(...numbers.map((number) => html("option", {}, String(number))));
  const level = /** @type {HTMLSelectElement} */ (part(root, "level"));
  level.replaceChildren(...Object.entries(LEVELS).map(([name, words]) => html("option", { value: name }, words)));
  level.value = kept().level;
  const on = (/** @type {string} */ id, /** @type {() => unknown} */ run) =>
    part(root, id).addEventListener("change", () => attempt(run));
  on("level", () => send("level", { level: level.value }));
  const chosen = (/** @type {string} */ id) =>
    /** @type {HTMLInputElement} */ (part(root, id).querySelector("input:checked")).value;
  for (const group of ["against", "you"])
    on(group, () => send("players", { against: chosen("against"), you: Number(chosen("you")) }));
  on("limits", () => {
    const [rows, columns, take] = ["rows", "columns", "take"].map((name) => Number(field(root, name).value));
    const limits = { take, misere: field(root, "misere").value === "true" };
    return send("open", { position: fullBoard(rows, columns), limits, changes: { live: true }, keeps: true });
  });
}

/** Let the forms show what is played. @param {HTMLElement} root @param {Pick<Table, "limits" | "against" | "you"> & {size: {rows: number, columns: number}}} played */
export function showSetup(root, { size: { rows, columns }, limits: { take, misere }, against, you }) {
  for (const [name, value] of Object.entries({ rows, columns, take })) choose(field(root, name), String(value));
  field(root, "misere").value = String(misere); // a group of buttons
  check(part(root, "against"), against);
  check(part(root, "you"), String(you));
  show(root, { opponent: { hidden: against !== "computer" }, "against-note": NOTES[against] });
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
