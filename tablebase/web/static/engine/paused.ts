/** Long work in pieces. */

import type { Work } from "./answers.ts";

/**
 * Do all pieces of some work, with a pause after each, and report what each yields.
 *
 * @returns what the last one returns
 */
export async function paused<T>(pieces: Generator<any, T>, work: Work): Promise<T> {
  for (;;) {
    const { done, value } = pieces.next();
    if (done) return value;
    work.report(value);
    await work.pause();
  }
}
