/** Seeds that are texts, mixed as Python does. Loaded with the first, for SHA-512 takes 4 kB. */

/*! noble-hashes: MIT licence, (c) 2022 Paul Miller, https://github.com/paulmillr/noble-hashes */
import { sha512 } from "@noble/hashes/sha2.js"; // browsers have it only over HTTPS

/** A text as a key: the words of a number whose digits are the text and its digest. */
export function keyOf(text: string) {
  const bytes = new TextEncoder().encode(text);
  const digits = [...bytes, ...sha512(bytes)].reverse();
  const words = new Uint32Array(Math.ceil(digits.length / 4));
  digits.forEach((digit, at) => (words[at >> 2] |= digit << (8 * (at & 3))));
  return words;
}
