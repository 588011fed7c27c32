/**
 * The reader's results in what is new every day, kept on this device.
 *
 * @template Result
 */

import { keep, setting } from "./settings.js";

/** @template Result */
export class Days {
  /**
   * @param {string} name of the setting
   * @param {(result: Result) => boolean} isWon
   * @param {(result: Result) => boolean} isLost
   */
  constructor(name, isWon, isLost) {
    this.name = name;
    this.isWon = isWon;
    this.isLost = isLost;
  }

  /** @returns {Record<number, Result>} */
  get #results() {
    return setting(this.name, {});
  }

  /** @param {number} day @returns {Result | undefined} */
  of(day) {
    return this.#results[day];
  }

  /** @param {number} day @param {Result} result */
  keep(day, result) {
    keep(this.name, { ...this.#results, [day]: result });
  }

  /**
   * Days in a row that were won, up to today or, while today is open, yesterday; and the most there
   * ever were.
   *
   * @param {number} today
   */
  streaks(today) {
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

/** A streak as a part of a line, "" if it is none yet. @param {number} streak */
export const inARow = (streak) => (streak > 1 ? ` · ${streak} days in a row` : "");
