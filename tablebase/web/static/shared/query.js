/** The parts of an address after the question mark. */

/** A query, readable: without empty fields, and with nothing escaped that need not be. @param {Record<string, string>} fields */
export function query(fields) {
  const given = Object.entries(fields).filter(([, value]) => value !== "");
  return `?${given.map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("%2F", "/")}`).join("&")}`;
}

/** How many of a game's moves lead to the position that an address shows. @param {URLSearchParams} query @param {number} moves */
export function shownOf(query, moves) {
  const at = Number(query.get("at") ?? moves);
  return Number.isInteger(at) ? Math.max(0, Math.min(at, moves)) : moves;
}
