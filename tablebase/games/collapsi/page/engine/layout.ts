/**
 * The layout of a deal: its cells as slots of the canonical deal, whose table it shares.
 * docs: `tablebase/games/collapsi/card_game.py`.
 */

import { write } from "./notation.ts";
import { JOKER, type Rules } from "./rules.ts";
import { canonical } from "./symmetry.ts";
import type { Position } from "./position.ts";

export class Layout {
  rules: Rules;
  cards: number[];
  canonicalCards: number[];
  /** The slot of each cell, -1 for a joker's. */
  slots: number[];
  free: number;
  /** The cell of each slot. */
  cells: number[];
  /** The jokers' cells in the order of their images. */
  jokers: number[];

  constructor(cards: number[], rules: Rules) {
    const { cards: first, maps } = canonical(rules, cards);
    const [image] = maps;
    this.rules = rules;
    this.cards = cards;
    this.canonicalCards = first;
    const slotOf = new Map(
      first.flatMap((card, cell) => (card === JOKER ? [] : [cell])).map((cell, slot) => [cell, slot]),
    );
    this.slots = image.map((cell) => slotOf.get(cell) ?? -1);
    this.free = slotOf.size;
    this.cells = Array.from({ length: this.free }, (_, slot) => this.slots.indexOf(slot));
    this.jokers = cards.flatMap((card, cell) => (card === JOKER ? [cell] : [])).sort((a, b) => image[a] - image[b]);
  }

  /** The canonical deal, rows separated by dots: the name of the table. */
  get key() {
    const cells = this.canonicalCards.map((card) => ({ card, faceUp: true, pawns: "" }));
    return write(cells, this.rules, ".");
  }

  /** The face-up free slots of a position, as a mask. */
  upSlots(position: Position) {
    return this.cells.reduce((mask, cell, slot) => (position.isUp(cell) ? mask | (1 << slot) : mask), 0);
  }
}
