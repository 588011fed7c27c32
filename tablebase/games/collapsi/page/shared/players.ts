/** Three and four players: who is in, whose turn it is, and what each can be sure of. */

import { draw, html, part, set } from "#shared/dom.ts";
import { counted } from "#shared/judge.ts";
import type { Probe, Side } from "./api.ts";
import { isForMany } from "./game.ts";
import { SIDES } from "./notation.ts";
import type { Shown } from "./session.ts";
import { named } from "./words.ts";

/** Show the players in `#players-panel`. */
export function renderPlayers(root: HTMLElement, { rules, probe, hidden }: Shown<any>) {
  set(part(root, "players-panel"), { hidden: !isForMany(rules) });
  const sides = Object.values(SIDES).filter((side) => probe?.players?.includes(side) || probe?.out?.includes(side));
  draw(part(root, "players"), probe ? sides.map((side) => player(side, probe, hidden)) : []);
}

function player(side: Side, probe: Probe, hidden: boolean) {
  const name = html("b", { class: `player ${side}` }, named(side));
  const item = html("li", {}, name, ` ${status(side, probe, hidden)}`);
  if (side === probe.side_to_move && probe.moves.length) item.setAttribute("aria-current", "true");
  return item;
}

/** What there is to say of a player. */
function status(side: Side, { moves, winner, out = [], side_to_move: mover, values }: Probe, hidden: boolean) {
  if (!moves.length) return side === winner ? "won" : out.length ? "is out" : "lost";
  if (out.includes(side)) return "is out";
  const turn = side === mover ? "is to move" : "is in";
  const value = values?.[side];
  if (hidden || !value) return turn;
  if (value.result === "win") return `${turn} and can force a win in ${value.dte}`;
  return `${turn}, safe for ${counted(value.dte, "move")}`;
}
