/** Data that Python wrote down. */

import { type Beside, contentOf } from "./fetched.ts";

/** The value of each code, and the mover's code by the smallest code among the successors. */
export type Coding = { values: { result: "win" | "loss"; dte: number }[]; replies: number[] };

/**
 * With the mover's code by that of a successor in which the same side moves again, and the code of an end by
 * its layer; the last one holds for all layers from there on.
 */
export type LoopsCoding = Coding & { again: number[]; ends: number[] };

/** A function that returns the content of a JSON file, which its first call fetches. */
export function json(file: Beside): () => Promise<any> {
  let known: Promise<any> | null = null;
  return () => {
    known ??= contentOf(file);
    known.catch(() => (known = null)); // the next question tries again
    return known;
  };
}
