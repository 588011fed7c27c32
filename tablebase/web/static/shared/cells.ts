/** The names of a board's cells: a1, b1, ... in the first row. */

export const cellName = (place: number, columns: number) =>
  String.fromCharCode(97 + (place % columns)) + (1 + Math.floor(place / columns));

export const cellNumber = (name: string, columns: number) =>
  name.charCodeAt(0) - 97 + (Number(name.slice(1)) - 1) * columns;
