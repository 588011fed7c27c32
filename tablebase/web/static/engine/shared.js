/** Makes what takes long only once, even if several questions need it at the same time. */

export class Shared {
  /** @type {Map<string, Promise<any>>} */
  #underWay = new Map();

  /**
   * What has been made under a key, or is made now.
   *
   * @template T
   * @param {string} key
   * @param {() => T | null | undefined} find what is kept
   * @param {() => Promise<T>} make and keep
   * @returns {Promise<T>}
   */
  async get(key, find, make) {
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
