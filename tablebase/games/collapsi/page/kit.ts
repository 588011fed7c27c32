/** What the pages of other games share with Collapsi's: its board, words and grades. */

export { Board } from "./shared/board.ts";
export { GRADES, gradeOf } from "./shared/grades.ts";
export { read } from "./shared/notation.ts";
export { View } from "./shared/session.ts";
export { teller } from "./shared/told.ts";
export { cardName, rangeText } from "./shared/words.ts";
