/** What only games for three and four players need: loaded when there is one. */

import { duelIndex, DuelTable } from "./duels.js";
import { choose } from "./placings.js";

export { choose, duelIndex, DuelTable };
