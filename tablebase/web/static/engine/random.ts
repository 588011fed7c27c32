/** Random numbers of a seed. */

import { numberOf, type Query } from "./query.ts";

const SEEDS = 2 ** 32;

/** A seed that nobody can predict. */
const freshSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];

/** The seed that a query names, or a fresh one. */
export const seedOf = (query: Query): number =>
  "seed" in query ? numberOf(query, "seed", 0, SEEDS - 1, 0) : freshSeed();

const WORDS = 624;

/**
 * Numbers from 0 to below 1, those of Python's `random.Random(seed).random()`: the Mersenne Twister
 * (Matsumoto and Nishimura, 1998), its state filled from a key. A seed is one; that of a text is in seeds.ts.
 */
export function generator(...key: number[]): () => number {
  const state = new Uint32Array(WORDS);
  const mixed = (at: number, factor: number, before: number) => state[at] ^ Math.imul(before ^ (before >>> 30), factor);
  state[0] = 19650218;
  for (let at = 1; at < WORDS; at++) state[at] = mixed(at, 1812433253, state[at - 1]) + at;
  let at = 1;
  for (let round = 0; round < 2 * WORDS - 1; round++) {
    const place = round % key.length;
    if (round < WORDS) state[at] = mixed(at, 1664525, state[at - 1]) + key[place] + place;
    else state[at] = mixed(at, 1566083941, state[at - 1]) - at;
    if (++at === WORDS) [state[0], at] = [state[WORDS - 1], 1];
  }
  state[0] = 0x80000000;
  at = 0;
  const word = () => {
    const after = (at + 1) % WORDS;
    const joined = (state[at] & 0x80000000) | (state[after] & 0x7fffffff);
    state[at] = state[(at + 397) % WORDS] ^ (joined >>> 1) ^ (joined & 1 && 0x9908b0df);
    let drawn = state[at];
    at = after;
    drawn ^= drawn >>> 11;
    drawn ^= (drawn << 7) & 0x9d2c5680;
    drawn ^= (drawn << 15) & 0xefc60000;
    return (drawn ^ (drawn >>> 18)) >>> 0;
  };
  return () => ((word() >>> 5) * 67108864 + (word() >>> 6)) / 2 ** 53;
}

/** One of a list. */
export const oneOf = <T>(list: T[], random: () => number): T => list[Math.floor(random() * list.length)];

/** A copy of a list in random order. */
export function shuffled<T>(list: T[], random: () => number): T[] {
  const found = [...list];
  for (let last = found.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [found[last], found[other]] = [found[other], found[last]];
  }
  return found;
}
