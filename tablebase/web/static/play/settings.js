/**
 * How the next game is played: chosen once, and kept on this device.
 *
 * @typedef {import("../shared/api.js").Side} Side
 * @typedef {import("./match.js").Match} Match
 * @typedef {{length: "game" | "match", rival: "computer" | "people", you: Side, level: string,
 *   rules: string, edition: string, values: boolean, comments: boolean}} Settings
 */

import * as api from "../shared/api.js";
import { part } from "../shared/dom.js";
import { PUBLISHED } from "../shared/game.js";
import { SIDES } from "../shared/notation.js";
import { hasRule, MAX_CELLS, RULE } from "../shared/rule.js";
import { learn, offers } from "../shared/session.js";
import { keep, setting } from "../shared/settings.js";
import { listEditions, listRules } from "../shared/variants.js";
import { named } from "../shared/words.js";
import { firstSide, upcoming } from "./match.js";
import { scoreText } from "./words.js";

/** The strengths in players' words: what each is called, and what it does. @type {Record<string, [string, string]>} */
export const LEVELS = {
  beginner: ["easy", "It looks two moves ahead. Otherwise it often plays at random."],
  casual: ["medium", "It looks four moves ahead, and slips now and then."],
  strong: ["hard", "It looks eight moves ahead, and rarely slips."],
  perfect: ["perfect", "It never makes a mistake. You can win only if you make none either."],
  [RULE]: ["rule of thumb", "Stronger than easy, weaker than medium. It follows this rule:"],
};

/** @type {Settings} */
const FIRST = { length: "game", rival: "computer", you: "red", level: "beginner", rules: PUBLISHED, edition: "", values: false, comments: true };

/** @returns {Settings} */
export const settings = () => ({ ...FIRST, ...setting("play", {}) });

/** Forget rules that are not offered here, and a side that they do not have. */
async function repaired() {
  const chosen = settings();
  const rules = (await offers()).find(({ name }) => name === chosen.rules);
  if (!rules) Object.assign(chosen, { rules: PUBLISHED, edition: "" });
  const sides = Object.values(SIDES).slice(0, rules?.players ?? 2);
  if (!sides.includes(chosen.you)) chosen.you = "red";
  chosen.edition ||= rules?.editions[0].name ?? "";
  if (sides.length > 2) chosen.length = "game"; // no points are agreed on for more
  chosen.level = levelFor(chosen.level, rules);
  keep("play", chosen);
  return chosen;
}

/** A level, or the first if there is no such level under some rules. @param {string} level @param {import("../shared/api.js").Rules | undefined} rules */
export const levelFor = (level, rules) => (Object.hasOwn(LEVELS, level) && (level !== RULE || hasRule(rules)) ? level : FIRST.level);

/**
 * Let the form show the settings, and change them.
 *
 * @param {HTMLElement} root
 * @param {() => unknown} changed
 */
export function mountSettings(root, changed) {
  const form = /** @type {HTMLFormElement} */ (part(root, "settings"));
  form.addEventListener("change", () => {
    const data = new FormData(form);
    const before = settings();
    const chosen = Object.fromEntries(["length", "rival", "you", "level", "rules", "edition"].map((name) => [name, data.get(name) ?? ""]));
    if (chosen.rules !== before.rules) chosen.edition = "";
    keep("play", { ...chosen, values: data.has("values"), comments: data.has("comments") });
    changed();
  });
}

/** Offer a choice, or not. @param {HTMLInputElement} input @param {boolean} offered */
const show = (input, offered) => (/** @type {HTMLElement} */ (input.parentElement).hidden = !offered);

/** @param {HTMLElement} root */
export async function renderSettings(root) {
  const chosen = await repaired();
  const rules = await learn(chosen.rules);
  const sides = Object.values(SIDES).slice(0, rules.players);
  const form = /** @type {HTMLFormElement} */ (part(root, "settings"));
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("input[type=radio]"))) {
    input.checked = String(Reflect.get(chosen, input.name)) === input.value;
    if (input.name === "you") show(input, sides.includes(/** @type {Side} */ (input.value)));
    if (input.name === "level") show(input, levelFor(input.value, rules) === input.value);
  }
  for (const name of /** @type {const} */ (["values", "comments"])) {
    /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).checked = chosen[name];
  }
  listRules(/** @type {HTMLSelectElement} */ (part(root, "rules")), await offers(), rules.name);
  listEditions(part(root, "edition"), rules, chosen.edition || rules.editions[0].name);
  const computer = chosen.rival === "computer";
  part(root, "lengths").hidden = sides.length > 2;
  part(root, "sides").hidden = !computer;
  part(root, "levels").hidden = !computer || !hasLevels(rules);
  part(root, "level-note").textContent = computer ? await noteOf(chosen, rules) : "Pass the phone, or sit side by side. Values are hidden.";
  const match = chosen.length === "match" ? upcoming(chosen) : null;
  part(root, "begin").textContent = labelOf(chosen, rules, match);
  part(root, "match-note").hidden = match?.round === undefined || match.round === 1;
  part(root, "match-text").textContent = match ? scoreText(match) : "";
}

/** Whether the computer plays at strengths: where it can look ahead far enough. @param {import("../shared/api.js").Rules} rules */
const hasLevels = ({ tabled, shift, deck }) => tabled || (shift !== "" && deck.length <= MAX_CELLS);

/** @param {Settings} settings @param {import("../shared/api.js").Rules} rules */
async function noteOf({ length, level, you }, rules) {
  if (!hasLevels(rules)) return "This board is too large to solve on the spot, so the computer plays the best move it finds in one second.";
  const description = LEVELS[level][1] + (level === RULE ? ` “${await api.wordsOf(RULE)}”` : "");
  return rules.book && length === "game" ? `${description} You will get a deal that ${named(you)} can win.` : description;
}

/** What the button says that begins. @param {Settings} settings @param {import("../shared/api.js").Rules} rules @param {Match | null} match */
function labelOf({ rival, you, level }, rules, match) {
  const what = match ? `Play round ${match.round}` : "Play";
  if (rival === "people") return `${what} with friends`;
  return `${what} as ${named(match ? firstSide(match) : you)}${hasLevels(rules) ? `, ${LEVELS[level]?.[0] ?? level}` : ""}`;
}
