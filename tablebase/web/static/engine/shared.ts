/** Makes what takes long only once, and one thing after the other. */

/** What makes something when it is first asked for, and again if that has failed. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make();
    made.catch(() => (made = null));
    return made;
  };
}

/**
 * What lets each work begin when the one before has ended, because they use the same memory, or because it finds
 * what that one has made.
 */
export function queue() {
  let last: Promise<any> = Promise.resolve();
  return <F>(work: () => Promise<F>): Promise<F> => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
}
