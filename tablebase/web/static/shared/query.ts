/** The parts of an address after the question mark. */

import { EngineError } from "#engine/client.ts";

/** A query, readable: without empty fields, and with nothing escaped that need not be. */
export function query(fields: Record<string, string>) {
  const given = Object.entries(fields).filter(([, value]) => value !== "");
  return `?${given.map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("%2F", "/")}`).join("&")}`;
}

/** The moves of an address, and how many of them lead to the position that it shows. */
export function movesIn(query: URLSearchParams) {
  const moves = query.get("m")?.split(".").filter(Boolean) ?? [];
  return { moves, at: shownOf(query, moves.length) };
}

/** A game as fields of a query. */
export const movesFields = ([, ...steps]: { move: string }[], at: number) => ({
  m: steps.map(({ move }) => move).join("."),
  at: at === steps.length ? "" : String(at),
});

/** How many of a game's moves lead to the position that an address shows. */
export function shownOf(query: URLSearchParams, moves: number) {
  const at = Number(query.get("at") ?? moves);
  return Number.isInteger(at) ? Math.max(0, Math.min(at, moves)) : moves;
}

/** A link of which only a part is legal: that part is shown. */
export class PartError extends EngineError {}

/** What is said of a move that is not. */
export function illegalText(number: number, where: string, move: string) {
  const shown = number > 1 ? "the moves before it are" : "the start is";
  return `move ${number} of ${where}, ${move.slice(0, 20)}, is not legal; ${shown} shown`;
}
