/**
 * Three and four players: who is in, whose turn it is, and what each can be sure of.
 *
 * @typedef {import("./api.js").Side} Side
 * @typedef {import("./api.js").Probe} Probe
 */

import { draw, html, part, set } from "#shared/dom.js";
import { counted } from "#shared/words.js";
import { isForMany } from "./game.js";
import { SIDES } from "./notation.js";
import { named } from "./words.js";

/** Keep the list of players in `#players-panel`. @param {HTMLElement} root @param {import("./session.js").Shown<any>} session */
export function mountPlayers(root, session) {
  session.addEventListener("settled", () => {
    const { rules, probe, hidden } = session;
    set(part(root, "players-panel"), { hidden: !isForMany(rules) });
    const sides = Object.values(SIDES).filter((side) => probe?.players?.includes(side) || probe?.out?.includes(side));
    draw(part(root, "players"), probe ? sides.map((side) => player(side, probe, hidden)) : []);
  });
}

/** @param {Side} side @param {Probe} probe @param {boolean} hidden */
function player(side, probe, hidden) {
  const name = html("b", { class: `player ${side}` }, named(side));
  const item = html("li", {}, name, ` ${status(side, probe, hidden)}`);
  if (side === probe.side_to_move && probe.moves.length) item.setAttribute("aria-current", "true");
  return item;
}

/** What there is to say of a player. @param {Side} side @param {Probe} probe @param {boolean} hidden */
function status(side, { moves, winner, out = [], side_to_move: mover, values }, hidden) {
  if (!moves.length) return side === winner ? "won" : out.length ? "is out" : "lost";
  if (out.includes(side)) return "is out";
  const turn = side === mover ? "is to move" : "is in";
  const value = values?.[side];
  if (hidden || !value) return turn;
  if (value.result === "win") return `${turn} and can force a win in ${value.dte}`;
  return `${turn}, safe for ${counted(value.dte, "move")}`;
}
