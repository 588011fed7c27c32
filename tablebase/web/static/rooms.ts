/**
 * What the rooms bring, by their `Page` in Python: the site builder (`tablebase/web/site.py`) writes it
 * into index.html. Paths are relative to the page.
 */

interface Rooms {
  title: string; // the name of the site
  first: string; // the mode that is shown first
  linked: string; // the mode of an address that has a query but names no mode
  modes: Record<string, string>; // the folder of each mode, with a slash at its end
  /** the modules that answer questions to the rooms, but for that of the page's own game */
  engines: Record<string, string>;
  equipment: { kernels: string; data: string }; // what the engine of the page's own game works with
}

export const ROOMS: Rooms = JSON.parse(document.getElementById("rooms")?.textContent ?? "");

/** The address of a file of the page. */
export const address = (path: string) => new URL(path, document.baseURI).href;

/** The mode that an address asks for. */
export function modeOf(query: URLSearchParams) {
  const wanted = query.get("mode") ?? (query.size ? ROOMS.linked : ROOMS.first);
  return Object.hasOwn(ROOMS.modes, wanted) ? wanted : ROOMS.first;
}
