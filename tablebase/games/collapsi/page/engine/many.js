/** What only games for three and four players need; loaded with the first one. */

import { duelIndex, DuelTable } from "./duels.js";
import { choose } from "./placings.js";

export { choose, duelIndex, DuelTable };
