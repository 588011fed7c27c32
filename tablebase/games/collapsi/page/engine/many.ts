/** What only games for three and four players need; loaded with the first one. */

import { countOf, DuelTable } from "./duels.ts";
import { choose } from "./placings.ts";

export { choose, countOf, DuelTable };
