/**
 * What the rooms bring, by their `Page` in Python: the site builder (`tablebase/web/site.py`) writes
 * rooms.js. Paths are relative to it.
 */

/** The name of the site. */
export const TITLE: string;

/** The mode that is shown first. */
export const FIRST: string;

/** The mode of an address that has a query but names no mode. */
export const LINKED: string;

/** The folder of each mode, with a slash at its end. */
export const MODES: Record<string, string>;

/** What the engine of the page's own game works with. */
export const EQUIPMENT: { kernels: string; data: string };
