/** Whether a position is possible. docs: `tablebase/games/collapsi/legality.py`. */

import { refuse } from "#engine/errors.ts";
import { loader } from "#engine/kernels.ts";
import known from "../../known/faults.json" with { type: "json" };
import { given } from "./play.ts";
import type { Position } from "./position.ts";
import { COLOURS, cardLetter, cellName, LETTERS } from "./rules.ts";

const loaded = loader(new URL("legality.wasm", import.meta.url));

/** Refuse a position that is impossible. */
export async function check(position: Position) {
  const { rules, order, ply } = position;
  const kernels = await loaded("legality");
  // Words have room for four: of five or more, one comes twice.
  const shown = order.length > LETTERS.length ? [...order.slice(0, 3), order[0]] : order;
  const asked = given(position.changed({ ...position, order: shown }));
  const found = new BigInt64Array(4);
  kernels.call("find_fault", ...asked, Number(rules.turn.showsSide(position.down)), ply, found);
  const [kind, ...numbers] = [...found].map(Number);
  if (kind < 0) return;
  const words: Record<string, (number: number) => any> = {
    "": (number) => number,
    cell: (cell) => cellName(rules, cell),
    card: cardLetter,
    colour: (player) => COLOURS[player],
    plies: (plies) => `${plies} ${plies === 1 ? "ply" : "plies"}`,
    order: () => order.map((player) => LETTERS[player]).join(""),
    waiting: (mask) => order.flatMap((player) => ((mask >> player) & 1 ? COLOURS[player] : [])).join(" and "),
  };
  const message = known.faults[kind].replaceAll(/{(\d)(\w*)}/g, (_, number, word) => words[word](numbers[number]));
  refuse(message);
}
