/**
 * What the page remembers on this device, by name. A browser that forbids storing forgets it, and
 * what is not readable counts as never stored.
 */

const PREFIX = "collapsi.";

/**
 * @template T
 * @param {string} name
 * @param {T} fallback if nothing is stored
 * @returns {T}
 */
export function setting(name, fallback) {
  try {
    const stored = localStorage.getItem(PREFIX + name);
    return stored === null ? fallback : JSON.parse(stored);
  } catch {
    return fallback;
  }
}

/** @param {string} name @param {unknown} value anything that JSON holds */
export function keep(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Forbidden, or full: the page works without.
  }
}
