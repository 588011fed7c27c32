/** A stack of cards in words, for those who don't see it. */

import { counted } from "#shared/words.ts";
import { spoken } from "./cards.ts";
import type { Game } from "./game.ts";
import type { Teller } from "#shared/app.ts";

export const teller = (mode: { game: Game; send: (type: string, about?: object) => unknown }): Teller => ({
  board: () => `${counted(mode.game.cards.length, "card")}, top card first: ${mode.game.cards.map(spoken).join(", ")}.`,
  moves: () => (mode.game.answer?.removable ?? []).map((card) => ({ move: card, said: spoken(card) })),
  play: (name) => mode.send("move", { name }),
});
