/** Where the only pawn of another room can go. docs: `find_paths` in `tablebase/games/collapsi/wasm.py`. */

import { MAX_STEPS } from "./rules.js";

/**
 * One path to each cell that a pawn can end on.
 *
 * @param {import("../../../../engine/kernels.js").Kernels} kernels @param {import("./rules.js").Rules} rules @param {bigint} up
 * @param {number} start @param {number} allowed bit s - 1 for s steps
 * @returns {{cell: number, path: number[]}[]} by ascending cell
 */
export function paths(kernels, rules, up, start, allowed) {
  kernels.clear();
  const masks = kernels.put(rules.masks);
  const faceUp = kernels.put(BigUint64Array.of(up));
  const width = MAX_STEPS + 1;
  const found = kernels.room(rules.size * width);
  kernels.run("find_paths", rules.size, masks, faceUp, start, allowed, found);
  const cells = kernels.get(Uint8Array, found, rules.size * width);
  return [...rules.neighbours.keys()].flatMap((cell) => {
    const path = [...cells.subarray(cell * width, (cell + 1) * width)].filter((step) => step !== 255);
    return path.length ? [{ cell, path }] : [];
  });
}
