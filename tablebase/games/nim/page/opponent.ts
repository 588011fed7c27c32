/** The computer as an opponent in 2D Nim. */

import { ask } from "#engine/client.ts";
import { chosen } from "#engine/opponent.ts";
import type { Probe } from "./table.ts";

/** As the library's `Strength`. */
type Level = { name: string; sight: number; slip: number };

const THINKING_MS = 600; // shows the reader's own move before the answer

/** In players' words, the weakest first. */
export const LEVELS = { beginner: "Easy", casual: "Medium", strong: "Hard", perfect: "Perfect" };

/** The name of the computer's move. @param name of the level */
export async function thought(probe: Probe, name: string): Promise<string> {
  const pause = new Promise((resolve) => setTimeout(resolve, THINKING_MS));
  const [levels] = await Promise.all([ask("levels"), pause]);
  const level = levels.find((known: Level) => known.name === name) ?? levels[0];
  const seen = (value: { dte: number | null }) => (value.dte === null ? null : value); // nobody sees an end that is not known
  const moves = probe.moves.map((take) => ({ move: take.move, value: seen(take), best: take.is_best }));
  return (chosen({ value: seen(probe), moves } as any, level, Math.random) as any).move;
}
