/** Makes what takes long only once, even if several questions need it at the same time. */

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
