/** What the page says about the position, beside the board: headline, sheet, moves, the game. */

import { attempt } from "#shared/banner.js";
import { html, part, refill, set, toBoard, write } from "#shared/dom.js";
import { mountSheet } from "#shared/sheet.js";
import { showSteps } from "#shared/steps.js";
import { markOf } from "#shared/words.js";
import { isLarge, proof } from "./probe.js";
import { headline, looked, playerName, reportLast, review, rulesLine, worth } from "./words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Take} Take */
/** @typedef {import("#shared/sheet.js").Action} Action */

/** @param {HTMLElement} root @param {Table} table @param {() => Action[]} actions */
export function mountReport(root, table, actions) {
  mountSheet(root, table, {
    headline: () => headline(table),
    colour: () => colour(table),
    sheet: () => sheet(table),
    actions,
  });
  table.addEventListener("change", () => {
    showSteps(root, table, (at) => described(table, at));
    part(root, "rules-line").textContent = rulesLine(table.limits);
  });
}

/** Whose colour the headline has: the winner's, or that of the player to move. @param {Table} table */
const colour = (table) => {
  if (table.draft) return "";
  const wins = table.isOver || (table.isOpen && !!table.answer?.result);
  return (wins ? table.winner : table.mover) ? "blue" : "red";
};

/** @param {Table} table @returns {[string, string]} */
function sheet(table) {
  if (table.draft) return ["Tap a cell to put a stone there or to take it away.", ""];
  if (table.isOver) return review(table);
  return table.looked ? looked(table, table.looked) : reportLast(table);
}

/** A move of the game; mistakes are marked where that does not help a player. @param {Table} table @param {number} at */
function described(table, at) {
  const [player, text] = [(at - 1) % 2, table.steps[at].move];
  const [mark, meaning] = markOf(isMarked(table, at) ? table.judgement(at) : null);
  const label = `${playerName(table, player)}: ${text}${mark && `, ${meaning}`}`;
  return { text, label, side: ["red", "blue"][player], mark, title: mark && meaning };
}

/** Whether to say how good a move was: always in the analysis and after the game, else only for the reader's moves. @param {Table} table @param {number} at */
function isMarked(table, at) {
  const last = table.steps[table.steps.length - 1].answer;
  return table.isOpen || last?.moves.length === 0 || (table.against === "computer" && (at - 1) % 2 === table.you);
}

/**
 * The moves of the position shown with their values, the best first. A click plays one with a
 * mouse; otherwise the first shows it. On a large board there is a word on where they come from.
 *
 * @param {HTMLElement} root
 * @param {Table} table
 */
export function mountWays(root, table) {
  const list = part(root, "ways");
  table.addEventListener("change", () => {
    set(part(root, "ways-panel"), { hidden: !table.isOpen });
    const { answer, isOpen } = table;
    const moves = (isOpen && answer?.moves) || [];
    write(part(root, "proof"), answer && isLarge(answer) && moves.length ? proof(answer) : "");
    if (isOpen && !answer) return; // those of the position before stay, and one may have the focus
    const focused = list.contains(document.activeElement);
    refill(
      list,
      moves.map((move) => way(table, move)),
    );
    if (focused && !moves.length) toBoard(root);
  });
}

/** @param {Table} table @param {Take} move */
function way(table, move) {
  const kind = move.result ?? "";
  const pressed = String(table.selected === move);
  const made = html(
    "button",
    { type: "button", class: `way ${kind}`, "aria-pressed": pressed },
    html("b", {}, move.move),
    worth(move),
  );
  const canGo = () => table.answer?.moves.includes(move) === true;
  made.onclick = (event) => {
    const mouse = /** @type {PointerEvent} */ (event).pointerType === "mouse";
    if (mouse || table.selected === move) attempt(() => table.play(move.move));
    else if (canGo()) table.choose(move);
  };
  made.onpointerenter = ({ pointerType }) => pointerType === "mouse" && canGo() && table.point(move);
  made.onpointerleave = () => table.pointed === move && table.point(null);
  return html("li", { "data-move": move.move }, made);
}
