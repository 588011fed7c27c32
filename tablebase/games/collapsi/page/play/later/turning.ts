/**
 * The review of a game of three or four: after which moves somebody could force a win who could not
 * before, or no longer could.
 */

import { button } from "#shared/commands.ts";
import { html } from "#shared/dom.ts";
import * as api from "../../shared/api.ts";
import { toMove } from "../../shared/game.ts";
import { named } from "../../shared/words.ts";
import type { Shown } from "../../shared/session.ts";
import type { Side } from "../../shared/api.ts";

type Session = Shown<any>;

/** A move, and who could force a win before and after it. */
type Turn = { at: number; side: Side; move: string; before: Side | null; after: Side | null };

async function turnsOf({ game }: Session): Promise<Turn[]> {
  const probes = await Promise.all(game.steps.map(({ position }) => api.probe(position, game)));
  const winners = probes.map(({ winner }) => winner);
  return game.steps.flatMap(({ move }, at) =>
    at && winners[at] !== winners[at - 1]
      ? [{ at, side: toMove(game, at - 1), move, before: winners[at - 1], after: winners[at] }]
      : [],
  );
}

function wordsOf({ at, side, move, before, after }: Turn) {
  const who = `Move ${at}, ${named(side)} ${move}: `;
  if (before === side) return `${who}gave a forced win away${after ? `; ${named(after)} can force one now` : ""}.`;
  return after
    ? `${who}${named(after)} can force a win from here.`
    : `${who}${named(before as Side)} can no longer force a win.`;
}

/** The turning points of the game, each to be looked at. @param go shows a position of it */
export async function turningPoints(session: Session, go: (at: number) => unknown): Promise<HTMLElement[]> {
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
