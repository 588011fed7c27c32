/** Solo's rules: JavaScript says what Python says; see `tests/conformance.py`. */

import { check } from "../../js/corpus.js";

await check("solo", import.meta.url, ({ position, cards, moves }) => ({
  position,
  cards,
  moves: Object.fromEntries(moves.map((move) => [move.move, move.position])),
}));
