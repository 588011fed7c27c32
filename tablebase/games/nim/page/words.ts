/** What the page says about 2D Nim, also to those who don't see the board. */

import { cellName } from "#shared/cells.ts";
import { counted, plies, tally, valueText } from "#shared/judge.ts";
import { isLarge, proof } from "./probe.ts";
import { type Limits, missed, sizeOf, type Table, type Take } from "./table.ts";

export function playerName({ against, you }: Table, player: number) {
  if (against === "computer") return player === you ? "You" : "The computer";
  return player ? "Player 2" : "Player 1";
}

/** A player's name with a verb. @param verb without its s */
const does = (table: Table, player: number, verb: string) => {
  const name = playerName(table, player);
  return `${name} ${name === "You" ? verb : `${verb}s`}`;
};

export const rulesLine = ({ take, misere }: Limits) =>
  `Take ${take > 1 ? `1 to ${take} in a line` : "one stone"}; taking the last stone ${misere ? "loses" : "wins"}.`;

/** What a move is worth to the player who makes it. */
export const worth = (move: Take) => (move.result ? valueText(move) : "not known");

/** The headline and the line below it. */
export function headline(table: Table): [string, string] {
  const { answer } = table;
  if (table.draft) return ["Set up a position", counted(table.draft.split("1").length - 1, "stone")];
  if (table.isOver) {
    const won = does(table, table.winner, "win");
    return [won, table.at ? `${playerName(table, 1 - table.mover)} took the last stone` : "No stones are left"];
  }
  if (!answer) return [turn(table), "…"];
  const left = `${counted(answer.stones, "stone")} left`;
  if (!table.isOpen) return [turn(table), left];
  const below = `${turn(table)} · ${known(answer.moves)}`;
  if (!answer.result) return ["It is not known who wins", below];
  const wins = does(table, table.winner, "win");
  return [isLarge(answer) ? wins : `${wins} in ${plies(answer.dte ?? 0)}`, below];
}

function turn(table: Table) {
  if (table.against !== "computer") return `${playerName(table, table.mover)} to move`;
  if (!table.isComputers) return "Your turn";
  return table.thinking ? "The computer is thinking…" : "Computer to move";
}

function known(moves: Take[]) {
  const winning = moves.filter((move) => move.keeps_win).length;
  const isOpen = moves.some((move) => !move.result);
  return isOpen ? `${winning || "none"} of ${moves.length} moves known to win` : tally(moves);
}

/** Whose colour the headline has: the winner's, or that of the player to move. */
export const colour = (table: Table) => {
  if (table.draft) return "";
  const wins = table.isOver || (table.isOpen && !!table.answer?.result);
  return (wins ? table.winner : table.mover) ? "blue" : "red";
};

export function sheet(table: Table): [string, string] {
  if (table.draft) return ["Tap a cell to put a stone there or to take it away.", ""];
  if (table.isOver) return review(table);
  return table.selected ? looked(table, table.selected) : reportLast(table);
}

/** What a selected move takes and does. */
export function looked(table: Table, move: Take): [string, string] {
  const what = `${table.hinted ? "Hint: take" : "Take"} ${move.move}`;
  const { answered, answer } = table;
  if (!table.isOpen) return [what, hinted(table, move) || counted(move.cells.length, "stone")];
  const gave = answer?.result === "win" && move.result === "loss" ? "gives the win away: " : "";
  const said = `${what}: ${gave}${worth(move)}`;
  if (!answered) return [said, move.dte === 1 ? "Then the game is over." : ""];
  return [said, `${playerName(table, 1 - table.mover)} then takes ${answered.move}.`];
}

/** What a hint on a large board rests on; "" if there is nothing to say. */
function hinted({ answer, hinted }: Table, move: Take) {
  if (!answer || !hinted || !isLarge(answer) || move.result === "loss") return "";
  return `${move.keeps_win ? "It wins." : "It is not known who wins."} ${proof(answer)}`;
}

/** What the moves before the position shown have done. */
export function reportLast(table: Table): [string, string] {
  const { at, steps } = table;
  if (!at && table.isComputers) return ["The computer goes first.", ""];
  if (!at) return ["Tap the first stone of your line, then the last.", "Or drag across the stones."];
  const last = `${playerName(table, 1 - table.mover)} took ${steps[at].move}.`;
  if (table.against === "friend") return [last, ""];
  if (table.against === "nobody") return [blame(table, at) || last, ""];
  const yours = (at - 1) % 2 === table.you ? at : at - 1;
  return [blame(table, yours) || last, yours === at || !blame(table, yours) ? "" : last];
}

/** What was wrong with a move; "" if nothing was. */
function blame(table: Table, at: number) {
  const best = missed(table, at);
  const name = table.against === "computer" ? "Your" : `${playerName(table, (at - 1) % 2)}’s`;
  return best && `${name} ${table.steps[at].move} gave the win away; ${best} would have kept it.`;
}

/** The steps at which a player gave the win away. @param player or either */
export const mistakes = (table: Table, player: number | null) =>
  [...table.steps.keys()].filter((at) => (player === null || (at - 1) % 2 === player) && missed(table, at));

/** A move of the game; what gave the win away is marked where that does not help a player. */
export function step(table: Table, at: number) {
  const { steps, isOpen, against, you } = table;
  const player = (at - 1) % 2;
  const isJudged =
    isOpen || steps[steps.length - 1].answer?.moves.length === 0 || (against === "computer" && player === you);
  const [mark, title] = isJudged && missed(table, at) ? ["??", "gave the win away"] : ["", ""];
  const [text, side] = [steps[at].move, ["red", "blue"][player]];
  return { text, label: `${playerName(table, player)}: ${text}${mark && `, ${title}`}`, side, mark, title };
}

/** What there is to say when the game is over. */
export function review(table: Table): [string, string] {
  if (!table.at) return ["There is nothing to take.", ""];
  const wrong = mistakes(table, table.against === "computer" ? table.you : null);
  const large = isLarge(table.answer);
  const kind = large ? "proven mistakes" : "mistakes";
  const whose = table.against === "computer" ? `Your ${kind}` : `${kind[0].toUpperCase()}${kind.slice(1)}`;
  if (!wrong.length) {
    const lost = !large && table.against === "computer" && table.winner !== table.you;
    return [`${whose}: none.`, lost ? "The starting position was lost." : ""];
  }
  return [`${whose}: ${wrong.length}.`, blame(table, wrong[wrong.length - 1])];
}

/** The stones that are left, row by row. */
export function board({ position }: Table) {
  const { columns } = sizeOf(position);
  const rows = position.split("/").map((row, at) => {
    const stones = [...row].flatMap((stone, column) => (stone === "1" ? cellName(at * columns + column, columns) : []));
    return `Row ${at + 1}: ${stones.join(", ") || "empty"}.`;
  });
  return rows.join(" ");
}

/** The moves by name: best first they would be a hint. */
export const moves = ({ answer, isOpen, isYours }: Table) =>
  ((isYours && answer?.moves) || [])
    .map((take) => ({ move: take.move, said: take.move.replace("-", " to ") + (isOpen ? ` ${worth(take)}` : "") }))
    .sort((one, other) => one.move.localeCompare(other.move));
