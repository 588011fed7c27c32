/**
 * The move that the computer makes. docs: `tablebase/engine/play/opponents.py`.
 *
 * @typedef {{result: string, dte: number}} Value
 * @typedef {{name: string, sight: number, slip: number}} Strength
 */

/**
 * The probability of each of a position's moves; a value that is not known is null.
 *
 * @param {{value: Value | null, moves: {value: Value | null, best: boolean}[]}} probe
 * @param {Strength} strength
 */
export function chances({ value, moves }, { sight, slip }) {
  const sees = (/** @type {Value | null} */ seen, /** @type {string} */ result) =>
    seen?.result === result && seen.dte <= sight;
  const best = moves.map((move) => move.best);
  let careless = moves.map((move) => !sees(move.value, "loss"));
  if (sees(value, "win") || !careless.includes(true)) careless = best;
  const number = (/** @type {boolean[]} */ list) => list.filter(Boolean).length;
  return moves.map(
    (_, at) => ((1 - slip) * Number(best[at])) / number(best) + (slip * Number(careless[at])) / number(careless),
  );
}

/**
 * The move that a player of a strength makes.
 *
 * @template {{value: Value | null, best: boolean}} Move
 * @param {{value: Value | null, moves: Move[]}} probe @param {Strength} strength @param {() => number} random
 */
export function chosen(probe, strength, random) {
  let left = random();
  const at = chances(probe, strength).findIndex((chance) => (left -= chance) < 0);
  return probe.moves[Math.max(at, 0)];
}
