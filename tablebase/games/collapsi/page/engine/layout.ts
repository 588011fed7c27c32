/**
 * The symmetry of deals, and their layout: cells as slots of the canonical deal, whose table all images share.
 * docs: `tablebase/games/collapsi/symmetry.py` and `card_game.py`; the kernel is `kernels/images.py`.
 */

import type { Kernels } from "#engine/kernels.ts";
import { Deal } from "./position.ts";
import { JOKER, type Rules } from "./rules.ts";

/**
 * Where an automorphism of the board takes each cell: the one that leads to the canonical deal, starts marked if
 * the deal has some. And the deal there, and how many automorphisms there are.
 *
 * @param wanted the number of another automorphism
 */
export function imageOf(deal: Deal, kernels: Kernels, wanted = -1) {
  const { cards, starts, rules } = deal;
  const { size, masks, turn } = rules;
  if (turn.group !== "automorphisms") return { image: [...cards.keys()], deal, all: 1 };
  const [given, pawns, places] = [cards, starts, cards].map((cells) => Uint8Array.from(cells));
  const all = kernels.call("find_image", size, masks, given, starts.length, pawns, wanted, places);
  const image = [...places];
  const moved = image.map((_, place) => cards[image.indexOf(place)]);
  const starting = starts.map((cell) => image[cell]);
  return { image, deal: new Deal(moved, starting, rules), all };
}

export type Layout = ReturnType<typeof layoutOf>;

/**
 * The slot of each cell of a deal, the start of the canonical deal, and the name of its table: the rows, separated
 * by dots. The free cells have the first slots, and the jokers' the next ones, in the order of their images.
 */
export function layoutOf(cards: number[], rules: Rules, kernels: Kernels) {
  const { image, deal } = imageOf(new Deal(cards, [], rules), kernels);
  const place = (cell: number) => image[cell] + (cards[cell] === JOKER ? cards.length : 0);
  const cells = [...cards.keys()].sort((a, b) => place(a) - place(b));
  const start = Deal.start(deal.cards, rules);
  return { slots: cards.map((_, cell) => cells.indexOf(cell)), start, key: String(deal).replaceAll("/", ".") };
}
