/** What the engine of the page's own game works with: its kernels, and what Python wrote down. */

import { json } from "./data.js";
import { compiled } from "./kernels.js";

/** @typedef {import("./fetched.js").Beside} Beside */

/**
 * Fetch it.
 *
 * @param {{kernels: Beside, data: Beside}} files
 * @returns {Promise<import("./answers.js").Equipment>}
 */
export async function equipment({ kernels, data }) {
  const [module, content] = await Promise.all([compiled(kernels), json(data)()]);
  return { module, data: content };
}
