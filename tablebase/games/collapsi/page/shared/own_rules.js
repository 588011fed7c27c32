/**
 * The reader's own rules, in a link: `own=4x4~AAAA2222333344~1234.1~w2~mine`, which is the board, the
 * cards without jokers, the steps from a joker of each edition, the options and the name.
 *
 *     board     4x4, or where there are gaps its rows: _oo_.oooo.oooo._oo_
 *     options   w edges joined, the letters of switches, the number of players, the letter of what
 *               happens if one of three or four cannot move, a1 or a2 if so many players are not there
 *     name      optional
 *
 * @typedef {import("../engine/engine.js").CustomRules} CustomRules
 * @typedef {import("./api.js").Edition} Edition
 */

import { OUTS, SWITCHES } from "../engine/designs.js";

const LETTERS = SWITCHES.map(({ letter }) => `${letter}?`).join("");
const READINGS = OUTS.map(({ letter }) => letter).join("");
const OWN = new RegExp(
  "^(?:([1-9])x([1-9])|([o_]{1,9}(?:\\.[o_]{1,9}){0,8}))~([A2-9]{0,64})~([1-9]{1,9}(?:\\.[1-9]{1,9}){0,7})" +
    `~(w?)(${LETTERS})([2-4])([${READINGS}]?)(?:a([12]))?(?:~([A-Za-z0-9_-]{1,64}))?$`,
);

/** The page names them by this, followed by the text of their link. */
const NAMED = "own:";

/** The name of the rules that a link has in `own=`. @param {string} text */
export const nameOfOwn = (text) => NAMED + text;

/** The text of a link for the reader's own rules; "" for others. @param {string} name of rules */
export const textOfOwn = (name) => (name.startsWith(NAMED) ? name.slice(NAMED.length) : "");

/** The rules of a name as the engine takes them. @param {string} name @returns {string | CustomRules} */
export function forEngine(name) {
  const own = decodeRules(textOfOwn(name));
  return own ? { ...own, name } : name;
}

/** What the engine calls rules without a name. */
export const UNNAMED = "custom";

/** What the published editions are called, by their steps; others are called by those. @type {Record<string, string>} */
const CALLED = { "1,2,3,4": "wild", 1: "single" };

/** An edition of some steps. @param {number[]} steps @returns {Edition} */
export const editionOf = (steps) => ({ name: CALLED[String(steps)] ?? String(steps), joker_steps: steps });

/** What happens if one of three or four players cannot move. @param {Partial<import("../engine/turns.js").Options>} rules */
export const readingOf = ({ out }) => OUTS.find(({ name }) => name === out) ?? OUTS[0];

/** The rules that a text describes, or null. The engine says whether they are valid. @param {string} text @returns {CustomRules | null} */
export function decodeRules(text) {
  const found = OWN.exec(text);
  if (!found) return null;
  const [, rows, columns, gaps, cards, steps, wrap, on, players, reading, absent, name] = found;
  const picture = gaps?.replaceAll("o", "#").split(".") ?? Array(Number(rows)).fill("#".repeat(Number(columns)));
  return {
    rows: picture.length,
    columns: picture[0].length,
    picture,
    wrap: wrap !== "",
    deck: cards + "J".repeat(Number(players) + Number(absent ?? 0)),
    editions: steps.split(".").map((digits) => editionOf([...digits].map(Number))),
    ...Object.fromEntries(SWITCHES.filter(({ letter }) => on.includes(letter)).map(({ name }) => [name, true])),
    players: Number(players),
    out: OUTS.find(({ letter }) => letter === (reading ?? ""))?.name,
    ...(absent ? { absent: Number(absent) } : {}),
    ...(name ? { name } : {}),
  };
}
