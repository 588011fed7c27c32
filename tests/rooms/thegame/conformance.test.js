/** The Game's notation: JavaScript says what Python says; see `tests/conformance.py`. */

import { check } from "../../js/corpus.js";

await check("thegame", import.meta.url);
