/** What the engines of other games share with Collapsi's: its notation and rules. */

export { read, UNKNOWN, write } from "./notation.js";
export { JOKER, rulesOf, stepMask } from "./rules.js";
