/** A stack of cards in words, for those who don't see it. */

import { counted } from "#shared/words.js";
import { spoken } from "./cards.js";

/** @param {import("./game.js").Game} game @returns {import("#shared/app.js").Teller} */
export const teller = (game) => ({
  board: () => `${counted(game.cards.length, "card")}, top card first: ${game.cards.map(spoken).join(", ")}.`,
  moves: () => (game.answer?.removable ?? []).map((card) => ({ move: card, said: spoken(card) })),
  play: (card) => game.play(card),
});
