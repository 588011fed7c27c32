/** Games that this device keeps, as they stand. */

import type { Kept } from "#shared/store.ts";
import { asked } from "./address.ts";
import * as api from "./api.ts";
import { diagram } from "./diagram.ts";
import { current, follow, newGame } from "./game.ts";

/** The game of a kept address, as far as its moves are legal. */
export async function gameOf({ address }: Pick<Kept, "address">) {
  const { position, moves, rules, edition } = asked(new URLSearchParams(address));
  const start = await api.moves(position ?? "", { rules, edition });
  return follow(newGame(start.position, { rules, edition: start.edition }), moves, api.moves);
}

/** A small board of the position that a kept game has reached. */
export async function boardOf(kept: Pick<Kept, "address">) {
  const { game } = await gameOf(kept);
  return diagram(current(game).position, [], `The board after move ${game.at}`);
}

/** A time, with its day. */
export const timeText = (time: number) =>
  new Date(time).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
