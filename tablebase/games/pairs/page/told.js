/** A stack of cards in words, for those who don't see it. */

import { counted } from "#shared/words.js";
import { spoken } from "./cards.js";

/** @param {{game: import("./game.js").Game, send: (type: string, about?: object) => unknown}} mode @returns {import("#shared/app.js").Teller} */
export const teller = (mode) => ({
  board: () => `${counted(mode.game.cards.length, "card")}, top card first: ${mode.game.cards.map(spoken).join(", ")}.`,
  moves: () => (mode.game.answer?.removable ?? []).map((card) => ({ move: card, said: spoken(card) })),
  play: (name) => mode.send("move", { name }),
});
