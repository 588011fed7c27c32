/** The computer as an opponent in 2D Nim. */

import { ask } from "#engine/client.js";
import { chosen } from "#engine/opponent.js";

/** @typedef {{name: string, sight: number, slip: number}} Level as the library's `Strength` */

const THINKING_MS = 600; // shows the reader's own move before the answer

/** In players' words, the weakest first. */
export const LEVELS = { beginner: "Easy", casual: "Medium", strong: "Hard", perfect: "Perfect" };

/** The name of the computer's move. @param {import("./table.js").Probe} probe @param {string} name of the level @returns {Promise<string>} */
export async function thought(probe, name) {
  const pause = new Promise((resolve) => setTimeout(resolve, THINKING_MS));
  const [levels] = await Promise.all([ask("levels"), pause]);
  const level = levels.find((/** @type {Level} */ known) => known.name === name) ?? levels[0];
  const seen = (/** @type {{dte: number | null}} */ value) => (value.dte === null ? null : value); // nobody sees an end that is not known
  const moves = probe.moves.map((take) => ({ move: take.move, value: seen(take), best: take.is_best }));
  return /** @type {any} */ (chosen(/** @type {any} */ ({ value: seen(probe), moves }), level, Math.random)).move;
}
