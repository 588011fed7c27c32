/** Whether a game from a file can have been played. */

import { asked } from "../shared/address.js";
import * as api from "../shared/api.js";
import { textOfOwn } from "../shared/own_rules.js";
import { offers } from "../shared/session.js";

/** Whether the rules of a name can be played here. @param {string} name */
export const isKnown = async (name) => textOfOwn(name) !== "" || (await offers()).some((rules) => rules.name === name);

/**
 * Refuse a game with an illegal move. A game whose rules are unknown here is kept as it is.
 *
 * @param {import("../../../../shared/store.js").Kept} game
 */
export async function check({ address }) {
  const { position, moves, rules, edition } = asked(new URLSearchParams(address));
  if (!(await isKnown(rules))) return;
  let shown = await api.moves(position ?? "", { rules, edition });
  for (const [at, name] of moves.entries()) {
    const move = shown.moves.find((known) => known.move === name);
    if (!move) throw new Error(`move ${at + 1}, ${name}, is not legal`);
    shown = await api.moves(move.position, { rules, edition: shown.edition });
  }
}
