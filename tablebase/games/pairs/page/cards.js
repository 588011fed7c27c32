/** Cards as text: `KD`, and in a stack `xKD` once it has been removed. */

import { html } from "#shared/dom.js";

export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

/** Suits by letter: sign, name, whether it is a red one. @type {Record<string, [string, string, boolean]>} */
export const SUITS = {
  S: ["♠", "spades", false],
  H: ["♥", "hearts", true],
  D: ["♦", "diamonds", true],
  C: ["♣", "clubs", false],
};

const TEXT_FORM = "\ufe0e"; // draws the sign as text, not as an emoji

/** @type {Record<string, string>} */
const NAMES = { A: "ace", J: "jack", Q: "queen", K: "king" };

/** @param {string} card */
const rankOf = (card) => card.slice(0, -1);

/** @param {string} card */
const suitOf = (card) => SUITS[card.slice(-1)];

/** A card as it is shown in a text: 7♣. @param {string} card */
export const short = (card) => rankOf(card) + suitOf(card)[0] + TEXT_FORM;

/** A card as it is read aloud. @param {string} card */
export const spoken = (card) => `${NAMES[rankOf(card)] ?? rankOf(card)} of ${suitOf(card)[1]}`;

/** What two cards have in common, in a word; "" if nothing. @param {string} card @param {string} other */
export function shared(card, other) {
  if (suitOf(card) === suitOf(other)) return suitOf(card)[1];
  if (rankOf(card) !== rankOf(other)) return "";
  const name = NAMES[rankOf(card)] ?? rankOf(card);
  return `both ${name}s`;
}

/** The cards of a position that are left, in order. @param {string} position */
export const left = (position) => position.split(" ").filter((card) => !card.startsWith("x"));

/** A position with a card removed. @param {string} position @param {string} card */
export const without = (position, card) =>
  position
    .split(" ")
    .map((word) => (word === card ? `x${card}` : word))
    .join(" ");

/** The face of a card, for a button. @param {string} card */
export const face = (card) => [
  html("span", { class: "rank" }, rankOf(card)),
  html("span", { class: "suit", "data-drawn": suitOf(card)[0] + TEXT_FORM }),
];

/** @param {string} card */
export const isRed = (card) => suitOf(card)[2];
