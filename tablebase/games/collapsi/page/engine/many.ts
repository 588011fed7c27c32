/** What only games for three and four players need; loaded with the first one. */

import { DuelTable, familiesOf, sizeOf } from "./duels.ts";
import { choose } from "./placings.ts";

export { choose, DuelTable, familiesOf, sizeOf };
