/**
 * The engine for programs of others, without the page: questions are answered where they are asked, not
 * in a worker. docs/embedding.md describes the package that `tablebase/web/package.py` makes.
 */

import { answering, begin, type Others, type Query } from "./answers.ts";
import { type Beside, equipment } from "./data.ts";
import { once } from "./shared.ts";
import type { Options } from "./work.ts";

/**
 * What asks the engine. The home game's kernels are fetched with the first question to it.
 *
 * @param files the home game's equipment
 */
export function embedded(files: { kernels: Beside; data: Beside }, others: Others) {
  const ready = once(async () => begin(await equipment(files)));
  const answer = answering(others);
  return async (path: string, query: Query = {}, options: Options = {}): Promise<any> => {
    if (!path.includes("/")) await ready();
    return answer(path, query, options);
  };
}
