/**
 * The engine for programs of others, without the page: questions are answered where they are asked, not
 * in a worker. docs/embedding.md describes the package that `tablebase/web/package.py` makes.
 *
 * @typedef {import("./answers.js").Query} Query
 * @typedef {import("./fetched.js").Beside} Beside
 * @typedef {{onprogress?: (sofar: any) => unknown, signal?: AbortSignal}} Options as in client.js
 */

import { answer, begin, know } from "./answers.js";
import { equipment } from "./equipment.js";

/**
 * What asks the engine. The home game's kernels are fetched with the first question to it.
 *
 * @param {{kernels: Beside, data: Beside}} files the home game's equipment
 * @param {Parameters<typeof know>[0]} engines what imports those of other rooms
 * @returns {(path: string, query?: Query, options?: Options) => Promise<any>}
 */
export function embedded(files, engines) {
  know(engines);
  /** @type {Promise<void> | null} */
  let begun = null;
  const ready = () => {
    begun ??= equipment(files).then(begin);
    begun.catch(() => (begun = null)); // the next question tries again
    return begun;
  };
  return async (path, query = {}, options = {}) => {
    options.signal?.throwIfAborted();
    if (!path.includes("/")) await ready();
    const found = await answer(path, query, workOf(options));
    options.signal?.throwIfAborted();
    return found;
  };
}

/** @param {Options} options @returns {import("./answers.js").Work} */
const workOf = ({ onprogress, signal }) => ({
  report: (sofar) => onprogress?.(sofar),
  async pause() {
    // A turn of the event loop lets the rest of the program go on.
    await new Promise((resolve) => setTimeout(resolve));
    signal?.throwIfAborted();
  },
});
