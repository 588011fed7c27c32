/**
 * Who plays each side: somebody at this screen, a friend elsewhere, or the computer at one of its levels.
 * In an address this is `as=red.green&level=maxn.alone`: the people, or `all` or `none`; and the others'
 * levels in turn order, of which the last holds for all that follow.
 */

import { draw, fill, html } from "#shared/dom.ts";
import type { Rules } from "../answers.d.ts";
import * as api from "../shared/api.ts";
import { current, hasRule, isForMany, RULE } from "../shared/game.ts";
import { SIDES } from "../shared/notation.ts";
import type { Shown } from "../shared/session.ts";
import { named } from "../shared/words.ts";
import type { Seat } from "./words.ts";

/** By side, in turn order. */
export type Table = Partial<Record<api.Side, string>>;

const ALL = Object.values(SIDES);

const HUMAN = "human";

/** Who plays a side elsewhere, and sends each move as a link. */
export const FRIEND = "friend";

/**
 * The strengths; page.html says what they do. `rating` is how strong they count, on the scale of the reader's rating, as
 * the grades of puzzles do: set, not measured. `next` is the one to try after a win.
 */
export const LEVELS: { [level: string]: { called: string; rating: number; next?: string } } = {
  beginner: { called: "easy", rating: 800, next: "casual" },
  casual: { called: "medium", rating: 1100, next: "strong" },
  strong: { called: "hard", rating: 1400, next: "perfect" },
  perfect: { called: "perfect", rating: 1700 },
  [RULE]: { called: "rule of thumb", rating: 950 },
};

/** With three and four players: what each plays for. docs: `tablebase/games/collapsi/placings/opponents.py`. */
const CONCEPTS: { [level: string]: string } = { alone: "against all", maxn: "for itself", pair: "as a pair" };

/** How the computer plays where there are no tables: three and four players at random. */
const [SEARCHING, RANDOM] = ["searching", "random"];

const CALLED: { [seat: string]: string } = {
  ...Object.fromEntries(Object.entries(LEVELS).map(([level, { called }]) => [level, called])),
  ...CONCEPTS,
  [SEARCHING]: "the computer’s search",
  [RANDOM]: "random moves",
  [FRIEND]: "a friend",
};

/** What is played against. @param level of several players, with dots */
export const opponentText = (level: string) =>
  level
    .split(".")
    .map((seat) => (seat in CONCEPTS ? `“${CONCEPTS[seat]}”` : (CALLED[seat] ?? seat)))
    .join(", ");

/** The computer's levels under some rules. */
export function levelsOf(rules: Rules) {
  const many = isForMany(rules);
  if (!rules.tabled) return [many ? RANDOM : SEARCHING];
  const strengths = Object.keys(LEVELS).filter((level) => level !== RULE || hasRule(rules));
  const concepts = Object.keys(CONCEPTS).filter((concept) => many && (concept !== "pair" || rules.players === 4));
  return [...strengths, ...concepts];
}

/** A level, or the first if there is no such level under some rules. */
export const levelFor = (level: string, rules: Rules) =>
  level === FRIEND || levelsOf(rules).includes(level) ? level : levelsOf(rules)[0];

/** The sides of a game. */
export const sidesOf = ({ players }: Rules) => ALL.slice(0, players);

const tableWhere = (sides: api.Side[], seat: (side: api.Side, at: number) => string): Table =>
  Object.fromEntries(sides.map((side, at) => [side, seat(side, at)]));

/** @param level of all others */
export const tableFor = (seat: Seat, level: string) =>
  tableWhere(ALL, (side) => (seat === "all" || seat === side ? HUMAN : level));

/** A table with the sides and levels of some rules only; by default Red is human. */
export const fitting = (table: Table, rules: Rules) =>
  tableWhere(sidesOf(rules), (side, at) => {
    const seat = table[side] ?? (at ? "" : HUMAN);
    return seat === HUMAN ? HUMAN : levelFor(seat, rules);
  });

/** The table of an address. */
export function tableOf(as: string, level: string, rules: Rules): Table {
  const sides = sidesOf(rules);
  const known = sides.filter((side) => as === "all" || as.split(".").includes(side));
  const people = known.length || as === "none" ? known : sides.slice(0, 1);
  const others = sides.filter((side) => !people.includes(side));
  const levels = level.split(".");
  const seat = (side: api.Side) => levels[Math.min(others.indexOf(side), levels.length - 1)] ?? HUMAN;
  return fitting(tableWhere(sides, seat), rules);
}

/** Who plays at this screen. */
export const peopleOf = (table: Table) => ALL.filter((side) => isHuman(table, side));

export const isHuman = (table: Table, side: api.Side) => table[side] === HUMAN;

/** A table as it is written in an address. */
export function written(table: Table) {
  const levels = Object.values(table).filter((seat) => seat !== HUMAN);
  const as = levels.length ? peopleOf(table).join(".") || "none" : "all";
  const first = levels.findLastIndex((seat) => seat !== levels.at(-1)) + 1; // of those that are the last level
  return { as, level: levels.slice(0, first + 1).join(".") };
}

/** Whether others play elsewhere, and send their moves. */
export const isAway = (table: Table) => Object.values(table).includes(FRIEND);

/** Whose view the page takes. */
export function viewOf(table: Table): Seat {
  const people = peopleOf(table);
  return people.length === 1 ? people[0] : "all";
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

const NAMED = "seat-";

/** The table that a form has chosen. */
export const takenSeats = (form: HTMLFormElement): Table =>
  Object.fromEntries(ALL.map((side) => [side, new FormData(form).get(NAMED + side)]).filter(([, seat]) => seat));

/** Show who plays each side, and who else may. */
export function showSeats(root: HTMLElement, table: Table, rules: Rules) {
  const offered = [HUMAN, ...levelsOf(rules).filter((level) => level !== "perfect")]; // nobody is with more than two players
  const options = () =>
    offered.map((seat) => html("option", { value: seat }, seat === HUMAN ? seat : `computer: ${CALLED[seat]}`));
  const lists = sidesOf(rules).map((side) => {
    const list = html("select", { name: NAMED + side }, ...options());
    return html("label", { class: "field" }, html("b", { class: `player ${side}` }, named(side)), " ", list);
  });
  draw(root, [html("legend", {}, "Players"), ...lists]);
  fill(root, Object.fromEntries(sidesOf(rules).map((side) => [NAMED + side, table[side] ?? ""])));
}
