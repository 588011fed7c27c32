/** Long work in pieces: between them it pauses, where it may end, and reports how far it is. */

export type Work = { pause: () => Promise<void>; report: (sofar: any) => void };

/**
 * `onprogress` is called now and then: by a search with an answer as it stands, whose bounds narrow; by what
 * solves a large table with `{done, of}`. A `signal` that aborts ends the work, and the promise is rejected
 * with the signal's reason.
 */
export type Options = { onprogress?: (sofar: any) => unknown; signal?: AbortSignal };

/** The work on a question. */
export const workOf = ({ onprogress, signal }: Options): Work => ({
  report: (sofar) => onprogress?.(sofar),
  async pause() {
    // A turn of the event loop lets other questions and cancellations in.
    await new Promise((resolve) => setTimeout(resolve));
    signal?.throwIfAborted();
  },
});

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
