/** The Game's rules: JavaScript says what Python says; see `tests/conformance.py`. */

import { check } from "../../js/corpus.js";

await check("thegame", import.meta.url, ({ position, tops, deck, remaining, plays }) => ({
  position,
  tops,
  deck,
  remaining,
  plays: plays.map((play) => [play.card, play.pile, play.is_trick, play.position]),
}));
