/** The rooms' engines. The site builder (`tablebase/web/site.py`) writes rooms.js. */

/** The engine of the page's own game. */
export const home: import("./answers.js").HomeEngine;

/** What imports the engines of the others, by room. */
export const ENGINES: Record<string, () => Promise<import("./answers.js").Engine>>;
