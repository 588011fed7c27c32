/** Positions in the library's notation: the hand, then what was laid on each pile. */

export const notation = ({ hand, piles }: { hand: number[]; piles: number[][] }) =>
  `${listed(hand)} : ${piles.map(listed).join(" / ")}`;

const listed = (cards: number[]) => cards.join(" ") || "-";
