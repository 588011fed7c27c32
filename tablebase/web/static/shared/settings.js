/** What the reader has chosen and reached, by name. What is not readable counts as never stored. */

import { recall, retain } from "./device.js";

/**
 * @template T
 * @param {string} name
 * @param {T} fallback if nothing is stored
 * @returns {T}
 */
export function setting(name, fallback) {
  try {
    const stored = recall(name);
    return stored === null ? fallback : JSON.parse(stored);
  } catch {
    return fallback;
  }
}

/** @param {string} name @param {unknown} value anything that JSON can hold */
export const keep = (name, value) => retain(name, JSON.stringify(value));
