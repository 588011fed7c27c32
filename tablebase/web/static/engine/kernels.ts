/**
 * Kernels, compiled from the same source as the library's: WebAssembly modules, which a room's
 * `wasm.py` lists with their functions. docs: `tablebase/web/wasm/`.
 */

import { type Beside, compiled } from "./data.ts";
import { once } from "./shared.ts";

const ALIGNMENT = 64;
const PAGE = 1 << 16;

const aligned = (address: number) => (address + ALIGNMENT - 1) & -ALIGNMENT;

/** What a kernel is given. */
export type Given = number | ArrayBufferView;

/** A module's kernels, and memory for what they read and write, one piece after the other. */
export class Kernels {
  #exports: any;
  #next = 0;

  constructor(module: WebAssembly.Module) {
    this.#exports = new WebAssembly.Instance(module).exports;
    this.clear();
  }

  /** Forget everything in memory. */
  clear() {
    this.#next = aligned(this.#exports.__heap_base.value);
  }

  /** Reserve room for some bytes, and return its address. */
  room(bytes: number) {
    const address = this.#next;
    this.#next = aligned(address + bytes);
    const lacks = this.#next - this.#exports.memory.buffer.byteLength;
    if (lacks > 0) this.#exports.memory.grow(Math.ceil(lacks / PAGE));
    return address;
  }

  /** Copy an array into memory; gives its address. */
  put(array: ArrayBufferView) {
    const address = this.room(array.byteLength);
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    new Uint8Array(this.#exports.memory.buffer, address, array.byteLength).set(bytes);
    return address;
  }

  /** A copy of what lies in memory. @param kind of array */
  get<T>(kind: { new (buffer: ArrayBuffer): T; BYTES_PER_ELEMENT: number }, address: number, length: number): T {
    const end = address + length * kind.BYTES_PER_ELEMENT;
    return new kind(this.#exports.memory.buffer.slice(address, end));
  }

  /** What lies in memory, until a kernel runs. */
  bytes(address: number, length: number) {
    return new Uint8Array(this.#exports.memory.buffer, address, length);
  }

  /** Call a function that knows where in memory everything is. */
  run(name: string, ...given: number[]): number {
    this.#exports.set_arena(this.#next);
    return this.#exports[name](...given);
  }

  /** Copy arrays into memory; gives their addresses, and numbers as they are. */
  placed(given: Given[]) {
    return given.map((each) => (typeof each === "number" ? each : this.put(each)));
  }

  /** Call a function as Python does, with arrays: what it writes is in them afterwards, and what memory holds stays. */
  call(name: string, ...given: Given[]) {
    const top = this.#next;
    const placed = this.placed(given);
    const answer = this.run(name, ...placed);
    for (const [at, each] of given.entries())
      if (typeof each !== "number")
        new Uint8Array(each.buffer, each.byteOffset).set(this.bytes(placed[at], each.byteLength));
    this.#next = top;
    return answer;
  }
}

/**
 * A function that gives a module's kernels: with a memory of their own, or with that of a use, which is
 * kept, for browsers would free it late. The module is fetched with the first call.
 */
export function loader(file: Beside) {
  const module = once(() => compiled(file));
  const kept: Map<string, Kernels> = new Map();
  return async (use = "") => {
    const loaded = await module();
    const found = kept.get(use) ?? new Kernels(loaded);
    if (use) kept.set(use, found);
    return found;
  };
}
