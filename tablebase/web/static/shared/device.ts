/**
 * What this device keeps for the page, as texts by name. Hosted pages share an origin, so the keys
 * carry the site's path. Where storing is forbidden, or there is no room, a text is kept until the
 * tab is closed. Settings are what the reader has chosen and reached, as JSON; what is not readable
 * counts as never stored.
 */

const memory: Map<string, string> = new Map();

/** What all keys of this site begin with. theme.ts knows it too. */
const prefix = () => `tablebase ${location.pathname.replace(/[^/]*$/, "")} `;

/** What storage does, or what is done without it. */
function tried<T>(use: (storage: Storage) => T, otherwise: () => T) {
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

export const recall = (name: string): string | null =>
  memory.get(name) ??
  tried(
    (storage) => storage.getItem(prefix() + name),
    () => null,
  );

/** @returns whether it outlasts the tab */
export function retain(name: string, text: string): boolean {
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

export function forget(name: string) {
  memory.delete(name);
  tried(
    (storage) => storage.removeItem(prefix() + name),
    () => undefined,
  );
}

/** The names of all texts, or of those that begin so. */
export function names(beginning: string = "") {
  const stored = tried(
    (storage) => {
      const start = prefix();
      return Object.keys(storage).flatMap((key) => (key.startsWith(start) ? key.slice(start.length) : []));
    },
    () => [] as string[],
  );
  return [...new Set([...stored, ...memory.keys()])].filter((name) => name.startsWith(beginning));
}

/** Forget everything, in one place. */
export function forgetAll() {
  for (const name of names()) forget(name);
}

/** Call a function with the name of a text when another tab has changed it. */
export function onChanged(changed: (name: string) => void) {
  addEventListener("storage", ({ key }) => {
    if (key?.startsWith(prefix())) changed(key.slice(prefix().length));
  });
}

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
