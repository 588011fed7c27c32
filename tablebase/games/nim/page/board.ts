/**
 * The stones: a grid of buttons, and the lines that may be taken drawn over it. A tap on a stone
 * selects it, a tap on another the line between them, and a tap on the same one again takes it. A
 * drag selects the line it runs over.
 */

import { cellName, cellNumber, nameLines, rove, walkable } from "#shared/cells.ts";
import { button } from "#shared/commands.ts";
import { classes, draw, html, set, svg } from "#shared/dom.ts";
import { farEnd, lineOf, linesFrom, sizeOf, type Table, type Take } from "./table.ts";
import { worth } from "./words.ts";

const CELL = 100; // in the drawing's units
const MARGIN = 7; // between a line and the edges of its cells
const MOST_LINES = 6; // if there are more best moves, they are only listed

export class Board {
  root: HTMLElement;
  send: (type: string, about?: object) => unknown;

  #buttons: HTMLButtonElement[] = [];
  #grid = html("div", { role: "grid" });
  #lines = svg("svg", { class: "lines", "aria-hidden": "true" });
  #shape = "";
  #columns = 0;
  /** The stone where a drag began, or "". */
  #dragged = "";

  constructor(root: HTMLElement, table: () => Table, send: (type: string, about?: object) => unknown) {
    this.root = root;
    this.send = send;
    walkable(this.#grid);
    root.replaceChildren(this.#grid, this.#lines);
    this.#makeDraggable(table);
  }

  /** Rebuild the grid if the board's size has changed. */
  #build(position: string) {
    const { rows, columns } = sizeOf(position);
    const shape = `${rows}x${columns}`;
    if (shape === this.#shape) return;
    this.#shape = shape;
    this.#columns = columns;
    this.#buttons = Array.from({ length: rows * columns }, (_, place) => this.#button(cellName(place, columns)));
    set(this.#grid, { "aria-label": `Board of ${rows} by ${columns} cells` });
    const parted = Array.from({ length: rows }, (_, row) => this.#buttons.slice(row * columns, (row + 1) * columns));
    this.#grid.replaceChildren(
      ...parted.map((row) =>
        html("div", { role: "row" }, ...row.map((button) => html("div", { role: "gridcell" }, button))),
      ),
    );
    rove(this.#grid);
    set(this.#lines, { viewBox: `0 0 ${columns * CELL} ${rows * CELL}` });
    const frame = this.root.parentElement as HTMLElement;
    frame.style.setProperty("--rows", String(rows));
    frame.style.setProperty("--columns", String(columns));
    nameLines(frame, rows, columns);
  }

  #button(cell: string) {
    const attributes = { class: "hollow", "data-cell": cell, tabindex: -1 };
    return button(attributes, () => this.send("tap", { cell })) as HTMLButtonElement;
  }

  render(table: Table) {
    this.#build(table.position);
    const stones = table.position.replaceAll("/", "");
    const taken = table.draft ? "" : table.steps[table.at].move;
    const lines = table.isYours && table.anchor && !table.pointed ? linesFrom(table, table.anchor) : [];
    const before = taken ? table.steps[table.at - 1].answer : null;
    const last = before?.moves.find(({ move }: Take) => move === taken)?.cells ?? [];
    this.#buttons.forEach((button, place) => {
      const cell = cellName(place, this.#columns);
      const end = lines.find(({ cells }) => farEnd(cells, table.anchor) === cell);
      this.#renderCell(table, button, cell, stones[place] === "1", last.includes(cell), end);
    });
    this.root.classList.toggle("is-editing", table.draft !== "");
    this.root.classList.toggle("yours", table.isYours);
    this.#draw(table);
  }

  /**
   * @param stone whether there is one
   * @param last whether it was taken in the last move
   * @param line that ends here, if the selection is led on to this cell
   */
  #renderCell(
    table: Table,
    button: HTMLButtonElement,
    cell: string,
    stone: boolean,
    last: boolean,
    line: Take | undefined,
  ) {
    const chosen = stone && table.looked?.cells.includes(cell) === true;
    const value = line && table.isOpen ? line : null;
    const said = [`${cell}, ${stone ? "stone" : "gap"}`];
    if (last) said.push("just taken");
    if (chosen) said.push("selected");
    if (line) said.push(`end of ${line.move}${value ? `, ${worth(value)}` : ""}`);
    const named = { gap: !stone, last, chosen, end: line !== undefined, [table.mover ? "red" : "blue"]: last };
    draw(button, [html("span", { class: "stone" }), ...(value ? [badge(value)] : [])]);
    set(button, {
      class: classes("hollow", named),
      "aria-label": said.join(", "),
      "aria-disabled": table.draft || (stone && table.isYours) ? false : "true",
    });
  }

  /** The line that is looked at and its answer, or else the best moves. */
  #draw({ looked, answered, answer, isOpen, mover }: Table) {
    const best = answer?.moves.filter((move) => move.is_best && move.keeps_win) ?? [];
    const drawn = [];
    if (looked) drawn.push(this.#outline(looked, (isOpen && looked.result) || "plain"));
    if (looked && answered) drawn.push(this.#outline(answered, `answer ${mover ? "red" : "blue"}`));
    if (!looked && isOpen && best.length <= MOST_LINES) drawn.push(...best.map((move) => this.#outline(move, "best")));
    draw(this.#lines, drawn);
  }

  #outline({ cells }: Take, kind: string) {
    const places = cells.map((cell) => cellNumber(cell, this.#columns));
    const [x, y] = [places[0] % this.#columns, Math.floor(places[0] / this.#columns)];
    const last = places[places.length - 1];
    const width = (last % this.#columns) - x + 1;
    const height = Math.floor(last / this.#columns) - y + 1;
    const inset = MARGIN + (kind.startsWith("answer") ? 5 : 0);
    return svg("rect", {
      class: kind,
      x: x * CELL + inset,
      y: y * CELL + inset,
      width: width * CELL - 2 * inset,
      height: height * CELL - 2 * inset,
      rx: CELL / 2 - inset,
    });
  }

  #makeDraggable(table: () => Table) {
    let moved = false;
    this.#grid.addEventListener("pointerdown", (event) => {
      const cell = isPressed(event) && cellUnder(event);
      moved = false;
      this.#dragged = cell && table().isYours && lineOf(table(), cell, cell) ? cell : "";
    });
    this.#grid.addEventListener("pointermove", (event) => {
      const cell = isPressed(event) && this.#dragged && cellUnder(event);
      if (!cell || (cell === this.#dragged && !moved)) return;
      const line = lineOf(table(), this.#dragged, cell);
      if (!line || line === table().selected) return;
      moved = true;
      this.send("select", { anchor: this.#dragged, end: cell });
    });
    // After a drag the browser may still report a click; one with a key has no detail.
    this.#grid.addEventListener("click", (event) => moved && event.detail && event.stopPropagation(), true);
    addEventListener("pointerup", () => (this.#dragged = ""));
    addEventListener("pointercancel", () => (this.#dragged = ""));
  }
}

/** Whether it is a finger or the main button. */
const isPressed = ({ buttons }: PointerEvent) => (buttons & 1) === 1;

/** The cell under the pointer, or "". */
function cellUnder({ clientX, clientY }: PointerEvent) {
  const button = document.elementFromPoint(clientX, clientY)?.closest(".hollow");
  return button instanceof HTMLElement ? (button.dataset.cell ?? "") : "";
}

const badge = (value: Take) => html("span", { class: `badge ${value.result ?? ""}` }, worth(value));
