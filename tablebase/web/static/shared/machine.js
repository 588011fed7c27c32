/**
 * What is shown as one plain state, which only `reduce` changes, and the one place that runs effects.
 *
 * `reduce` is pure: it takes a state and an event, and gives the state after it and what is to be done
 * besides: plain objects that name one of `effects`. An effect answers with an event, and may tell
 * others meanwhile. `asked` of the state is a number, another once something else is asked for: what
 * an effect tells then comes too late, and is dropped here and nowhere else.
 *
 * @typedef {{type: string, [about: string]: any}} Event
 * @typedef {object} Effect
 * @property {string} do which of the effects
 * @property {boolean} [lasts] what it tells never comes too late: of what is kept on the device
 * @property {boolean} [aside] nobody waits for it, and an error of it is shown beside that of others
 * @property {string} [failed] the type of the event that says so, with its `error`
 * @typedef {{tell: (event: any) => Promise<void> | undefined, signal: AbortSignal}} Late `signal` aborts
 *   once something else is asked for
 */

import { report, retried } from "./banner.js";

/** @template {{asked: number}} State */
export class Machine {
  /** Ends the effects of what was asked for last. */
  #ending = new AbortController();

  /** The state that was rendered last. @type {State} */
  #rendered;

  /**
   * @param {State} state
   * @param {(state: State, event: any) => [State, any[]]} reduce
   * @param {Record<string, (effect: any, late: Late) => any>} effects
   * @param {(before: State) => void} render called after each change
   */
  constructor(state, reduce, effects, render) {
    this.state = this.#rendered = state;
    this.reduce = reduce;
    this.effects = effects;
    this.render = render;
  }

  /** Take an event. @param {Event} event @returns {Promise<void>} done once all that follows from it is */
  async send(event) {
    const before = this.state;
    const [state, wanted] = this.reduce(before, event);
    this.state = state;
    if (state.asked !== before.asked) {
      this.#ending.abort();
      this.#ending = new AbortController();
    }
    const { signal } = this.#ending;
    const run = (/** @type {Effect} */ effect) => this.#run(effect, state.asked, signal);
    const kept = wanted.filter(({ lasts }) => lasts).map(run);
    this.#render();
    await Promise.all([...kept, ...wanted.filter(({ lasts }) => !lasts).map(run)]);
  }

  #render() {
    const before = this.#rendered;
    this.#rendered = this.state;
    if (this.state !== before) this.render(before);
  }

  /** @param {Effect} effect @param {number} asked @param {AbortSignal} signal @returns {Promise<void> | undefined} */
  #run(effect, asked, signal) {
    const isLate = () => this.state.asked !== asked && !effect.lasts;
    const tell = (/** @type {Event | undefined} */ event) => (event && !isLate() ? this.send(event) : undefined);
    if (isLate()) return undefined;
    const again = () => this.#run(effect, asked, signal);
    const done = this.effects[effect.do](effect, { tell, signal });
    if (!(done instanceof Promise)) return tell(done);
    const known = retried(done, again).catch((error) => {
      if (isLate()) return undefined;
      if (effect.failed) this.send({ type: effect.failed, error });
      throw error;
    });
    if (!effect.aside) return known.then(tell);
    known.then(tell).catch((error) => report(error, again));
    return undefined;
  }
}
