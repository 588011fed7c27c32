/** Whether a game from a file can have been played. */

import type { Kept } from "#shared/store.ts";
import { asked, hasLines, textOfOwn } from "../shared/address.ts";
import * as api from "../shared/api.ts";
import { follow, newGame } from "../shared/game.ts";
import { offers } from "../shared/session.ts";

/**
 * Whether the rules of a name can be played here: one's own, those of a board's size such as 4x6, or those on offer.
 */
export const isKnown = async (name: string) =>
  textOfOwn(name) !== "" || /^\d+x\d+$/.test(name) || (await offers()).some((rules) => rules.name === name);

/** Refuse a game with an illegal move. A game whose rules are unknown here is kept as it is. */
export async function check({ address }: Kept) {
  const query = new URLSearchParams(address);
  const { position, moves, rules, edition } = asked(query);
  if (!(await isKnown(rules))) return;
  const start = await api.moves(position ?? "", { rules, edition });
  const { game, illegal } = await follow(newGame(start.position, { rules, edition: start.edition }), moves, api.moves);
  if (illegal) throw new Error(`move ${game.steps.length}, ${illegal}, is not legal`);
  if (!hasLines(query)) return;
  const { read } = await import("../analyse/later/study.ts");
  const { said } = await read(query, game, (from, line) => follow(from, line, api.moves));
  if (said.length) throw new Error(said[0]);
}
