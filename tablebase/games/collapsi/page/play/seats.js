/**
 * Who plays each side with three and four players: a list for each, "human" or a level.
 *
 * @typedef {import("../shared/api.js").Rules} Rules
 * @typedef {Record<string, string>} Seats by side
 */

import { html } from "#shared/dom.js";
import { Turn } from "../engine/turns.js";
import { isForMany } from "../shared/game.js";
import { SIDES } from "../shared/notation.js";
import { named } from "../shared/words.js";
import { CONCEPTS, LEVELS, levelFor, levelsOf } from "./levels.js";
import { sidesOf, viewOf } from "./table.js";

const HUMAN = "human";
const NAMED = "seat-";

/** How three and four players score, whether people or the computer. @param {Rules} rules */
const points = (rules) =>
  new Turn(rules).oneEnds
    ? "Whoever moves last gets a point."
    : "The first player out gets no points, the next 1, and the last one in the most.";

/** The seats that these rules have; by default Red is human. @param {Seats} seats @param {Rules} rules @returns {Seats} */
export function repairedSeats(seats, rules) {
  const fit = (/** @type {string} */ seat) => (seat === HUMAN ? seat : levelFor(seat, rules));
  return {
    ...seats,
    ...Object.fromEntries(sidesOf(rules).map((side, at) => [side, fit(seats[side] ?? (at ? "" : HUMAN))])),
  };
}

/** The seats that a form has chosen. @param {HTMLFormElement} form @returns {Seats} */
export function takenSeats(form) {
  const lists = Object.values(SIDES).map((side) => [side, new FormData(form).get(NAMED + side)]);
  return Object.fromEntries(lists.filter(([, seat]) => seat));
}

/** @param {HTMLElement} root @param {Seats} seats @param {Rules} rules */
export function listSeats(root, seats, rules) {
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
    /** @type {HTMLSelectElement} */ (root.querySelector(`[name=${NAMED}${side}]`)).value = seats[side];
  }
}

/** @param {import("../shared/api.js").Side} side @param {string[]} options @param {Rules} rules */
function seat(side, options, rules) {
  const called = (/** @type {string} */ option) => {
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

/** What the computer players do. @param {Seats} seats @param {Rules} rules */
export function seatsNote(seats, rules) {
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

/** @param {string} text */
const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** What the button that begins the game says. @param {import("./table.js").Table} table */
export function begunBy(table) {
  const view = viewOf(table);
  if (view !== "all") return `Play as ${named(view)}`;
  return table.people.length ? "Play with friends" : "Watch the computer";
}
