/** What the reader has chosen and reached, by name. What is not readable counts as never stored. */

import { recall, retain } from "./device.ts";

/** @param fallback if nothing is stored */
export function setting<T>(name: string, fallback: T): T {
  try {
    const stored = recall(name);
    return stored === null ? fallback : JSON.parse(stored);
  } catch {
    return fallback;
  }
}

/** @param value anything that JSON can hold */
export const keep = (name: string, value: unknown) => retain(name, JSON.stringify(value));
