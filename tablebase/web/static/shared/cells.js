/** The names of a board's cells: a1, b1, ... in the first row. */

/** @param {number} place @param {number} columns */
export const cellName = (place, columns) =>
  String.fromCharCode(97 + (place % columns)) + (1 + Math.floor(place / columns));

/** @param {string} name @param {number} columns */
export const cellNumber = (name, columns) => name.charCodeAt(0) - 97 + (Number(name.slice(1)) - 1) * columns;
