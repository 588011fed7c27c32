/**
 * The stones: a grid of buttons, and the lines that may be taken drawn over it. A tap on a stone
 * selects it, a tap on another the line between them, and a tap on the same one again takes it. A
 * drag selects the line it runs over.
 */

import { cellName, nameLines, placeOf, walkable } from "#shared/cells.ts";
import { button } from "#shared/commands.ts";
import { classes, draw, html, set } from "#shared/dom.ts";
import type { Send } from "#shared/sheet.ts";
import { lineOf, sizeOf, type Table, type Take } from "./table.ts";
import { worth } from "./words.ts";

const MOST_LINES = 6; // if there are more best moves, they are only listed

/** @returns what shows a table */
export function mountBoard(root: HTMLElement, game: () => Table, send: Send) {
  const grid = html("div", { role: "grid" });
  const lines = html("div", { class: "lines", "aria-hidden": "true" });
  root.replaceChildren(grid, lines);
  walkable(grid);
  letDrag(grid, game, send);
  return (table: Table) => {
    const { rows, columns } = sizeOf(table.position);
    set(grid, { "aria-label": `Board of ${rows} by ${columns} cells` });
    nameLines(root.parentElement as HTMLElement, rows, columns);
    const cells = table.position.split("/").map((row, at) => {
      const named = [...row].map((stone, column) => [cellName(at * columns + column, columns), stone]);
      return named.map(([cell, stone]) => html("div", { role: "gridcell" }, cellOf(table, cell, stone === "1", send)));
    });
    draw(
      grid,
      cells.map((row) => html("div", { role: "row" }, ...row)),
    );
    root.classList.toggle("is-editing", table.draft !== "");
    root.classList.toggle("yours", table.isYours);
    draw(lines, outlines(table));
  };
}

/** @param stone whether there is one */
function cellOf(table: Table, cell: string, stone: boolean, send: Send) {
  const { anchor, at, draft, isYours, selected, steps } = table;
  const taken = !draft && steps[at - 1]?.answer?.moves.find(({ move }: Take) => move === steps[at].move);
  const last = !!taken && taken.cells.includes(cell);
  const chosen = stone && selected?.cells.includes(cell) === true;
  /** The line that ends here, if the selection is led on to this cell. */
  const line = isYours && anchor ? lineOf(table, anchor, cell) : undefined;
  const value = line && table.isOpen ? worth(line) : "";
  const said = [`${cell}, ${stone ? "stone" : "gap"}`];
  if (last) said.push("just taken");
  if (chosen) said.push("selected");
  if (line) said.push(`end of ${line.move}${value && `, ${value}`}`);
  const named = { gap: !stone, last, chosen, end: line !== undefined, [table.mover ? "red" : "blue"]: last };
  const attributes = {
    class: classes("hollow", named),
    "data-cell": cell,
    tabindex: -1,
    "aria-label": said.join(", "),
    "aria-disabled": draft || (stone && isYours) ? false : "true",
  };
  const badge = value ? [html("span", { class: `badge ${line?.result ?? ""}` }, value)] : [];
  return button(attributes, () => send("tap", { cell }), html("span", { class: "stone" }), ...badge);
}

/** The selected line and its answer, or else the best moves. */
function outlines({ selected, answered, answer, isOpen, mover }: Table) {
  const best = (isOpen && answer?.moves.filter((move) => move.is_best && move.keeps_win)) || [];
  if (!selected) return best.length <= MOST_LINES ? best.map((move) => outline(move, "best")) : [];
  const line = outline(selected, (isOpen && selected.result) || "plain");
  return answered ? [line, outline(answered, `answer ${mover ? "red" : "blue"}`)] : [line];
}

function outline({ cells }: Take, kind: string) {
  const line = html("i", { class: kind });
  const [[left, top], [right, bottom]] = [cells[0], cells[cells.length - 1]].map(placeOf);
  line.style.gridArea = `${top + 1} / ${left + 1} / ${bottom + 2} / ${right + 2}`;
  return line;
}

function letDrag(grid: HTMLElement, game: () => Table, send: Send) {
  /** The stone where a drag began, or ""; and whether it has led to another. */
  let [anchor, moved] = ["", false];
  addEventListener("pointerdown", (event) => {
    const cell = cellUnder(event);
    [anchor, moved] = [cell && game().isYours && lineOf(game(), cell, cell) ? cell : "", false];
  });
  grid.addEventListener("pointermove", (event) => {
    const end = anchor && cellUnder(event);
    if (!end || (end === anchor && !moved)) return;
    const line = lineOf(game(), anchor, end);
    if (!line || line === game().selected) return;
    moved = true;
    send("select", { anchor, end });
  });
  // After a drag the browser may still report a click; one with a key has no detail.
  grid.addEventListener("click", (event) => moved && event.detail && event.stopPropagation(), true);
}

/** The cell under a finger or the mouse with its main button, or "". */
function cellUnder({ buttons, clientX, clientY }: PointerEvent) {
  const button = buttons & 1 && document.elementFromPoint(clientX, clientY)?.closest(".hollow");
  return button instanceof HTMLElement ? (button.dataset.cell ?? "") : "";
}
