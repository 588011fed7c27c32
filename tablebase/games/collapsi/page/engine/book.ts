/**
 * The opening book: every essentially different deal, and the value of its start. It is fetched when
 * it is first needed. docs: `tablebase/games/collapsi/browser.py`.
 */

import { type Beside, bytesOf } from "#engine/data.ts";
import { EngineError } from "#engine/errors.ts";

/** `columns` by edition, red on either joker. */
type Pages = {
  deals: number;
  jokers: [number, number][];
  starts: number[];
  words: Uint32Array;
  columns: Record<string, Uint8Array[]>;
};

const CELLS = 16;

let known: Promise<Pages> | null = null;

async function pages(): Promise<Pages> {
  known ??= read(new URL("book.bin.gz", import.meta.url));
  known.catch(() => (known = null)); // the next question tries again
  return known;
}

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
  const { jokers, starts, words } = await pages();
  const number = place >> 1;
  const kind = starts.findLastIndex((start) => start <= number);
  const cards = Array(CELLS).fill(0);
  let word = words[number];
  for (let cell = CELLS - 1; cell >= 0; cell--) {
    if (jokers[kind].includes(cell)) continue;
    cards[cell] = 1 + (word & 3);
    word >>>= 2;
  }
  return { cards, starts: place & 1 ? jokers[kind].toReversed() : jokers[kind] };
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

async function read(file: Beside): Promise<Pages> {
  const packed = await bytesOf(file).catch(() => {
    throw new EngineError("the opening book cannot be loaded: expected no filter", null, 501);
  });
  const bytes = await unpacked(packed);
  const header = new Uint32Array(bytes.buffer, 0, 1 + 3 * new Uint32Array(bytes.buffer, 0, 1)[0]);
  const jokers: [number, number][] = [];
  const starts = [];
  let deals = 0;
  for (let at = 1; at < header.length; at += 3) {
    starts.push(deals);
    jokers.push([header[at + 1], header[at + 2]]);
    deals += header[at];
  }
  const part = (number: number) =>
    bytes.subarray(header.byteLength + number * deals, header.byteLength + (number + 1) * deals);
  const words = new Uint32Array(deals);
  const planes = [0, 1, 2, 3].map(part);
  for (let number = 0, word = 0; number < deals; number++) {
    if (starts.includes(number)) word = 0;
    word += planes[0][number] + (planes[1][number] << 8) + (planes[2][number] << 16) + planes[3][number] * 2 ** 24;
    words[number] = word;
  }
  return { deals, jokers, starts, words, columns: { wild: [part(4)], single: [part(5), part(6)] } };
}
