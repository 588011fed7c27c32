/** The symmetry of deals. docs: `tablebase/games/collapsi/symmetry.py`; the kernel is `kernels/images.py`. */

import type { Kernels } from "#engine/kernels.ts";
import type { Rules } from "./rules.ts";

/**
 * Where an automorphism of the board takes each cell: the one that leads to the canonical deal, whose table
 * all images share. And how many automorphisms there are, and how many lead to the same.
 *
 * @param starts the cells of the players' jokers, if these count, too
 * @param wanted the number of another automorphism
 */
export function imageOf(
  { size, masks, turn }: Rules,
  cards: number[],
  starts: number[],
  kernels: Kernels,
  wanted = -1,
) {
  if (turn.group !== "automorphisms") return { image: [...cards.keys()], all: 1, same: 1 };
  kernels.clear();
  const [deal, pawns] = [cards, starts].map((cells) => kernels.put(Uint8Array.from(cells)));
  const [image, found] = [kernels.room(size), kernels.put(new BigInt64Array(2))];
  kernels.run("find_image", size, kernels.put(masks), deal, starts.length, pawns, wanted, image, found);
  const [all, same] = [...kernels.get(BigInt64Array, found, 2)].map(Number);
  return { image: [...kernels.get(Uint8Array, image, size)], all, same };
}

export function moved(cards: readonly number[], image: readonly number[]) {
  const found = [...cards];
  image.forEach((place, cell) => (found[place] = cards[cell]));
  return found;
}
