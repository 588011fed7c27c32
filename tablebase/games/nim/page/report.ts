/** What the page says about the position, beside the board: the game's moves, and those of the position. */

import { button } from "#shared/commands.ts";
import { html, part, refill, show, toBoard } from "#shared/dom.ts";
import { markOf } from "#shared/judge.ts";
import { type Send, showSteps } from "#shared/sheet.ts";
import { isLarge, proof } from "./probe.ts";
import { judgement, type Table, type Take } from "./table.ts";
import { playerName, rulesLine, worth } from "./words.ts";

export function report(root: HTMLElement, table: Table, send: Send) {
  showSteps(root, table, send, (at) => described(table, at));
  const { answer, isOpen } = table;
  const moves = (isOpen && answer?.moves) || [];
  show(root, {
    "rules-line": rulesLine(table.limits),
    "ways-panel": { hidden: !isOpen },
    proof: answer && isLarge(answer) && moves.length ? proof(answer) : "",
  });
  if (isOpen && !answer) return; // those of the position before stay, and one may have the focus
  const list = part(root, "ways");
  const focused = list.contains(document.activeElement);
  refill(
    list,
    moves.map((move) => way(table, move, send)),
  );
  if (focused && !moves.length) toBoard(root);
}

/** A move of the game; mistakes are marked where that does not help a player. */
function described(table: Table, at: number) {
  const [player, text] = [(at - 1) % 2, table.steps[at].move];
  const [mark, meaning] = markOf(isMarked(table, at) ? judgement(table, at) : null);
  const label = `${playerName(table, player)}: ${text}${mark && `, ${meaning}`}`;
  return { text, label, side: ["red", "blue"][player], mark, title: mark && meaning };
}

/**
 * Whether to say how good a move was: always in the analysis and after the game, else only for the reader's moves.
 */
const isMarked = ({ steps, isOpen, against, you }: Table, at: number) =>
  isOpen || steps[steps.length - 1].answer?.moves.length === 0 || (against === "computer" && (at - 1) % 2 === you);

/** A move of the position shown with its value. A click plays it with a mouse; otherwise the first shows it. */
function way(table: Table, move: Take, send: Send) {
  const made = button(
    {
      class: `way ${move.result ?? ""}`,
      "aria-pressed": String(table.selected === move),
      onpointerenter: ({ pointerType }) => pointerType === "mouse" && table.answer && send("point", { move }),
      onpointerleave: () => table.pointed && send("point", { move: null }),
    },
    ({ pointerType }) => {
      if (pointerType === "mouse" || table.selected === move) return send("move", { name: move.move });
      return table.answer && send("choose", { move });
    },
    html("b", {}, move.move),
    worth(move),
  );
  return html("li", { "data-move": move.move }, made);
}
