/**
 * Who sits at the table: the sides that people at this screen play, and how the computer plays each
 * of the others. In an address this is `as=red.green&level=maxn.alone`: the people, or `all` or
 * `none`; and the others' levels in turn order, of which the last holds for all that follow.
 * With three and four players there is a list for each side to choose from: `human` or a level.
 */

import type { Rules } from "../answers.d.ts";
import * as api from "../shared/api.ts";
import { current, hasRule, isForMany, RULE } from "../shared/game.ts";
import { SIDES } from "../shared/notation.ts";
import type { Shown } from "../shared/session.ts";
import type { Seat } from "./words.ts";

export type Table = { people: api.Side[]; levels: string[] };

/** By side, "human" or a level. */
type Seats = Record<string, string>;

const ALL = Object.values(SIDES);

const HUMAN = "human";

/** What the strengths are called; page.html says what they do. */
export const LEVELS: { [level: string]: string } = {
  beginner: "easy",
  casual: "medium",
  strong: "hard",
  perfect: "perfect",
  [RULE]: "rule of thumb",
};

/** With three and four players: what each plays for. docs: `tablebase/games/collapsi/placings/opponents.py`. */
export const CONCEPTS: { [level: string]: string } = { alone: "against all", maxn: "for itself", pair: "as a pair" };

/** The level to try after a win. */
export const NEXT: { [level: string]: string } = { beginner: "casual", casual: "strong", strong: "perfect" };

/** Who plays a side elsewhere, and sends each move as a link. */
export const FRIEND = "friend";

const FIRST = "beginner";

/** The computer's levels under some rules. */
export function levelsOf(rules: Rules) {
  const { players } = rules;
  if (isForMany(rules) && !rules.tabled) return [FIRST];
  const strengths = Object.keys(LEVELS).filter((level) => level !== RULE || hasRule(rules));
  const concepts = Object.keys(CONCEPTS).filter((concept) => isForMany(rules) && (concept !== "pair" || players === 4));
  return [...strengths, ...concepts];
}

/** A level, or the first if there is no such level under some rules. */
export const levelFor = (level: string, rules: Rules) =>
  level === FRIEND || levelsOf(rules).includes(level) ? level : FIRST;

/** @param level of all others */
export const tableFor = (seat: Seat, level: string): Table => ({
  people: seat === "all" ? ALL : [seat],
  levels: [level],
});

/** The table of seats. */
export function tableOfSeats(seats: Seats, rules: Rules): Table {
  const people = sidesOf(rules).filter((side) => seats[side] === HUMAN);
  const others = sidesOf(rules).filter((side) => seats[side] !== HUMAN);
  return fitting({ people, levels: others.map((side) => seats[side]) }, rules);
}

/** The table of an address. */
export function tableOf(as: string, level: string): Table {
  const people = ALL.filter((side) => as === "all" || as.split(".").includes(side));
  return { people: people.length || as === "none" ? people : ["red"], levels: level.split(".") };
}

/** A table as it is written in an address. */
export function written({ people, levels }: Table) {
  if (people.length === ALL.length) return { as: "all", level: "" };
  const same = new Set(levels).size === 1;
  return { as: people.join(".") || "none", level: same ? levels[0] : levels.join(".") };
}

/** The sides of a game. */
export const sidesOf = ({ players }: Rules) => ALL.slice(0, players);

/** A table with the sides and levels of some rules only. */
export function fitting({ people, levels }: Table, rules: Rules): Table {
  const sides = sidesOf(rules);
  const known = sides.filter((side) => people.includes(side));
  const found = known.length === sides.length ? ALL : known.length || !people.length ? known : sides.slice(0, 1);
  return { people: found, levels: levels.map((level) => levelFor(level, rules)) };
}

/** Whether the others play elsewhere, and send their moves. */
export const isAway = ({ levels }: Table) => levels[0] === FRIEND;

/** Whose view the page takes. */
export const viewOf = ({ people }: Table): Seat => (people.length === 1 ? people[0] : "all");

/** How the computer plays a side. */
export function levelOf({ people, levels }: Table, side: api.Side) {
  const computers = ALL.filter((other) => !people.includes(other));
  return levels[Math.min(computers.indexOf(side), levels.length - 1)];
}

/** The move that the computer makes in the position shown. @returns its name */
export async function chosen({ rules, game, probe }: Shown<any>, level: string): Promise<string> {
  if (level === RULE) return oneOf((await api.advice(current(game).position, game, RULE)).made);
  if (rules?.tabled) return (await api.reply(current(game).position, game, level)).move;
  const moves = probe?.moves ?? [];
  // The best move found so far; any move if nothing is known.
  return (moves[0]?.result ? moves[0] : oneOf(moves)).move;
}

const oneOf = <T>(list: T[]) => list[Math.floor(Math.random() * list.length)];

/** The seats that these rules have; by default Red is human. */
export function repairedSeats(seats: Seats, rules: Rules): Seats {
  const fit = (seat: string) => (seat === HUMAN ? seat : levelFor(seat, rules));
  const known = sidesOf(rules).map((side, at) => [side, fit(seats[side] ?? (at ? "" : HUMAN))]);
  return { ...seats, ...Object.fromEntries(known) };
}

const NAMED = "seat-";

/** The seats that a form has chosen. */
export function takenSeats(form: HTMLFormElement): Seats {
  const lists = ALL.map((side) => [side, new FormData(form).get(NAMED + side)]);
  return Object.fromEntries(lists.filter(([, seat]) => seat));
}

/** Show who plays each side, and who else may. */
export function showSeats(root: HTMLElement, seats: Seats, rules: Rules) {
  const sides = sidesOf(rules);
  const offered = [HUMAN, ...levelsOf(rules).filter((level) => level !== "perfect")]; // nobody is with more than two players
  for (const [at, label] of [...root.querySelectorAll("label")].entries()) {
    const list = label.querySelector("select") as HTMLSelectElement;
    label.hidden = !sides.includes(ALL[at]);
    for (const option of list.options) {
      option.hidden = !offered.includes(option.value);
      if (option.value === FIRST) option.text = `computer: ${rules.tabled ? LEVELS[FIRST] : "at random"}`;
    }
    list.value = seats[ALL[at]];
  }
}
