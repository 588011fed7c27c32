/** 2D Nim's rules: JavaScript says what Python says; see `tests/conformance.py`. */

import { check } from "../../js/corpus.js";

await check("nim", import.meta.url, ({ position, stones, moves }) => ({
  position,
  stones,
  moves: Object.fromEntries(moves.map((move) => [move.move, move.position])),
}));
