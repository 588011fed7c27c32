/** Long work in pieces. */

/**
 * Do all pieces of some work, with a pause after each, and report what each yields.
 *
 * @template T
 * @param {Generator<any, T>} pieces
 * @param {import("./answers.js").Work} work
 * @returns {Promise<T>} what the last one returns
 */
export async function paused(pieces, work) {
  for (;;) {
    const { done, value } = pieces.next();
    if (done) return value;
    work.report(value);
    await work.pause();
  }
}
