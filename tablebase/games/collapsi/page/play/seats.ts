/** Who plays each side with three and four players: a list for each, "human" or a level. */

import { html } from "#shared/dom.ts";
import type { Rules } from "../answers.d.ts";
import { Turn } from "../engine/turns.ts";
import type { Side } from "../shared/api.ts";
import { isForMany } from "../shared/game.ts";
import { SIDES } from "../shared/notation.ts";
import { named } from "../shared/words.ts";
import { CONCEPTS, LEVELS, levelFor, levelsOf } from "./levels.ts";
import { sidesOf, type Table, viewOf } from "./table.ts";

/** By side. */
type Seats = Record<string, string>;

const HUMAN = "human";
const NAMED = "seat-";

/** How three and four players score, whether people or the computer. */
const points = (rules: Rules) =>
  new Turn(rules).oneEnds
    ? "Whoever moves last gets a point."
    : "The first player out gets no points, the next 1, and the last one in the most.";

/** The seats that these rules have; by default Red is human. */
export function repairedSeats(seats: Seats, rules: Rules): Seats {
  const fit = (seat: string) => (seat === HUMAN ? seat : levelFor(seat, rules));
  return {
    ...seats,
    ...Object.fromEntries(sidesOf(rules).map((side, at) => [side, fit(seats[side] ?? (at ? "" : HUMAN))])),
  };
}

/** The seats that a form has chosen. */
export function takenSeats(form: HTMLFormElement): Seats {
  const lists = Object.values(SIDES).map((side) => [side, new FormData(form).get(NAMED + side)]);
  return Object.fromEntries(lists.filter(([, seat]) => seat));
}

export function listSeats(root: HTMLElement, seats: Seats, rules: Rules) {
  const sides = isForMany(rules) ? sidesOf(rules) : [];
  root.hidden = !sides.length;
  const options = [HUMAN, ...levelsOf(rules).filter((level) => level !== "perfect")]; // nobody is perfect with more than two players
  const key = `${sides} ${options}`;
  if (root.dataset.key !== key) {
    root.dataset.key = key; // rebuilt only when the choices change, so that a list keeps the focus
    for (const label of root.querySelectorAll("label")) label.remove();
    root.append(...sides.map((side) => seat(side, options, rules)));
  }
  for (const side of sides) {
    (root.querySelector(`[name=${NAMED}${side}]`) as HTMLSelectElement).value = seats[side];
  }
}

function seat(side: Side, options: string[], rules: Rules) {
  const called = (option: string) => {
    if (option === HUMAN) return "human";
    return rules.tabled ? `computer: ${(LEVELS[option] ?? CONCEPTS[option])[0]}` : "computer: at random";
  };
  const list = html(
    "select",
    { name: NAMED + side },
    ...options.map((option) => html("option", { value: option }, called(option))),
  );
  return html("label", { class: "field" }, html("b", { class: `player ${side}` }, named(side)), list);
}

/** What the computer players do. */
export function seatsNote(seats: Seats, rules: Rules) {
  if (!rules.tabled) return "This board is too large to solve on the spot, so the computer moves at random.";
  const chosen = new Set(sidesOf(rules).map((side) => seats[side]));
  const concepts = Object.entries(CONCEPTS).filter(([concept]) => chosen.has(concept));
  const strengths = [...chosen].filter((level) => Object.hasOwn(LEVELS, level));
  return [
    ...strengths.map((level) => `${capital(LEVELS[level][0])}: ${LEVELS[level][1]}`),
    ...concepts.map(([, [called, does]]) => `${capital(called)}: it ${does}.`),
    ...(concepts.length ? [points(rules)] : []),
  ].join(" ");
}

const capital = (text: string) => text[0].toUpperCase() + text.slice(1);

/** What the button that begins the game says. */
export function begunBy(table: Table) {
  const view = viewOf(table);
  if (view !== "all") return `Play as ${named(view)}`;
  return table.people.length ? "Play with friends" : "Watch the computer";
}
