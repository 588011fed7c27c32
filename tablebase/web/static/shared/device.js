/**
 * What this device keeps for the page, as texts by name. Hosted pages share an origin, so the keys
 * carry the site's path. Where storing is forbidden, or there is no room, a text is kept until the
 * tab is closed.
 */

/** @type {Map<string, string>} */
const memory = new Map();

/** What all keys of this site begin with. theme.js knows it too. */
const prefix = () => `tablebase ${location.pathname.replace(/[^/]*$/, "")} `;

/**
 * What storage does, or what is done without it.
 *
 * @template T
 * @param {(storage: Storage) => T} use
 * @param {() => T} otherwise
 */
function tried(use, otherwise) {
  try {
    return use(localStorage);
  } catch {
    return otherwise();
  }
}

/** Whether storing is allowed. */
export const isAllowed = () =>
  tried(
    (storage) => storage.length >= 0,
    () => false,
  );

/** @param {string} name @returns {string | null} */
export const recall = (name) =>
  memory.get(name) ??
  tried(
    (storage) => storage.getItem(prefix() + name),
    () => null,
  );

/** @param {string} name @param {string} text @returns {boolean} whether it outlasts the tab */
export function retain(name, text) {
  const stored = tried(
    (storage) => {
      storage.setItem(prefix() + name, text);
      return true;
    },
    () => false,
  );
  if (stored) memory.delete(name);
  else memory.set(name, text);
  return stored;
}

/** @param {string} name */
export function forget(name) {
  memory.delete(name);
  tried(
    (storage) => storage.removeItem(prefix() + name),
    () => undefined,
  );
}

/** The names of all texts, or of those that begin so. @param {string} [beginning] */
export function names(beginning = "") {
  const stored = tried(
    (storage) => {
      const start = prefix();
      return Object.keys(storage).flatMap((key) => (key.startsWith(start) ? key.slice(start.length) : []));
    },
    () => /** @type {string[]} */ ([]),
  );
  return [...new Set([...stored, ...memory.keys()])].filter((name) => name.startsWith(beginning));
}

/** Forget everything, in one place. */
export function forgetAll() {
  for (const name of names()) forget(name);
}

/** Call a function with the name of a text when another tab has changed it. @param {(name: string) => void} changed */
export function onChanged(changed) {
  addEventListener("storage", ({ key }) => {
    if (key?.startsWith(prefix())) changed(key.slice(prefix().length));
  });
}
