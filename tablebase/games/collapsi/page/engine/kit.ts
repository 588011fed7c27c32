/** What the engines of other games share with Collapsi's: its notation and rules. */

export { read, UNKNOWN, write } from "./notation.ts";
export { JOKER, rulesOf, stepMask } from "./rules.ts";
