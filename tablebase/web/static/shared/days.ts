/** The reader's results in what is new every day, kept on this device. */

import { keep, setting } from "./settings.ts";

export class Days<Result> {
  name: string;
  isWon: (result: Result) => boolean;
  isLost: (result: Result) => boolean;

  /** @param name of the setting */
  constructor(name: string, isWon: (result: Result) => boolean, isLost: (result: Result) => boolean) {
    this.name = name;
    this.isWon = isWon;
    this.isLost = isLost;
  }

  get #results(): Record<number, Result> {
    return setting(this.name, {});
  }

  /** Whether there are any. */
  get any() {
    return Object.keys(this.#results).length > 0;
  }

  of(day: number): Result | undefined {
    return this.#results[day];
  }

  keep(day: number, result: Result) {
    keep(this.name, { ...this.#results, [day]: result });
  }

  /**
   * Days in a row that were won, up to today or, while today is open, yesterday; and the most there
   * ever were.
   */
  streaks(today: number) {
    const kept = this.#results;
    let [run, best] = [0, 0];
    const days = Object.keys(kept).map(Number);
    for (let day = Math.min(today, ...days); day <= today; day++) {
      const result = kept[day];
      if (result && this.isWon(result)) run++;
      else if (day < today || (result && this.isLost(result))) run = 0;
      best = Math.max(best, run);
    }
    return { streak: run, best };
  }
}

/** A streak as a part of a line, "" if it is none yet. */
export const inARow = (streak: number) => (streak > 1 ? ` · ${streak} days in a row` : "");
