/** The computer as an opponent in 2D Nim. */

import { ask } from "#engine/client.js";
import { chosen } from "#engine/opponent.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Take} Take */
/** @typedef {{name: string, sight: number, slip: number}} Level as the library's `Strength` */

const THINKING_MS = 600; // shows the reader's own move before the answer

/** In players' words, the weakest first. */
export const LEVELS = { beginner: "Easy", casual: "Medium", strong: "Hard", perfect: "Perfect" };

/** Move, if it is the computer's turn. @param {Table} table @param {string} name of the level */
export async function answer(table, name) {
  const { now } = table;
  if (!table.isComputers || table.thinking || !table.answer?.moves.length) return;
  table.set({ thinking: true });
  const pause = new Promise((resolve) => setTimeout(resolve, THINKING_MS));
  try {
    const [levels] = await Promise.all([ask("levels"), pause]);
    if (table.now !== now || !table.isComputers) return;
    const level = levels.find((/** @type {Level} */ known) => known.name === name) ?? levels[0];
    table.thinking = false;
    await table.play(choice(table.answer, level).move, true);
  } finally {
    table.set({ thinking: false });
    if (table.now !== now) await answer(table, name); // a new game has begun meanwhile
  }
}

/** The move that a player of some strength makes; nobody sees an end that is not known. @param {import("./table.js").Probe} probe @param {Level} level */
function choice(probe, level) {
  const seen = (/** @type {{dte: number | null}} */ value) => (value.dte === null ? null : value);
  const moves = probe.moves.map((take) => ({ take, value: seen(take), best: take.is_best }));
  const found = /** @type {any} */ (chosen(/** @type {any} */ ({ value: seen(probe), moves }), level, Math.random));
  return /** @type {import("./table.js").Take} */ (found.take);
}
