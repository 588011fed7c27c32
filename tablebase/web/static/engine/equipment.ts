/** What the engine of the page's own game works with: its kernels, and what Python wrote down. */

import type { Equipment } from "./answers.ts";
import { json } from "./data.ts";
import type { Beside } from "./fetched.ts";
import { compiled } from "./kernels.ts";

/** Fetch it. */
export async function equipment({ kernels, data }: { kernels: Beside; data: Beside }): Promise<Equipment> {
  const [module, content] = await Promise.all([compiled(kernels), json(data)()]);
  return { module, data: content };
}
