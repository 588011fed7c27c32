/** What the pages of other games share with Collapsi's: its board, words and grades. */

export { Board } from "./shared/board.js";
export { GRADES, gradeOf } from "./shared/grades.js";
export { read } from "./shared/notation.js";
export { teller } from "./shared/told.js";
export { View } from "./shared/view.js";
export { cardName, rangeText } from "./shared/words.js";
