/** Solo's notation: JavaScript says what Python says; see `tests/conformance.py`. */

import { check } from "../../js/corpus.js";

await check("solo", import.meta.url);
