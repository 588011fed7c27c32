/**
 * What the page remembers on this device, by name. Where storing is forbidden it is remembered until
 * the page is left; what is not readable counts as never stored.
 */

/** @type {Map<string, string>} */
const memory = new Map();

const PREFIX = "collapsi.";

/**
 * @template T
 * @param {string} name
 * @param {T} fallback if nothing is stored
 * @returns {T}
 */
export function setting(name, fallback) {
  try {
    const stored = memory.get(name) ?? localStorage.getItem(PREFIX + name);
    return stored === null ? fallback : JSON.parse(stored);
  } catch {
    return fallback;
  }
}

/** @param {string} name @param {unknown} value anything that JSON can hold */
export function keep(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
    memory.delete(name);
  } catch {
    memory.set(name, JSON.stringify(value)); // forbidden, or full
  }
}
