/** Positions in the library's notation: the hand, then what was laid on each pile. */

/** @param {{hand: number[], piles: number[][]}} position */
export const notation = ({ hand, piles }) => `${listed(hand)} : ${piles.map(listed).join(" / ")}`;

/** @param {number[]} cards */
const listed = (cards) => cards.join(" ") || "-";
