/** Rules as `/api/rules` describes them. */

import { placeAt } from "#shared/cells.ts";
import type { Rules as RulesType } from "../answers.d.ts";
import { indexOf } from "./deals.ts";
import { MOTIONS, TURNS } from "./motions.ts";
import { laterKernels } from "./play.ts";
import { isSolved } from "./probe.ts";
import { cardLetter, cellName, MAX_TABLE_CELLS, type Rules } from "./rules.ts";

/**
 * Rules with what a browser can do, and how the board can be turned; Python's say what a server can do.
 *
 * @param known what Python wrote down of them
 */
export async function described(rules: Rules, known?: RulesType): Promise<RulesType> {
  const { name, rows, columns, wrap, picture, editions, landing, shift, pushed, edges, players, out, absent } = rules;
  const given = { name, rows, columns, wrap, picture, editions, landing, shift, pushed, edges, players, out, absent };
  const cards = rules.deck.toSorted((a, b) => Number(!a) - Number(!b)); // jokers come last
  return {
    ...given,
    deck: cards.map(cardLetter).join(""),
    positions: known ? known.positions : await positionsOf(rules),
    book: known?.book ?? false,
    tabled: isSolved(rules),
    stored: false,
    searched: rules.turn.twoSided,
    motions: motionsOf(rules),
  };
}

/** Positions in a deal's table, null if it has none. */
async function positionsOf(rules: Rules) {
  const { size, turn } = rules;
  if (turn.twoSided) return size > MAX_TABLE_CELLS || turn.linesMove ? null : indexOf(rules).size;
  return isSolved(rules) ? (await import("./placings.ts")).countOf(rules, await laterKernels("count")) : null;
}

/** The turns, reflections and shifts that keep the board, each only once. */
function motionsOf(rules: Rules) {
  const { places, cells, columns, rows, neighbours, turn } = rules;
  if (turn.group === "identity") return [];
  const seen = new Set([String([...places.keys()])]);
  // What sticks out at one edge does not come back at the other.
  return Object.entries(turn.spreads ? TURNS : MOTIONS).flatMap(([motion, move]) => {
    const images = places.map((place) => {
      const [column, row] = move(placeAt(place, columns), [columns - 1, rows - 1]);
      return (row < rows && column < columns ? cells[row * columns + column] : null) ?? -1;
    });
    const near = (cell: number) => neighbours[cell].map((other) => images[other]).sort((a, b) => a - b);
    const keeps = images.every((image, cell) => String(near(cell)) === String(neighbours[image]));
    if (!keeps || seen.has(String(images))) return [];
    seen.add(String(images));
    return [{ motion, cells: images.map((cell) => cellName(rules, cell)) }];
  });
}
