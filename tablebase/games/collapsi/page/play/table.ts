/**
 * Who sits at the table: the sides that people at this screen play, and how the computer plays each
 * of the others. In an address this is `as=red.green&level=maxn.alone`: the people, or `all` or
 * `none`; and the others' levels in turn order, of which the last holds for all that follow.
 */

import type { Rules } from "../answers.d.ts";
import type { Side } from "../shared/api.ts";
import { SIDES } from "../shared/notation.ts";
import { levelFor } from "./levels.ts";
import type { Seat } from "./words.ts";

export type Table = { people: Side[]; levels: string[] };

const ALL = Object.values(SIDES);

/** @param level of all others */
export const tableFor = (seat: Seat, level: string): Table => ({
  people: seat === "all" ? ALL : [seat],
  levels: [level],
});

/** The table of seats, each "human" or a level. */
export function tableOfSeats(seats: Record<string, string>, rules: Rules): Table {
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

/** Whose view the page takes. */
export const viewOf = ({ people }: Table): Seat => (people.length === 1 ? people[0] : "all");

/** How the computer plays a side. */
export function levelOf({ people, levels }: Table, side: Side) {
  const computers = ALL.filter((other) => !people.includes(other));
  return levels[Math.min(computers.indexOf(side), levels.length - 1)];
}
