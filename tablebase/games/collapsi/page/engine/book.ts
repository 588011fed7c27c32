/**
 * The opening book: every essentially different deal, and the value of its start. It is fetched when
 * it is first needed. docs: `tablebase/games/collapsi/browser.py`.
 */

import { type Beside, bytesOf } from "#engine/data.ts";
import { refuse } from "#engine/errors.ts";
import { once } from "#engine/shared.ts";

const CELLS = 16;

const pages = once(() => read(new URL("book.bin.gz", import.meta.url)));

/**
 * The deals whose byte (code and number of winning moves) is wanted: twice the number of each, plus 1 if red
 * is on the second joker.
 */
export async function find(edition: string, wanted: (code: number, moves: number) => boolean) {
  const { columns } = await pages();
  const good = Array.from({ length: 256 }, (_, byte) => (byte & 15) < 15 && wanted(byte & 15, byte >> 4));
  const places: number[] = [];
  columns[edition].forEach((column, red) => {
    for (let number = 0; number < column.length; number++) if (good[column[number]]) places.push(2 * number + red);
  });
  return places.sort((a, b) => a - b);
}

/** The cards and starts of a place. */
export async function at(place: number) {
  const { kinds, words } = await pages();
  const number = place >> 1;
  const jokers = kinds.findLast(({ first }) => first <= number)?.jokers ?? [];
  const cards = Array(CELLS).fill(0);
  let word = words[number];
  for (let cell = CELLS - 1; cell >= 0; cell--) {
    if (jokers.includes(cell)) continue;
    cards[cell] = 1 + (word & 3);
    word >>>= 2;
  }
  return { cards, starts: place & 1 ? jokers.toReversed() : jokers };
}

/** Decompress a file, unless the browser has done so because the host named its encoding. */
async function unpacked(bytes: Uint8Array<ArrayBuffer>) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const { process } = globalThis as any;
  const zlib = process?.getBuiltinModule?.("node:zlib"); // in tests with jsdom there are no streams
  if (zlib) return new Uint8Array(zlib.gunzipSync(bytes));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The deals by where their jokers are, the words of all, and their bytes by edition, red on either joker. */
async function read(file: Beside) {
  const packed = await bytesOf(file).catch(() =>
    refuse("the opening book cannot be loaded: expected no filter", null, 501),
  );
  const bytes = await unpacked(packed);
  const [count] = new Uint32Array(bytes.buffer, 0, 1);
  let deals = 0;
  const kinds = Array.from({ length: count }, (_, kind) => {
    const [size, ...jokers] = new Uint32Array(bytes.buffer, 4 + 12 * kind, 3);
    deals += size;
    return { first: deals - size, jokers };
  });
  const words = new Uint32Array(bytes.buffer, 4 + 12 * count, deals);
  for (let number = 1; number < deals; number++) words[number] += words[number - 1]; // modulo 2 ** 32
  const begin = words.byteOffset + words.byteLength;
  const [wild, ...single] = [0, 1, 2].map((at) => bytes.subarray(begin + at * deals, begin + (at + 1) * deals));
  const columns: Record<string, Uint8Array[]> = { wild: [wild], single };
  return { kinds, words, columns };
}
