/** The rooms' engines. The site builder (`tablebase/web/site.py`) writes rooms.js. */

/** The engine of the page's own game. */
export const home: import("./answers.js").HomeEngine;

/** The modules of the others, by room; relative to the folder above. */
export const ENGINES: Record<string, string>;
