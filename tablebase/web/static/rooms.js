/**
 * What the rooms bring, by their `Page` in Python: the site builder (`tablebase/web/site.py`) writes it
 * into index.html. Paths are relative to the page.
 *
 * @typedef {object} Rooms
 * @property {string} title the name of the site
 * @property {string} first the mode that is shown first
 * @property {string} linked the mode of an address that has a query but names no mode
 * @property {Record<string, string>} modes the folder of each mode, with a slash at its end
 * @property {Record<string, string>} engines the modules that answer questions to the rooms, but for
 *   that of the page's own game
 * @property {{kernels: string, data: string}} equipment what the engine of the page's own game works with
 */

/** @type {Rooms} */
export const ROOMS = JSON.parse(document.getElementById("rooms")?.textContent ?? "");

/** The address of a file of the page. @param {string} path */
export const address = (path) => new URL(path, document.baseURI).href;
