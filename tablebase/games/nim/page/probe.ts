/**
 * What the engine knows of a position: the value of every move where it solves the board, and on
 * larger boards what is proven of each; and the computer as an opponent.
 */

import { ask } from "#engine/client.ts";
import { chosen, type Strength } from "#engine/opponent.ts";
import type { Limits, Probe } from "./table.ts";

const SOLVED_CELLS = 25;

export async function probed(position: string, limits: Limits): Promise<Probe> {
  const query = { position, ...limits };
  return cellsOf(position) > SOLVED_CELLS ? withoutDistances(await ask("nim/decide", query)) : ask("nim/probe", query);
}

/** The number of cells, as far as a text can be read. */
function cellsOf(position: string) {
  const size = /^\s*([0-9]+)x([0-9]+)\s*$/.exec(position);
  return size ? Number(size[1]) * Number(size[2]) : position.replaceAll(/[^01]/g, "").length;
}

/** What is proven, in the form of a probe: it is never known how soon. */
function withoutDistances(decision: any): Probe {
  const [best] = decision.moves;
  const known = (move: any) => ({
    ...move,
    dte: null,
    keeps_win: move.result === "win",
    is_best: move.result === best.result,
  });
  return { ...decision, dte: null, moves: decision.moves.map(known) };
}

/** Whether a board is too large to be solved. */
export const isLarge = (probe: Probe | null) => probe?.dte === null;

/** Where the knowledge of a large board comes from, or why there is none. */
export function proof({ result, misere }: Probe) {
  if (!result) return "Neither copying nor small parts decide this position, and the board is too large to solve.";
  if (misere) return "This is proven by the values of small parts.";
  return "This is proven by copying: the winner answers a move with its mirror image, or by the values of small parts.";
}

const THINKING_MS = 600; // shows the reader's own move before the answer

/** The name of the computer's move. @param name of the level */
export async function thought(probe: Probe, name: string): Promise<string> {
  const pause = new Promise((resolve) => setTimeout(resolve, THINKING_MS));
  const [levels] = await Promise.all([ask("levels"), pause]);
  const level = levels.find((known: Strength) => known.name === name) ?? levels[0];
  const seen = (value: { dte: number | null }) => (value.dte === null ? null : value); // nobody sees an end that is not known
  const moves = probe.moves.map((take) => ({ move: take.move, value: seen(take), best: take.is_best }));
  return (chosen({ value: seen(probe), moves } as any, level, Math.random) as any).move;
}
