/**
 * The review of a game of three or four: after which moves somebody could force a win who could not
 * before, or no longer could.
 */

import { button } from "#shared/commands.js";
import { html } from "#shared/dom.js";
import * as api from "../../shared/api.js";
import { toMove } from "../../shared/game.js";
import { named } from "../../shared/words.js";

/**
 * @typedef {import("../../shared/api.js").Side} Side
 * @typedef {import("../../shared/session.js").Shown<any>} Session
 * @typedef {{at: number, side: Side, move: string, before: Side | null, after: Side | null}} Turn a
 *   move, and who could force a win before and after it
 */

/** @param {Session} session @returns {Promise<Turn[]>} */
async function turnsOf({ game }) {
  const probes = await Promise.all(game.steps.map(({ position }) => api.probe(position, game)));
  const winners = probes.map(({ winner }) => winner);
  return game.steps.flatMap(({ move }, at) =>
    at && winners[at] !== winners[at - 1]
      ? [{ at, side: toMove(game, at - 1), move, before: winners[at - 1], after: winners[at] }]
      : [],
  );
}

/** @param {Turn} turn */
function wordsOf({ at, side, move, before, after }) {
  const who = `Move ${at}, ${named(side)} ${move}: `;
  if (before === side) return `${who}gave a forced win away${after ? `; ${named(after)} can force one now` : ""}.`;
  return after
    ? `${who}${named(after)} can force a win from here.`
    : `${who}${named(/** @type {Side} */ (before))} can no longer force a win.`;
}

/** The turning points of the game, each to be looked at. @param {Session} session @param {(at: number) => unknown} go shows a position of it @returns {Promise<HTMLElement[]>} */
export async function turningPoints(session, go) {
  const turns = await turnsOf(session);
  if (!turns.length) return [html("li", {}, "Who could force a win never changed.")];
  return turns.map((turn) =>
    html(
      "li",
      {},
      button({}, () => go(turn.at - 1), wordsOf(turn)),
    ),
  );
}
