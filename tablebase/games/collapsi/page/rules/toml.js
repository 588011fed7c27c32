import { SWITCHES } from "../engine/designs.js";
import { optionsOf } from "../engine/turns.js";

/**
 * Rules as a file that `tablebase --rules` reads (docs/rules.md).
 *
 * @param {import("../shared/own_rules.js").CustomRules} rules
 */
export function toml({ name, rows, columns, picture = [], wrap, deck, editions = [], ...given }) {
  const gaps = picture.some((row) => row.includes("_"));
  const key = (/** @type {string} */ edition) => (/^[A-Za-z]+$/.test(edition) ? edition : `"${edition}"`);
  const { players, out, absent, ...options } = optionsOf(given);
  return [
    `name = "${name}"`,
    `board = "${gaps ? picture.join(" ") : `${rows}x${columns}`}"`,
    `wrap = ${wrap}`,
    `deck = "${(deck.match(/(.)\1*/g) ?? []).join(" ")}"`,
    ...SWITCHES.filter(({ name }) => options[name]).map(({ name }) => `${name} = true`),
    `players = ${players}`,
    ...(out !== "stays" ? [`out = "${out}"`] : []),
    ...(absent ? [`absent = ${absent}`] : []),
    "",
    "[editions]",
    ...editions.map(({ name: edition, joker_steps: steps }) => `${key(edition)} = [${steps.join(", ")}]`),
    "",
  ].join("\n");
}
