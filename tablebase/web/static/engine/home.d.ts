/** The engine of the page's own game. The site builder writes home.js. */
export const home: import("./answers.js").HomeEngine;
