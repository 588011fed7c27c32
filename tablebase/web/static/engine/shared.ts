/** Makes what takes long only once. */

/** What makes something when it is first asked for, and again if that has failed. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make();
    made.catch(() => (made = null));
    return made;
  };
}

/** What several questions may need at the same time, by keys. */
export class Shared {
  #underWay: Map<string, Promise<any>> = new Map();

  /**
   * What has been made under a key, or is made now.
   *
   * @param find what is kept
   * @param make and keep
   */
  async get<T>(key: string, find: () => T | null | undefined, make: () => Promise<T>): Promise<T> {
    for (;;) {
      const found = find();
      if (found) return found;
      const other = this.#underWay.get(key);
      if (!other) break;
      await other.catch(() => {}); // it may have been cancelled
    }
    const made = make();
    this.#underWay.set(key, made);
    return made.finally(() => this.#underWay.delete(key));
  }
}
