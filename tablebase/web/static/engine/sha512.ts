/** SHA-512 (FIPS 180-4), with which Python mixes seeds that are texts; browsers have it only over HTTPS. */

const WORD = 2n ** 64n - 1n;
const BLOCK = 128;

/** Its constants are fractional parts of square and cubic roots of the first primes. */
const PRIMES = Array.from({ length: 410 }, (_, number) => number).filter(
  (number) => number > 1 && [2, 3, 5, 7, 11, 13, 17, 19].every((each) => number === each || number % each),
);
const STARTS = PRIMES.slice(0, 8).map((prime) => root(BigInt(prime) << 128n, 2n) & WORD);
const KEYS = PRIMES.map((prime) => root(BigInt(prime) << 192n, 3n) & WORD);

/** The whole part of a root of less than 2 ** 71. */
function root(number: bigint, degree: bigint) {
  let found = 0n;
  for (let bit = 1n << 70n; bit; bit >>= 1n) if ((found | bit) ** degree <= number) found |= bit;
  return found;
}

const turned = (word: bigint, ...by: bigint[]) =>
  by.reduce((mixed, bits) => mixed ^ (((word >> bits) | (word << (64n - bits))) & WORD), 0n);

export function sha512(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((bytes.length + 17) / BLOCK) * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, 8 * bytes.length);
  let state = STARTS;
  for (let begin = 0; begin < padded.length; begin += BLOCK) {
    const words = Array.from({ length: 16 }, (_, at) => view.getBigUint64(begin + 8 * at));
    for (let at = 16; at < KEYS.length; at++) {
      const [early, late] = [words[at - 15], words[at - 2]];
      const mixed = (turned(early, 1n, 8n) ^ (early >> 7n)) + (turned(late, 19n, 61n) ^ (late >> 6n));
      words.push((words[at - 16] + words[at - 7] + mixed) & WORD);
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (const [at, key] of KEYS.entries()) {
      const first = h + turned(e, 14n, 18n, 41n) + ((e & f) ^ (~e & g)) + key + words[at];
      const second = turned(a, 28n, 34n, 39n) + ((a & b) ^ (a & c) ^ (b & c));
      [a, b, c, d, e, f, g, h] = [(first + second) & WORD, a, b, c, (d + first) & WORD, e, f, g];
    }
    state = [a, b, c, d, e, f, g, h].map((word, at) => (word + state[at]) & WORD);
  }
  const found = new DataView(new ArrayBuffer(64));
  state.forEach((word, at) => found.setBigUint64(8 * at, word));
  return new Uint8Array(found.buffer);
}
