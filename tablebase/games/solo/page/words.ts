/** What the page says about Solo. */

import { GRADES } from "#home/shared/grades.ts";
import { read } from "#home/shared/notation.ts";
import { cardName, rangeText } from "#home/shared/words.ts";
import { dateOf } from "#shared/days.ts";
import { counted } from "#shared/judge.ts";
import type { Step as Move, Board as Probe } from "./answers.d.ts";
import { type Game, isBest, type Readings } from "./game.ts";
import { resultOf } from "./results.ts";

/** What a move is worth, in a few words. */
export function worth({ result, score }: Move) {
  if (result === "loss") return "gets stuck";
  return score ? `leaves ${score}` : "clears all";
}

/** The headline and the line below it. @param result what has been made of it, if it is today's board */
export function headline(game: Game, result = resultOf(game)): [string, string] {
  if (!game.answer) return ["…", "…"];
  const left = `${counted(game.answer.cards, "card")} left`;
  const board = about(game) + (result?.left == null ? "" : result.left ? ` · best: ${result.left} left` : " · cleared");
  if (game.isCleared) return ["Cleared!", board];
  return [game.isOver && !game.isOut ? `Stuck with ${left}` : left, board];
}

/** Which board it is. */
function about({ day, start, isSheet }: Game) {
  if (isSheet) return start.position.includes("x") ? "A game under way" : "The rule sheet’s board";
  const grade = start.grade ? GRADES[start.grade - 1] : "";
  if (day) return `No. ${day} · ${dateOf(day)} · ${grade}`;
  if (grade) return `${grade[0].toUpperCase()}${grade.slice(1)} board`;
  return start.position.includes("x") ? "A game under way" : "A board that cannot be cleared";
}

/** What the sheet says. @param selected the destination of a first tap, or "" */
export function sheet(game: Game, selected: string): [string, string] {
  const { answer, checked, hinted, values, at, sent } = game;
  if (!answer) return ["…", ""];
  if (game.isOver) return [over(game)[0], sent || over(game)[1]];
  if (hinted && (!selected || selected === hinted)) return [`Hint: ${hinted}.`, outlook(game)];
  if (selected) return [`To ${selected}? Tap it again to move.`, ""];
  if (checked || values) return [outlook(game), steps(game)];
  if (!at) return ["Collapse every card, then end on the exit.", sent || steps(game)];
  return [steps(game), ""];
}

/** How far the pawn may go from a card. */
export const stepsFrom = (card: string, { joker }: Readings) =>
  card === "J" ? rangeText([...joker].map(Number)) : card === "A" ? "1" : card;

/** How far the pawn walks. */
function steps({ steps, at, readings }: Game) {
  const card = read(steps[at].position).cells.find((cell) => cell?.pawns)?.card ?? "";
  const far = stepsFrom(card, readings);
  const noun = far === "1" ? "step" : "steps";
  const fewer = readings.exit === "door" && Number(far) > 1 ? ", or fewer to the exit" : "";
  return `From the ${cardName(card)} walk ${far} ${noun}${fewer}.`;
}

/** What can still be reached. */
function outlook({ answer, at, start }: Game) {
  const { result, score } = answer as Probe;
  if (result === "loss")
    return at && start.result === "win" ? "The exit is out of reach from here." : "The exit cannot be reached.";
  if (!score) return `The board can ${at ? "still " : ""}be cleared.`;
  const best = `at best ${counted(score, "card")} ${score === 1 ? "is" : "are"} left`;
  if (!start.score) return `It can no longer be cleared: ${best}.`;
  if (!at) return `This board cannot be cleared: ${best}.`;
  return score > start.score
    ? `From here ${best}; from the start it was ${start.score}.`
    : `From here ${best}, as from the start.`;
}

/** How a game has ended. */
function over({ answer, start, loss, isCleared, isOut }: Game): [string, string] {
  const { cards, score } = answer as Probe;
  if (loss)
    return [
      `Before ${loss.move} you could have ${reached(loss.score)}: ${loss.kept} was the move.`,
      `That was move ${loss.at + 1}.`,
    ];
  if (isCleared) return ["Every card has collapsed, and the pawn is out.", ""];
  if (start.result === "loss") return ["The pawn cannot move.", "No game reaches the exit of this board."];
  if (isOut && score === start.score) return [`No game leaves fewer than ${counted(cards, "card")} here.`, ""];
  const how = isOut ? "The pawn is out." : "The pawn cannot move, and is not on the exit.";
  return [how, `You could have ${reached(start.score)}.`];
}

const reached = (score: number) =>
  score ? `left by the exit with only ${counted(score, "card")} face up` : "cleared the board";

export const colour = ({ isCleared }: Game) => (isCleared ? "green" : "");

/** A move in the list, marked if values are shown and it was not a best one. */
export function step({ steps, values }: Game, at: number) {
  const [{ move }, isMistake] = [steps[at], values && !isBest(steps, at)];
  const marked = isMistake ? { mark: "?", title: "left more cards than it had to" } : {};
  return { text: move, label: `Move ${at}: ${move}`, ...marked };
}
