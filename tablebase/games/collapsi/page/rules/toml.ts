import { SWITCHES } from "../engine/designs.ts";
import { optionsOf } from "../engine/turns.ts";
import type { CustomRules } from "../engine/engine.ts";

/** Rules as a file that `tablebase --rules` reads (docs/rules.md). */
export function toml({ name, rows, columns, picture = [], wrap, deck, editions = [], ...given }: CustomRules) {
  const gaps = picture.some((row) => row.includes("_"));
  const key = (edition: string) => (/^[A-Za-z]+$/.test(edition) ? edition : `"${edition}"`);
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
