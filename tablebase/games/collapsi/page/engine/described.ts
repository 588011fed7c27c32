/** Rules as `/api/rules` describes them. */

import { placeAt } from "#shared/cells.ts";
import type { Rules as RulesType } from "../answers.d.ts";
import { indexOf } from "./deals.ts";
import { laterKernels } from "./later.ts";
import { MOTIONS, TURNS } from "./motions.ts";
import { cardLetter, cellName, MAX_TABLE_CELLS, type Rules, rulesOf } from "./rules.ts";
import { isSolved } from "./tables.ts";
import { optionsOf, Turn } from "./turns.ts";

export async function described(rules: Rules): Promise<RulesType> {
  const { name, rows, columns, wrap, picture, editions } = rules;
  const cards = rules.deck.toSorted((a, b) => Number(!a) - Number(!b)); // jokers come last
  const [deck, positions] = [cards.map(cardLetter).join(""), await positionsOf(rules)];
  return inBrowser({ name, rows, columns, wrap, picture, deck, editions, ...optionsOf(rules), positions, book: false });
}

/**
 * Say in a description what a browser can do, and how the board can be turned; Python's says what a
 * server can do.
 */
export function inBrowser(description: Omit<RulesType, "tabled" | "stored" | "searched" | "motions">): RulesType {
  const turn = new Turn(description);
  const tabled = isSolved({ size: description.deck.length, turn });
  const motions = motionsOf(rulesOf(description, []));
  return { ...description, tabled, stored: false, searched: turn.twoSided, motions };
}

/** Positions in a deal's table, null if it has none. */
async function positionsOf(rules: Rules) {
  const { size, turn } = rules;
  if (!turn.twoSided) {
    if (!isSolved(rules)) return null;
    const { countOf } = await import("./placings.ts");
    return countOf(rules, await laterKernels("count"));
  }
  return size > MAX_TABLE_CELLS || turn.linesMove ? null : indexOf(rules).size;
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
      return row < rows && column < columns ? cells[row * columns + column] : null;
    });
    const keeps = neighbours.every((near, cell) => {
      const there = neighbours[images[cell] ?? -1];
      return there?.length === near.length && near.every((other) => there.includes(images[other] ?? -1));
    });
    if (!keeps || seen.has(String(images))) return [];
    seen.add(String(images));
    return [{ motion, cells: images.map((cell) => cellName(rules, cell ?? 0)) }];
  });
}
