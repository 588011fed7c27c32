/** Random numbers of a seed. */

import { numberOf } from "./query.js";

export const SEEDS = 2 ** 32;

/** A seed that nobody can predict. */
const freshSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];

/** The seed that a query names, or a fresh one. @param {import("./query.js").Query} query @returns {number} */
export const seedOf = (query) => ("seed" in query ? numberOf(query, "seed", 0, SEEDS - 1, 0) : freshSeed());

/**
 * Numbers from 0 to below 1, the same for the same seed (mulberry32, by Tommy Ettinger).
 *
 * @param {number} seed
 * @returns {() => number}
 */
export function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / SEEDS;
  };
}

/** One of a list. @template T @param {T[]} list @param {() => number} random @returns {T} */
export const oneOf = (list, random) => list[Math.floor(random() * list.length)];

/** A copy of a list in random order. @template T @param {T[]} list @param {() => number} random @returns {T[]} */
export function shuffled(list, random) {
  const found = [...list];
  for (let last = found.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [found[last], found[other]] = [found[other], found[last]];
  }
  return found;
}
