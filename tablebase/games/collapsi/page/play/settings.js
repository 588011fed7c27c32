/**
 * How the next game is played: chosen once, and kept on this device.
 *
 * @typedef {import("../shared/api.js").Side} Side
 * @typedef {import("./match.js").Match} Match
 * @typedef {{length: "game" | "match", rival: "computer" | "people", you: Side, level: string,
 *   seats: Record<string, string>, rules: string, edition: string, values: boolean,
 *   comments: boolean}} Settings
 *   with three and four players `seats` says who plays each side, "human" or a level, instead of
 *   `rival`, `you` and `level`
 */

import { report } from "#shared/banner.js";
import { part } from "#shared/dom.js";
import { keep, setting } from "#shared/settings.js";
import { Turn } from "../engine/turns.js";
import * as api from "../shared/api.js";
import { isForMany, PUBLISHED } from "../shared/game.js";
import { RULE } from "../shared/rule.js";
import { learn, offers } from "../shared/session.js";
import { listEditions, todaysEdition } from "../shared/variants.js";
import { named } from "../shared/words.js";
import { LEVELS, levelFor } from "./levels.js";
import { firstSide, matchUnderWay, upcoming } from "./match.js";
import { begunBy, listSeats, repairedSeats, seatsNote, takenSeats } from "./seats.js";
import { sidesOf, tableOfSeats } from "./table.js";
import { scoreText } from "./words.js";

/** @type {Settings} */
const FIRST = {
  length: "game",
  rival: "computer",
  you: "red",
  level: "beginner",
  seats: {},
  rules: PUBLISHED,
  edition: "",
  values: false,
  comments: true,
};

/** @returns {Settings} */
export const settings = () => ({ ...FIRST, ...setting("play", {}) });

/** Choose the rules of a link for the next game. @param {import("../shared/api.js").Variant} variant */
export async function choose({ rules, edition }) {
  const { name, editions } = await learn(rules);
  const known = editions.some((each) => each.name === edition);
  keep("play", { ...settings(), length: "game", rules: name, edition: known ? edition : editions[0].name });
}

/** The settings of the next game: a match goes on as it was begun. @returns {Settings} */
export function choices() {
  const chosen = settings();
  return { ...chosen, ...(chosen.length === "match" ? matchUnderWay()?.choices : {}) };
}

/** The settings without rules that are not offered here, and a side that they do not have. */
async function repaired() {
  const chosen = settings();
  if (!(await offers()).some(({ name }) => name === chosen.rules))
    Object.assign(chosen, { rules: PUBLISHED, edition: "" });
  const rules = await learn(chosen.rules);
  const sides = sidesOf(rules);
  if (!sides.includes(chosen.you)) chosen.you = "red";
  chosen.edition ||= todaysEdition(rules);
  if (isForMany(rules)) chosen.length = "game"; // there are no agreed points for more players
  chosen.level = levelFor(chosen.level, rules);
  chosen.seats = repairedSeats(chosen.seats, rules);
  return chosen;
}

/**
 * Let the form show the settings, and change them.
 *
 * @param {HTMLElement} root
 * @param {() => unknown} changed
 */
export function mountSettings(root, changed) {
  const form = /** @type {HTMLFormElement} */ (part(root, "settings"));
  form.addEventListener("change", ({ target }) => {
    const { name, type, checked, value } = /** @type {HTMLInputElement} */ (target);
    const before = settings();
    // Only what was changed: the form does not show the other settings before it is rendered.
    const chosen = name in FIRST ? { [name]: type === "checkbox" ? checked : value } : {};
    const edition = name === "rules" ? { edition: "" } : {};
    keep("play", { ...before, seats: { ...before.seats, ...takenSeats(form) }, ...chosen, ...edition });
    changed();
  });
}

/** Offer a choice, or hide it. @param {HTMLInputElement} input @param {boolean} offered */
const show = (input, offered) => {
  /** @type {HTMLElement} */ (input.parentElement).hidden = !offered;
};

/** @param {HTMLElement} root @param {AbortSignal} signal aborts once other choices are made */
export async function renderSettings(root, signal) {
  const chosen = await repaired();
  const rules = await learn(chosen.rules);
  const offered = await offers();
  const note = await noteOf(chosen, rules);
  const match = chosen.length === "match" ? upcoming(chosen) : null;
  const label = labelOf({ ...chosen, ...match?.choices }, await learn(match?.choices.rules ?? rules.name), match);
  signal.throwIfAborted();
  keep("play", chosen);
  const sides = sidesOf(rules);
  const form = /** @type {HTMLFormElement} */ (part(root, "settings"));
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("input[type=radio]"))) {
    input.checked = String(Reflect.get(chosen, input.name)) === input.value;
    if (input.name === "you") show(input, sides.includes(/** @type {Side} */ (input.value)));
    if (input.name === "level") show(input, levelFor(input.value, rules) === input.value);
  }
  for (const name of /** @type {const} */ (["values", "comments"])) {
    /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).checked = chosen[name];
  }
  renderRules(root, offered, rules.name);
  listEditions(part(root, "edition"), rules, chosen.edition);
  const many = isForMany(rules);
  const computer = chosen.rival === "computer";
  listSeats(part(root, "seats"), chosen.seats, rules);
  const going = match !== null && matchUnderWay() !== null; // as it was begun
  part(root, "lengths").hidden = many;
  part(root, "rivals").hidden = many || going;
  part(root, "sides").hidden = many || going || !computer;
  part(root, "levels").hidden = many || going || !computer || !rules.tabled;
  part(root, "variant").hidden = going;
  part(root, "level-note").textContent = going ? "" : note;
  part(root, "begin").textContent = label;
  part(root, "match-note").hidden = !going;
  part(root, "match-text").textContent = match ? `${scoreText(match)}.` : "";
}

/** The rules, listed once the reader looks for them: their names and notes are loaded then. @param {HTMLElement} root @param {import("../shared/api.js").Rules[]} offered @param {string} chosen */
function renderRules(root, offered, chosen) {
  const list = /** @type {HTMLSelectElement} */ (part(root, "rules"));
  const details = /** @type {HTMLDetailsElement} */ (list.closest("details"));
  const fill = async () => {
    if (!details.open) return;
    const { listRules, noteOf } = await import("../shared/rule_list.js");
    listRules(list, offered, chosen);
    const { about, known } = noteOf(chosen);
    part(root, "rules-note").textContent = `${about} ${known}`.trim();
  };
  if (![...list.options].some(({ value }) => value === chosen)) list.append(new Option(chosen, chosen));
  list.value = chosen;
  const look = () => fill().catch((error) => report(error, fill));
  details.ontoggle = look;
  look();
}

/** What there is to know about the opponent. @param {Settings} settings @param {import("../shared/api.js").Rules} rules */
async function noteOf({ length, rival, level, you, seats }, rules) {
  if (isForMany(rules)) return seatsNote(seats, rules);
  if (rival === "people") return "Pass the phone, or send each move to a friend far away. Values are hidden.";
  if (new Turn(rules).linesMove) return "The browser does not search these rules, so the computer plays at random.";
  if (!rules.tabled)
    return `This board is too large to solve on the spot, so the computer plays ${rules.searched ? "the best move it finds in three seconds" : "at random"}.`;
  const description = LEVELS[level][1] + (level === RULE ? ` “${await api.wordsOf(RULE)}”` : "");
  return rules.book && length === "game"
    ? `${description} You will get a deal that ${named(you)} can win.`
    : description;
}

/** What the button that begins the game says. @param {Settings} settings @param {import("../shared/api.js").Rules} rules @param {Match | null} match */
function labelOf({ rival, you, level, seats }, rules, match) {
  if (isForMany(rules)) return begunBy(tableOfSeats(seats, rules));
  const what = match ? `${match.game ? "Continue" : "Play"} round ${match.round}` : "Play";
  if (rival === "people") return `${what} with friends`;
  return `${what} as ${named(match ? firstSide(match) : you)}${rules.tabled ? `, ${LEVELS[level]?.[0] ?? level}` : ""}`;
}
