/**
 * The layout of a deal: its cells as slots of the canonical deal, whose table it shares.
 * docs: `tablebase/games/collapsi/card_game.py`.
 */

import type { Kernels } from "#engine/kernels.ts";
import { write } from "./notation.ts";
import { Deal } from "./position.ts";
import { JOKER, type Rules } from "./rules.ts";
import { imageOf, moved } from "./symmetry.ts";

/** The free cells have the first slots, and the jokers' the next ones, in the order of their images. */
export class Layout {
  canonicalCards: number[];
  /** The slot of each cell. */
  slots: number[];

  constructor(
    cards: number[],
    readonly rules: Rules,
    kernels: Kernels,
  ) {
    const { image } = imageOf(rules, cards, [], kernels);
    const place = (cell: number) => image[cell] + (cards[cell] === JOKER ? cards.length : 0);
    this.canonicalCards = moved(cards, image);
    const cells = [...cards.keys()].sort((a, b) => place(a) - place(b));
    this.slots = cards.map((_, cell) => cells.indexOf(cell));
  }

  /** The start of the canonical deal. */
  get start() {
    return Deal.start(this.canonicalCards, this.rules);
  }

  /** The canonical deal, rows separated by dots: the name of the table. */
  get key() {
    const cells = this.canonicalCards.map((card) => ({ card, faceUp: true, pawns: "" }));
    return write(cells, this.rules, ".");
  }
}
