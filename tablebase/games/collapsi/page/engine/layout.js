/**
 * The layout of a deal: its cells as slots of the canonical deal, whose table it shares.
 * docs: `tablebase/games/collapsi/card_game.py`.
 *
 * @typedef {import("./rules.js").Rules} Rules
 */

import { write } from "./notation.js";
import { JOKER } from "./rules.js";
import { canonical } from "./symmetry.js";

export class Layout {
  /** @param {number[]} cards @param {Rules} rules */
  constructor(cards, rules) {
    const { cards: first, maps } = canonical(rules, cards);
    const [image] = maps;
    this.rules = rules;
    this.cards = cards;
    this.canonicalCards = first;
    const slotOf = new Map(
      first.flatMap((card, cell) => (card === JOKER ? [] : [cell])).map((cell, slot) => [cell, slot]),
    );
    /** The slot of each cell, -1 for a joker's. */
    this.slots = image.map((cell) => slotOf.get(cell) ?? -1);
    this.free = slotOf.size;
    /** The cell of each slot. */
    this.cells = Array.from({ length: this.free }, (_, slot) => this.slots.indexOf(slot));
    /** The jokers' cells in the order of their images. */
    this.jokers = cards.flatMap((card, cell) => (card === JOKER ? [cell] : [])).sort((a, b) => image[a] - image[b]);
  }

  /** The canonical deal, rows separated by dots: the name of the table. */
  get key() {
    const cells = this.canonicalCards.map((card) => ({ card, faceUp: true, pawns: "" }));
    return write(cells, this.rules, ".");
  }

  /** The face-up free slots of a position, as a mask. @param {import("./position.js").Position} position */
  upSlots(position) {
    return this.cells.reduce((mask, cell, slot) => (position.isUp(cell) ? mask | (1 << slot) : mask), 0);
  }
}
