/**
 * Who sits at the table: the sides that people at this screen play, and how the computer plays each
 * of the others. In an address this is `as=red.green&level=maxn.alone`: the people, or `all` or
 * `none`; and the others' levels in turn order, of which the last holds for all that follow.
 *
 * @typedef {import("../shared/api.js").Side} Side
 * @typedef {import("../shared/api.js").Rules} Rules
 * @typedef {import("./words.js").Seat} Seat
 * @typedef {{people: Side[], levels: string[]}} Table
 */

import { SIDES } from "../shared/notation.js";
import { levelFor } from "./levels.js";

const ALL = Object.values(SIDES);

/** @param {Seat} seat @param {string} level of all others @returns {Table} */
export const tableFor = (seat, level) => ({ people: seat === "all" ? ALL : [seat], levels: [level] });

/** The table of seats, each "human" or a level. @param {Record<string, string>} seats @param {Rules} rules @returns {Table} */
export function tableOfSeats(seats, rules) {
  const people = sidesOf(rules).filter((side) => seats[side] === "human");
  return fitting(
    {
      people,
      levels: sidesOf(rules)
        .map((side) => seats[side])
        .filter((seat) => seat !== "human"),
    },
    rules,
  );
}

/** The table of an address. @param {string} as @param {string} level @returns {Table} */
export function tableOf(as, level) {
  const people = ALL.filter((side) => as === "all" || as.split(".").includes(side));
  return { people: people.length || as === "none" ? people : ["red"], levels: level.split(".") };
}

/** A table as it is written in an address. @param {Table} table */
export function written({ people, levels }) {
  if (people.length === ALL.length) return { as: "all", level: "" };
  const same = new Set(levels).size === 1;
  return { as: people.join(".") || "none", level: same ? levels[0] : levels.join(".") };
}

/** The sides of a game. @param {Rules} rules */
export const sidesOf = ({ players }) => ALL.slice(0, players);

/** A table with the sides and levels of some rules only. @param {Table} table @param {Rules} rules @returns {Table} */
export function fitting({ people, levels }, rules) {
  const sides = sidesOf(rules);
  const known = sides.filter((side) => people.includes(side));
  const found = known.length === sides.length ? ALL : known.length || !people.length ? known : sides.slice(0, 1);
  return { people: found, levels: levels.map((level) => levelFor(level, rules)) };
}

/** Whose view the page takes. @param {Table} table @returns {Seat} */
export const viewOf = ({ people }) => (people.length === 1 ? people[0] : "all");

/** How the computer plays a side. @param {Table} table @param {Side} side */
export function levelOf({ people, levels }, side) {
  const computers = ALL.filter((other) => !people.includes(other));
  return levels[Math.min(computers.indexOf(side), levels.length - 1)];
}
