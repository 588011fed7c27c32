/**
 * The engine for programs of others, without the page: questions are answered where they are asked, not
 * in a worker. docs/embedding.md describes the package that `tablebase/web/package.py` makes.
 */

import { answer, begin, know, type Options, type Query, workOf } from "./answers.ts";
import { equipment } from "./equipment.ts";
import type { Beside } from "./fetched.ts";

/**
 * What asks the engine. The home game's kernels are fetched with the first question to it.
 *
 * @param files the home game's equipment
 * @param engines what imports those of other rooms
 */
export function embedded(
  files: { kernels: Beside; data: Beside },
  engines: Parameters<typeof know>[0],
): (path: string, query?: Query, options?: Options) => Promise<any> {
  know(engines);
  let begun: Promise<void> | null = null;
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
