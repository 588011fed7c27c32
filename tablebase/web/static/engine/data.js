/**
 * Data that Python wrote down.
 *
 * @typedef {{values: {result: "win" | "loss", dte: number}[], replies: number[]}} Coding
 *   the value of each code, and the mover's code by the smallest code among the successors
 * @typedef {Coding & {again: number[], ends: number[]}} LoopsCoding with the mover's code by that of a
 *   successor in which the same side moves again, and the code of an end by its layer; the last one
 *   holds for all layers from there on
 */

import { contentOf } from "./fetched.js";

/**
 * A function that returns the content of a JSON file, which its first call fetches.
 *
 * @param {import("./fetched.js").Beside} file
 * @returns {() => Promise<any>}
 */
export function json(file) {
  /** @type {Promise<any> | null} */
  let known = null;
  return () => {
    known ??= contentOf(file);
    known.catch(() => (known = null)); // the next question tries again
    return known;
  };
}
