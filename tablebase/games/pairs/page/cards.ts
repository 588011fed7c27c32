/** Cards as text: `KD`, and in a stack `xKD` once it has been removed. */

import { html } from "#shared/dom.ts";

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

/** Suits by letter: sign, name, whether it is a red one. */
const SUITS: Record<string, [string, string, boolean]> = {
  S: ["♠", "spades", false],
  H: ["♥", "hearts", true],
  D: ["♦", "diamonds", true],
  C: ["♣", "clubs", false],
};

/** The 52 cards, as the library has them. */
export const DECK = Object.keys(SUITS).flatMap((suit) => RANKS.map((rank) => rank + suit));

const TEXT_FORM = "\ufe0e"; // draws the sign as text, not as an emoji

const NAMES: Record<string, string> = { A: "ace", J: "jack", Q: "queen", K: "king" };

const rankOf = (card: string) => card.slice(0, -1);

const nameOf = (card: string) => NAMES[rankOf(card)] ?? rankOf(card);

const suitOf = (card: string) => SUITS[card.slice(-1)];

/** A card as it is shown in a text: 7♣. */
export const short = (card: string) => rankOf(card) + suitOf(card)[0] + TEXT_FORM;

/** A card as it is read aloud. */
export const spoken = (card: string) => `${nameOf(card)} of ${suitOf(card)[1]}`;

/** What two cards have in common, in a word; "" if nothing. */
export function shared(card: string, other: string) {
  if (suitOf(card) === suitOf(other)) return suitOf(card)[1];
  return rankOf(card) === rankOf(other) ? `both ${nameOf(card)}s` : "";
}

/** The cards of a position that are left, in order. */
export const left = (position: string) => position.split(" ").filter((card) => !card.startsWith("x"));

/** A position with a card removed. */
export const without = (position: string, card: string) =>
  position
    .split(" ")
    .map((word) => (word === card ? `x${card}` : word))
    .join(" ");

/** The face of a card, for a button. */
export const face = (card: string) => [
  html("span", { class: "rank" }, rankOf(card)),
  html("span", { class: "suit", "data-drawn": suitOf(card)[0] + TEXT_FORM }),
];

export const isRed = (card: string) => suitOf(card)[2];
