/** How the next game is played: chosen once, and kept on this device. */

import { report } from "#shared/banner.ts";
import { keep, setting } from "#shared/device.ts";
import { part, show } from "#shared/dom.ts";
import type { Rules } from "../answers.d.ts";
import { Turn } from "../engine/turns.ts";
import type { Side, Variant } from "../shared/api.ts";
import * as api from "../shared/api.ts";
import { isForMany, PUBLISHED, RULE } from "../shared/game.ts";
import { learn, offers } from "../shared/session.ts";
import { called, listEditions, todaysEdition } from "../shared/variants.ts";
import { named } from "../shared/words.ts";
import { LEVELS, levelFor } from "./levels.ts";
import { firstSide, type Match, matchUnderWay, upcoming } from "./match.ts";
import { begunBy, listSeats, repairedSeats, seatsNote, takenSeats } from "./seats.ts";
import { sidesOf, tableOfSeats } from "./table.ts";
import { scoreText } from "./words.ts";

/**
 * With three and four players `seats` says who plays each side, "human" or a level, instead of `rival`,
 * `you` and `level`.
 */
export type Settings = {
  length: "game" | "match";
  rival: "computer" | "people";
  you: Side;
  level: string;
  seats: Record<string, string>;
  rules: string;
  edition: string;
  linked: boolean; // whether the rules are those of a link, which hold for the games that it leads to
  values: boolean;
  comments: boolean;
};

const FIRST: Settings = {
  length: "game",
  rival: "computer",
  you: "red",
  level: "beginner",
  seats: {},
  rules: PUBLISHED,
  edition: "",
  linked: false,
  values: false,
  comments: true,
};

export const settings = (): Settings => ({ ...FIRST, ...setting("play", {}) });

/** Choose the rules of a link for the next game. */
export async function choose({ rules, edition }: Variant) {
  const { name, editions } = await learn(rules);
  const known = editions.some((each) => each.name === edition);
  const chosen = { rules: name, edition: known ? edition : editions[0].name, linked: name !== PUBLISHED };
  keep("play", { ...settings(), length: "game", ...chosen });
}

/** Play the published game next. */
export const chooseUsual = () => keep("play", { ...settings(), rules: PUBLISHED, edition: "", linked: false });

/** What is asked for by no link is the published game, unless the player has chosen other rules from the list. */
export const forgetLinked = () => settings().linked && chooseUsual();

/** The settings of the next game: a match goes on as it was begun. */
export function choices(): Settings {
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

/** Let the form show the settings, and change them. */
export function mountSettings(root: HTMLElement, changed: () => unknown) {
  const form = part(root, "settings") as HTMLFormElement;
  form.addEventListener("change", ({ target }) => {
    const { name, type, checked, value } = target as HTMLInputElement;
    const before = settings();
    // Only what was changed: the form does not show the other settings before it is rendered.
    const chosen = name in FIRST ? { [name]: type === "checkbox" ? checked : value } : {};
    const edition = name === "rules" ? { edition: "", linked: false } : {};
    keep("play", { ...before, seats: { ...before.seats, ...takenSeats(form) }, ...chosen, ...edition });
    changed();
  });
}

/** Offer a choice, or hide it. */
const offer = (input: HTMLInputElement, offered: boolean) => {
  (input.parentElement as HTMLElement).hidden = !offered;
};

/** @param signal aborts once other choices are made @returns what the rules are called */
export async function renderSettings(root: HTMLElement, signal: AbortSignal) {
  const chosen = await repaired();
  const rules = await learn(chosen.rules);
  const offered = await offers();
  const note = await noteOf(chosen, rules);
  const isUsual = rules.name === PUBLISHED;
  const title = isUsual ? "Collapsi" : (await import("../shared/rule_list.ts")).titleOf(rules.name);
  const match = chosen.length === "match" ? upcoming(chosen) : null;
  const label = labelOf({ ...chosen, ...match?.choices }, await learn(match?.choices.rules ?? rules.name), match);
  signal.throwIfAborted();
  keep("play", chosen);
  const sides = sidesOf(rules);
  const form = part(root, "settings") as HTMLFormElement;
  for (const input of form.querySelectorAll("input[type=radio]") as NodeListOf<HTMLInputElement>) {
    input.checked = String(Reflect.get(chosen, input.name)) === input.value;
    if (input.name === "you") offer(input, sides.includes(input.value as Side));
    if (input.name === "level") offer(input, levelFor(input.value, rules) === input.value);
  }
  for (const name of ["values", "comments"] as const) {
    (form.elements.namedItem(name) as HTMLInputElement).checked = chosen[name];
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
  show(root, {
    "rules-row": { hidden: going },
    "rules-title": `Rules: ${title}, ${called(chosen.edition)}`,
    usual: { hidden: isUsual },
  });
  return title;
}

/** The rules, listed once the reader looks for them: their names and notes are loaded then. */
function renderRules(root: HTMLElement, offered: Rules[], chosen: string) {
  const list = part(root, "rules") as HTMLSelectElement;
  const details = list.closest("details") as HTMLDetailsElement;
  const fill = async () => {
    if (!details.open) return;
    const { listRules, noteOf } = await import("../shared/rule_list.ts");
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

/** What there is to know about the opponent. */
async function noteOf({ length, rival, level, you, seats }: Settings, rules: Rules) {
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

/** What the button that begins the game says. */
function labelOf({ rival, you, level, seats }: Settings, rules: Rules, match: Match | null) {
  if (isForMany(rules)) return begunBy(tableOfSeats(seats, rules));
  const what = match ? `${match.game ? "Continue" : "Play"} round ${match.round}` : "Play";
  if (rival === "people") return `${what} with friends`;
  return `${what} as ${named(match ? firstSide(match) : you)}${rules.tabled ? `, ${LEVELS[level]?.[0] ?? level}` : ""}`;
}
