/**
 * Kernels, compiled from the same source as the library's: WebAssembly modules, which a room's
 * `wasm.py` lists with their functions. docs: `tablebase/web/wasm/`.
 */

import { bytesOf, fetched } from "./fetched.js";

/** @typedef {import("./fetched.js").Beside} Beside */

const ALIGNMENT = 64;
const PAGE = 1 << 16;

/** @param {number} address */
const aligned = (address) => (address + ALIGNMENT - 1) & -ALIGNMENT;

/** Fetch and compile a module. @param {Beside} file */
export async function compiled(file) {
  if (typeof file === "function") return WebAssembly.compile(await bytesOf(file));
  const response = await fetched(file);
  const copy = response.clone();
  // A server may not know the type of the file.
  return WebAssembly.compileStreaming(response).catch(async () => WebAssembly.compile(await copy.arrayBuffer()));
}

/** A module's kernels, and memory for what they read and write, one piece after the other. */
export class Kernels {
  /** @type {any} */
  #exports;
  #next = 0;

  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.#exports = new WebAssembly.Instance(module).exports;
    this.clear();
  }

  /** Forget everything in memory. */
  clear() {
    this.#next = aligned(this.#exports.__heap_base.value);
  }

  /** Reserve room for some bytes, and return its address. @param {number} bytes */
  room(bytes) {
    const address = this.#next;
    this.#next = aligned(address + bytes);
    const lacks = this.#next - this.#exports.memory.buffer.byteLength;
    if (lacks > 0) this.#exports.memory.grow(Math.ceil(lacks / PAGE));
    return address;
  }

  /** Copy an array into memory; gives its address. @param {ArrayBufferView} array */
  put(array) {
    const address = this.room(array.byteLength);
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    new Uint8Array(this.#exports.memory.buffer, address, array.byteLength).set(bytes);
    return address;
  }

  /**
   * A copy of what lies in memory.
   *
   * @template T
   * @param {{new (buffer: ArrayBuffer): T, BYTES_PER_ELEMENT: number}} kind of array
   * @param {number} address
   * @param {number} length
   * @returns {T}
   */
  get(kind, address, length) {
    const end = address + length * kind.BYTES_PER_ELEMENT;
    return new kind(this.#exports.memory.buffer.slice(address, end));
  }

  /** What lies in memory, until a kernel runs. @param {number} address @param {number} length */
  bytes(address, length) {
    return new Uint8Array(this.#exports.memory.buffer, address, length);
  }

  /** Call a function. @param {string} name @param {...number} given @returns {number} */
  run(name, ...given) {
    this.#exports.set_arena(this.#next);
    return this.#exports[name](...given);
  }
}

/**
 * A function that gives a module's kernels: with a memory of their own, or with that of a use, which is
 * kept, for browsers would free it late. The module is fetched with the first call.
 *
 * @param {Beside} file
 */
export function loader(file) {
  /** @type {Promise<WebAssembly.Module> | null} */
  let module = null;
  /** @type {Map<string, Kernels>} */
  const kept = new Map();
  return async (use = "") => {
    module ??= compiled(file);
    module.catch(() => (module = null)); // the next question tries again
    const loaded = await module;
    const found = (use && kept.get(use)) || new Kernels(loaded);
    if (use) kept.set(use, found);
    return found;
  };
}
