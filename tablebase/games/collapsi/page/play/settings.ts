/** How the next game is played: chosen once, and kept on this device; and on the board the deal that would be played. */

import { report } from "#shared/commands.ts";
import { classes, fill, only, part, show } from "#shared/dom.ts";
import { keep, keptGames, setting } from "#shared/store.ts";
import type { Rules } from "../answers.d.ts";
import { readingOf } from "../shared/address.ts";
import * as api from "../shared/api.ts";
import { factsOf, isForMany, PUBLISHED } from "../shared/game.ts";
import { begun, learn, offers } from "../shared/session.ts";
import { called, listEditions, todaysEdition } from "../shared/variants.ts";
import { named } from "../shared/words.ts";
import { firstSide, type Match, matchUnderWay, upcoming } from "./match.ts";
import { unfinished } from "./record.ts";
import * as tables from "./table.ts";
import { continueText, scoreText } from "./words.ts";

const FIRST = {
  length: "game" as "game" | "match",
  rival: "computer" as "computer" | "people",
  you: "red" as api.Side,
  level: "beginner",
  seats: {} as tables.Table, // of three and four players, instead of `rival`, `you` and `level`
  rules: PUBLISHED,
  edition: "",
  keeps: false, // whether other rules than the published ones stay for later games
  values: false,
  comments: true,
  sounds: false,
};

export type Settings = typeof FIRST;

export const settings = (): Settings => {
  const kept: { linked?: boolean } = setting("play", {});
  return { ...FIRST, keeps: kept.linked === false, ...kept }; // what was chosen from the list stayed before `keeps`
};

/** Keep other settings. */
export const change = (changes: Partial<Settings>) => keep("play", { ...settings(), ...changes });

/** Choose the rules of a link for the next game. */
export async function choose({ rules, edition }: api.Variant) {
  const { name, editions } = await learn(rules);
  const known = editions.some((each) => each.name === edition);
  const before = settings();
  const keeps = before.keeps && before.rules === name;
  change({ length: "game", rules: name, edition: known ? edition : editions[0].name, keeps });
}

/** Plain Play is the published game, unless the player keeps other rules. */
export function forgetRules() {
  const { keeps, rules, edition } = settings();
  if (!keeps) change({ rules: PUBLISHED, edition: rules === PUBLISHED ? edition : "" });
}

/** The settings of the next game: a match goes on as it was begun. */
export function choices(): Settings {
  const chosen = settings();
  return { ...chosen, ...(chosen.length === "match" ? matchUnderWay()?.choices : {}) };
}

/** The settings without rules that are not offered here, and with what the others have. */
async function repaired() {
  const chosen = settings();
  if (!(await offers()).some(({ name }) => name === chosen.rules))
    Object.assign(chosen, { rules: PUBLISHED, edition: "" });
  const rules = await learn(chosen.rules);
  chosen.edition ||= todaysEdition(rules);
  if (isForMany(rules)) chosen.length = "game"; // there are no agreed points for more players
  if (rules.tabled) chosen.level = tables.levelFor(chosen.level, rules);
  chosen.seats = { ...chosen.seats, ...tables.fitting(chosen.seats, rules) };
  return chosen;
}

/** Keep what was changed in the form, and no more: it does not show other settings before it is rendered. */
export function take(form: HTMLElement, { name, type, checked, value }: HTMLInputElement) {
  const chosen = name in FIRST ? { [name]: type === "checkbox" ? checked : value } : {};
  const edition = name === "rules" ? { edition: "", keeps: false } : {};
  const seats = { ...settings().seats, ...tables.takenSeats(form as HTMLFormElement) };
  change({ seats, ...chosen, ...edition });
}

/** Show the choices. @param signal aborts once something else is asked for @returns the headline for it, and the line below */
export async function renderChoices(root: HTMLElement, signal: AbortSignal) {
  const chosen = await repaired();
  const rules = await learn(chosen.rules);
  const offered = await offers();
  const isUsual = rules.name === PUBLISHED;
  const many = isForMany(rules);
  const list = isUsual ? null : await import("../shared/rule_list.ts");
  const title = list?.titleOf(rules.name) ?? "Collapsi";
  const match = chosen.length === "match" ? upcoming(chosen) : null;
  const label = labelOf({ ...chosen, ...match?.choices }, await learn(match?.choices.rules ?? rules.name), match);
  signal.throwIfAborted();
  keep("play", chosen);
  const { seats, ...fields } = chosen;
  fill(part(root, "settings"), fields);
  renderRules(root, offered, rules.name);
  listEditions(part(root, "edition"), rules, chosen.edition);
  tables.showSeats(part(root, "seats"), seats, rules);
  only(part(root, "start"), [...factsOf(rules), ...factsFor(chosen, rules)]);
  show(root, {
    begin: label,
    "match-text": match ? `${scoreText(match)}.` : "",
    "rules-title": `Rules: ${title}, ${called(chosen.edition)}`,
    "lead-out": many ? readingOf(rules).rule : "If you cannot move, you lose.",
    "lead-more": (!many && list?.noteOf(rules.name).about) || "",
  });
  const kept = () => renderKept(root, chosen, rules);
  kept().catch((error) => report(error, kept));
  const against = many ? "Against computers, or with friends" : "Against a computer, or with a friend";
  return [`Play${isUsual ? "" : ":"} ${title}`, against];
}

/** How often what is kept was shown: what is found for an earlier time comes too late. */
let times = 0;

/** What is kept: the game to go on with, how many there are and how they went, and days in a row with a puzzle. */
async function renderKept(root: HTMLElement, { rival, level }: Settings, rules: Rules) {
  const time = ++times;
  const { games } = keptGames();
  const kept = unfinished(games);
  const offered = kept && !(settings().length === "match" && upcoming(choices()).game === kept.id);
  show(root, {
    continue: { hidden: !offered },
    begin: { class: classes("big", { primary: !offered }) },
    "my-games": { hidden: !games.length },
  });
  show(root, { "continue-what": kept ? continueText(kept) : "", "my-games": `My games (${games.length})` });
  if (!games.length && !setting("puzzles.days", null)) return show(root, { streak: "", record: "" }); // a first visit
  const [{ streakText }, { recordText }, { boardOf, timeText }] = await Promise.all([
    import("../puzzles/results.ts"),
    import("../games/tally.ts"),
    import("../shared/kept.ts"),
  ]);
  const board = kept ? await boardOf(kept).catch(() => "") : ""; // none under rules that are unknown here
  if (time !== times) return;
  const isRated = !isForMany(rules) && rival === "computer" && rules.tabled;
  show(root, { "continue-when": kept ? timeText(kept.changed) : "", "continue-board": [board] });
  show(root, { streak: streakText(), record: isRated ? recordText(games, level) : "" });
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
  const look = () => fill().catch((error) => report(error, fill));
  details.ontoggle = look;
  look();
}

/** What the markup asks in `data-when`, besides facts of the rules: who plays against whom, unless a match goes on. */
function factsFor({ length, rival, level, seats }: Settings, rules: Rules) {
  if (length === "match" && matchUnderWay()) return ["going"]; // as it was begun
  if (isForMany(rules)) return ["new", "computer", ...Object.values(tables.fitting(seats, rules))];
  return ["new", length, rival, rival === "computer" && rules.tabled && level];
}

/** Who plays the next game. @param match that it is a round of */
export function seated({ rival, you, level, seats }: Settings, rules: Rules, match: Match | null) {
  const seat = rival === "people" ? "all" : match ? firstSide(match) : you;
  return tables.fitting(isForMany(rules) ? seats : tables.tableFor(seat, level), rules);
}

/** What the button that begins the game says. */
function labelOf(chosen: Settings, rules: Rules, match: Match | null) {
  const table = seated(chosen, rules, match);
  const [view, what] = [
    tables.viewOf(table),
    match ? `${match.game ? "Continue" : "Play"} round ${match.round}` : "Play",
  ];
  if (view === "all") return tables.peopleOf(table).length ? `${what} with friends` : "Watch the computer";
  return `${what} as ${named(view)}${rules.tabled && !isForMany(rules) ? `, ${tables.LEVELS[chosen.level].called}` : ""}`;
}

/** Find a deal for what is chosen. @param variant other than the chosen one, but for a match */
export async function prepare(variant?: api.Variant) {
  const chosen = choices();
  const { rules, edition } = (chosen.length === "game" && variant) || chosen;
  const { position } = await dealFor({ ...chosen, rules, edition });
  return begun(position, { rules, edition });
}

/** The most deals drawn to find one that you can win; Blue wins about one in ten. Without its book nobody knows. */
const TRIES = 200;

/** A random deal: in a single published game against the computer, one that you can win. */
export async function dealFor({ length, rival, you, level, rules, edition }: Settings) {
  const { book } = await learn(rules);
  const choosy = length === "game" && book && rival === "computer";
  const wanted = choosy ? { difficulty: level === "beginner" ? "easy" : "" } : {};
  let found = await api.random({ rules, edition }, wanted);
  for (let tries = 1; choosy && found.winner && found.winner !== you && tries < TRIES; tries++) {
    found = await api.random({ rules, edition }, wanted);
  }
  return found;
}
