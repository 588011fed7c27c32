/**
 * What is shown as one plain state, which only `reduce` changes, and the one place that runs effects.
 *
 * `reduce` is pure: it takes a state and an event, and gives the state after it and what is to be done
 * besides: plain objects that name one of `effects`. An effect answers with an event, and may tell
 * others meanwhile. `asked` of the state is a number, another once something else is asked for: what
 * an effect tells then comes too late, and is dropped here and nowhere else.
 *
 * Views listen to `change`, and what would only hold up the board to `settled` right after, once for
 * changes that come together.
 *
 * @typedef {object} Effect
 * @property {string} do which of the effects
 * @property {boolean} [lasts] what it tells never comes too late: of what is kept on the device
 * @property {boolean} [aside] nobody waits for it, and an error of it is shown beside that of others
 * @property {string} [failed] the type of the event that says so, with its `error`
 * @typedef {{tell: (event: any) => Promise<void> | undefined, signal: AbortSignal}} Late `signal` aborts
 *   once something else is asked for
 * @typedef {Record<string, (effect: any, late: Late) => any>} Effects
 */

import { report, retried } from "./banner.js";

/** What shows what is wrong with what was asked for. @param {{error: Error}} wrong */
const complain = async ({ error }) => {
  throw error;
};

/** @template {{asked: number}} State */
export class Machine extends EventTarget {
  /** Ends the effects of what was asked for last. */
  #ending = new AbortController();

  /** The state that was shown last. @type {State} */
  #shown;

  /** The timer after which views settle, or 0. */
  #settling = 0;

  /**
   * @param {State} state
   * @param {(state: State, event: any) => [State, any[]]} reduce
   * @param {Effects} effects
   */
  constructor(state, reduce, effects) {
    super();
    this.state = this.#shown = state;
    this.reduce = reduce;
    /** @type {Effects} */
    this.effects = { complain, ...effects };
  }

  /** Take an event. @param {string} type @param {object} [about] @returns {Promise<void>} done once all that follows from it is */
  async send(type, about = {}) {
    const before = this.state;
    const [state, wanted] = this.reduce(before, { type, ...about });
    this.state = state;
    if (state.asked !== before.asked) {
      this.#ending.abort();
      this.#ending = new AbortController();
    }
    const { signal } = this.#ending;
    const run = (/** @type {Effect} */ effect) => this.#run(effect, state.asked, signal);
    const kept = wanted.filter(({ lasts }) => lasts).map(run);
    this.#show();
    await Promise.all([...kept, ...wanted.filter(({ lasts }) => !lasts).map(run)]);
  }

  /** The state has changed. @param {State} _before as it was shown */
  follow(_before) {
    this.changed();
  }

  changed() {
    this.dispatchEvent(new Event("change"));
    this.#settling ||= setTimeout(() => {
      this.#settling = 0;
      this.dispatchEvent(new Event("settled"));
    });
  }

  #show() {
    const before = this.#shown;
    this.#shown = this.state;
    if (this.state !== before) this.follow(before);
  }

  /** @param {Effect} effect @param {number} asked @param {AbortSignal} signal @returns {Promise<void> | undefined} */
  #run(effect, asked, signal) {
    const isLate = () => this.state.asked !== asked && !effect.lasts;
    const tell = (/** @type {any} */ event) => (event?.type && !isLate() ? this.send(event.type, event) : undefined);
    if (isLate()) return undefined;
    const again = () => this.#run(effect, asked, signal);
    const done = this.effects[effect.do](effect, { tell, signal });
    if (!(done instanceof Promise)) return tell(done);
    const known = retried(done, again).catch((error) => {
      if (isLate()) return undefined;
      if (effect.failed) this.send(effect.failed, { error });
      throw error;
    });
    if (!effect.aside) return known.then(tell);
    known.then(tell).catch((error) => report(error, again));
    return undefined;
  }
}
