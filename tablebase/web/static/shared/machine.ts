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
 */

import { report } from "./commands.ts";

interface Effect {
  do: string; // which of the effects
  lasts?: boolean; // what it tells never comes too late: of what is kept on the device
  aside?: boolean; // nobody waits for it, and an error of it is shown beside that of others
  failed?: string; // the type of the event that says so, with its `error`
}

/** `signal` aborts once something else is asked for. */
export type Late = { tell: (event: any) => Promise<void> | undefined; signal: AbortSignal };

export type Effects = Record<string, (effect: any, late: Late) => any>;

export class Machine<State extends { asked: number }> extends EventTarget {
  state: State;
  reduce: (state: State, event: any) => [State, any[]];
  effects: Effects;

  /** Ends the effects of what was asked for last. */
  #ending = new AbortController();

  /** The state that was shown last. */
  #shown: State;

  /** The timer after which views settle, or 0. */
  #settling = 0;

  constructor(state: State, reduce: (state: State, event: any) => [State, any[]], effects: Effects) {
    super();
    this.state = this.#shown = state;
    this.reduce = reduce;
    /** Shows what is wrong with what was asked for. */
    const complain = ({ error }: { error: Error }) => Promise.reject(error);
    this.effects = { complain, ...effects };
  }

  /** Take an event. @returns done once all that follows from it is */
  async send(type: string, about: object = {}): Promise<void> {
    const before = this.state;
    const [state, wanted] = this.reduce(before, { type, ...about });
    this.state = state;
    if (state.asked !== before.asked) {
      this.#ending.abort();
      this.#ending = new AbortController();
    }
    const { signal } = this.#ending;
    const run = (effect: Effect) => this.#run(effect, state.asked, signal);
    const kept = wanted.filter(({ lasts }) => lasts).map(run);
    this.#show();
    await Promise.all([...kept, ...wanted.filter(({ lasts }) => !lasts).map(run)]);
  }

  /** The state has changed. @param _before as it was shown */
  follow(_before: State) {
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

  #run(effect: Effect, asked: number, signal: AbortSignal): Promise<void> | undefined {
    const isLate = () => this.state.asked !== asked && !effect.lasts;
    const tell = (event: any) => (event?.type && !isLate() ? this.send(event.type, event) : undefined);
    if (isLate()) return undefined;
    const again = () => this.#run(effect, asked, signal);
    const done = this.effects[effect.do](effect, { tell, signal });
    if (!(done instanceof Promise)) return tell(done);
    const known = done.catch((error) => {
      error.retry = again;
      if (isLate()) return undefined;
      if (effect.failed) this.send(effect.failed, { error });
      throw error;
    });
    if (!effect.aside) return known.then(tell);
    known.then(tell).catch((error) => report(error, again));
    return undefined;
  }
}
