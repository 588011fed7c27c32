/**
 * The board: cards, pawns, the value of every legal move on its destination, paths. It is a grid
 * of buttons, one of them in the tab order; the arrow keys walk on from there.
 *
 * @typedef {import("./explorer.js").Explorer} Explorer
 * @typedef {import("./notation.js").Cell} Cell
 * @typedef {import("./api.js").MoveValue} MoveValue
 */

import { html, icon, set, svg } from "./dom.js";
import { current } from "./game.js";
import { walk } from "./motion.js";
import { cellName, cellNumber } from "./notation.js";
import { polylines } from "./path.js";
import { cardName, named, valueText } from "./words.js";

const CELL = 100; // of the drawing's units
const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

export class Board {
  /** @type {HTMLElement[]} */
  #buttons = [];
  /** The button in the tab order. */
  #roving = 0;
  #paths = svg("svg", { class: "paths", "aria-hidden": "true" });
  #pawns = { red: pawn("red"), blue: pawn("blue") };
  #walking = "";

  /**
   * @param {Explorer} explorer
   * @param {HTMLElement} root
   * @param {(cell: number, walks?: boolean) => void} choose called with the cell that is clicked
   *   or, then the pawn walks no more, dropped on
   */
  constructor(explorer, root, choose) {
    this.explorer = explorer;
    this.root = root;
    this.choose = choose;
    this.rows = explorer.layout.rows;
    this.columns = explorer.layout.columns;
    this.#build();
    explorer.addEventListener("change", () => this.#render());
    explorer.addEventListener("preview", () => this.#renderPaths());
  }

  #build() {
    const { rows, columns } = this;
    const grid = html("div", { role: "grid", "aria-label": `Board of ${rows} by ${columns} cards` });
    for (let row = 0; row < rows; row++) {
      const cells = html("div", { role: "row" });
      for (let column = 0; column < columns; column++) {
        const button = this.#button(row * columns + column);
        this.#buttons.push(button);
        cells.append(html("div", { role: "gridcell" }, button));
      }
      grid.append(cells);
    }
    grid.addEventListener("keydown", (event) => this.#walkFocus(event));
    set(this.#paths, { viewBox: `0 0 ${columns * CELL} ${rows * CELL}` });
    const pawns = html("div", { class: "pawns" }, this.#pawns.red, this.#pawns.blue);
    for (const element of Object.values(this.#pawns)) this.#draggable(element);
    this.root.append(grid, this.#paths, pawns);
    this.#label();
  }

  /** @param {number} cell */
  #button(cell) {
    const button = html("button", { type: "button", class: "card", tabindex: -1 });
    const name = cellName(cell, this.columns);
    button.addEventListener("click", () => this.choose(cell));
    button.addEventListener("focus", () => {
      this.#rove(cell);
      this.explorer.point(name);
    });
    button.addEventListener("blur", () => this.explorer.point(""));
    button.addEventListener("pointerenter", (event) => {
      if (event.pointerType === "mouse") this.explorer.point(name);
    });
    button.addEventListener("pointerleave", () => this.explorer.point(""));
    return button;
  }

  /** The names of columns and rows around the board. */
  #label() {
    const [files, ranks] = [".files", ".ranks"].map((name) => this.root.parentElement?.querySelector(name));
    for (let at = 0; at < this.columns; at++) files?.append(html("span", {}, cellName(at, this.columns)[0]));
    for (let at = 1; at <= this.rows; at++) ranks?.append(html("span", {}, String(at)));
  }

  /** @param {KeyboardEvent} event */
  #walkFocus(event) {
    const arrow = ARROWS[/** @type {keyof typeof ARROWS} */ (event.key)];
    if (!arrow || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const { rows, columns } = this;
    const row = (Math.floor(this.#roving / columns) + arrow[0] + rows) % rows;
    const column = ((this.#roving % columns) + arrow[1] + columns) % columns;
    this.#buttons[row * columns + column].focus();
  }

  /** @param {number} cell that enters the tab order */
  #rove(cell) {
    this.#buttons[this.#roving].tabIndex = -1;
    this.#roving = cell;
    this.#buttons[cell].tabIndex = 0;
  }

  /** @param {string} name */
  #cell(name) {
    return cellNumber(name, this.columns);
  }

  #render() {
    const { explorer } = this;
    const { cells } = explorer.layout;
    const editing = explorer.draft !== null;
    cells.forEach((cell, at) => {
      const name = cellName(at, this.columns);
      const move = editing ? undefined : explorer.moveTo(name);
      this.#renderCell(this.#buttons[at], cell, name, move);
      if (cell.pawn) this.#renderPawn(cell.pawn === "r" ? "red" : "blue", at);
    });
    if (!this.#buttons.includes(/** @type {any} */ (document.activeElement))) {
      this.#rove(cells.findIndex((cell) => cell.pawn === explorer.side[0]));
    }
    this.root.classList.toggle("is-editing", editing);
    this.#renderPaths();
    if (explorer.moved) this.#walk();
  }

  /**
   * @param {HTMLElement} button
   * @param {Cell} cell
   * @param {string} name
   * @param {MoveValue | undefined} move that ends here
   */
  #renderCell(button, cell, name, move) {
    const { hidden, hint, draft } = this.explorer;
    const picked = draft && cellName(this.explorer.picked, this.columns);
    const shown = move && !hidden ? move : undefined;
    const mover = cell.pawn === this.explorer.side[0] && !draft;
    const hinted = move !== undefined && hint === name;
    button.className = "card";
    button.classList.toggle("down", !cell.faceUp);
    button.classList.toggle("target", move !== undefined);
    button.classList.toggle("win", shown?.keeps_win === true);
    button.classList.toggle("loss", shown?.keeps_win === false);
    button.classList.toggle("best", shown?.is_best === true);
    button.classList.toggle("hinted", hinted);
    button.classList.toggle("picked", picked === name);
    button.classList.toggle("occupied", cell.pawn !== "");
    button.dataset.cell = name;
    button.dataset.card = cell.card;
    button.replaceChildren(...(cell.faceUp ? face(cell.card) : []));
    if (shown) {
      button.append(badge(shown));
    } else if (mover) {
      button.append(stepsText(cell.card, this.explorer.game.edition));
    } else if (move) {
      button.append(html("span", { class: hinted ? "badge hint" : "dot" }, hinted ? "★ hint" : ""));
    }
    set(button, {
      "aria-label": this.#describe(cell, name, move, shown, hinted),
      "aria-disabled": move || draft ? false : "true",
    });
  }

  /**
   * @param {Cell} cell
   * @param {string} name
   * @param {MoveValue | undefined} move
   * @param {MoveValue | undefined} shown
   * @param {boolean} hinted
   */
  #describe(cell, name, move, shown, hinted) {
    const said = [`${name}, ${cell.faceUp ? cardName(cell.card) : "collapsed"}`];
    if (cell.pawn) said.push(`${cell.pawn === "r" ? "red" : "blue"} pawn`);
    if (shown) said.push(`${named(this.explorer.side)} moves here and ${valueText(shown)}`);
    else if (move) said.push(`${named(this.explorer.side)} can move here`);
    if (shown?.is_best) said.push("best");
    if (hinted) said.push("hint");
    return said.join(", ");
  }

  /** @param {"red" | "blue"} side @param {number} cell */
  #renderPawn(side, cell) {
    const { draft, probe } = this.explorer;
    const element = this.#pawns[side];
    const moves = side === this.explorer.side && !draft && probe ? probe.moves.length : null;
    if (element.dataset.at !== String(cell)) for (const walk of element.getAnimations()) walk.cancel();
    element.dataset.at = String(cell);
    element.style.gridArea = `${1 + Math.floor(cell / this.columns)} / ${1 + (cell % this.columns)}`;
    element.classList.toggle("on-turn", moves !== null && moves > 0);
    element.classList.toggle("stuck", moves === 0);
  }

  /** The path of the move pointed at, or else of the last one. */
  #renderPaths() {
    const { explorer } = this;
    const move = explorer.draft ? undefined : explorer.moveTo(explorer.preview);
    const { path } = current(explorer.game);
    for (const button of this.#buttons) {
      button.classList.toggle("pointed", move !== undefined && button.dataset.cell === move.move);
    }
    if (move) this.#draw(move.path, `preview ${explorer.side}`);
    else if (path.length && !explorer.draft) this.#draw(path, `last ${explorer.side === "red" ? "blue" : "red"}`);
    else this.#paths.replaceChildren();
  }

  /** @param {string[]} path @param {string} kind */
  #draw(path, kind) {
    const lines = polylines(path.map((name) => this.#cell(name)), this.rows, this.columns);
    set(this.#paths, { class: `paths ${kind}` });
    this.#paths.replaceChildren(
      ...lines.flatMap((points) => {
        const scaled = points.map(([x, y]) => [x * CELL, y * CELL]);
        const head = arrowHead(scaled[scaled.length - 2], scaled[scaled.length - 1]);
        return [svg("polyline", { points: scaled.join(" ") }), svg("path", { d: head })];
      }),
    );
  }

  /** Let the pawn that has just moved be seen walking, once a move. */
  #walk() {
    const { position, path } = current(this.explorer.game);
    if (this.#walking === position || !path.length) return;
    this.#walking = position;
    const mover = this.#pawns[this.explorer.side === "red" ? "blue" : "red"];
    walk(mover, path.map((name) => this.#cell(name)), this.rows, this.columns).finally(() => {
      this.#walking = "";
    });
  }

  /** @param {HTMLElement} element a pawn */
  #draggable(element) {
    /** @type {[number, number] | null} */
    let from = null;
    element.addEventListener("pointerdown", (event) => {
      if (!element.classList.contains("on-turn") || event.button) return;
      from = [event.clientX, event.clientY];
      element.setPointerCapture(event.pointerId);
      element.classList.add("dragged");
    });
    element.addEventListener("pointermove", (event) => {
      if (!from) return;
      element.style.translate = `${event.clientX - from[0]}px ${event.clientY - from[1]}px`;
      this.explorer.point(this.#under(event));
    });
    const drop = (/** @type {PointerEvent} */ event) => {
      if (!from) return;
      from = null;
      element.style.translate = "";
      element.classList.remove("dragged");
      const name = event.type === "pointerup" ? this.#under(event) : "";
      if (this.explorer.moveTo(name)) this.choose(this.#cell(name), false);
      else this.explorer.point("");
    };
    element.addEventListener("pointerup", drop);
    element.addEventListener("pointercancel", drop);
  }

  /** The cell under the pointer, or "". @param {PointerEvent} event */
  #under({ clientX, clientY }) {
    const { left, top, width, height } = this.root.getBoundingClientRect();
    const column = Math.floor(((clientX - left) / width) * this.columns);
    const row = Math.floor(((clientY - top) / height) * this.rows);
    const inside = column >= 0 && column < this.columns && row >= 0 && row < this.rows;
    return inside ? cellName(row * this.columns + column, this.columns) : "";
  }
}

/** @param {"red" | "blue"} side */
function pawn(side) {
  const letter = html("span", { class: "letter" }, side[0].toUpperCase());
  return html("div", { class: `pawn ${side}`, "aria-hidden": "true" }, icon("pawn"), letter);
}

/** A card's face: what it says, and as many pips as steps. @param {string} card */
function face(card) {
  const middle = card === "J" ? [icon("joker")] : Array.from({ length: steps(card) }, () => html("i"));
  return [
    html("span", { class: "index" }, card),
    html("span", { class: `pips pips-${card}` }, ...middle),
  ];
}

/** The value of a move on its destination; where there is no room the "in" is left out. @param {MoveValue} move */
function badge(move) {
  const [verb, preposition, number] = valueText(move).split(" ");
  const words = [`${verb} `, html("span", { class: "in" }, `${preposition} `), number];
  return html(
    "span",
    { class: `badge ${move.keeps_win ? "win" : "loss"}` },
    ...(move.is_best ? ["★ "] : []),
    ...words,
  );
}

/** How far a pawn on a card must walk. @param {string} card @param {string} edition */
function stepsText(card, edition) {
  let number = card === "A" || card === "J" ? "1" : card;
  if (card === "J" && edition === "wild") number = "1–4";
  const noun = html("span", { class: "noun" }, number === "1" ? " step" : " steps");
  return html("span", { class: "steps" }, number, noun);
}

/** @param {string} card */
const steps = (card) => (card === "A" ? 1 : Number(card));

/**
 * The head of an arrow from one point to another, at its end.
 *
 * @param {number[]} from
 * @param {number[]} to
 */
function arrowHead([fromX, fromY], [x, y]) {
  const length = Math.hypot(x - fromX, y - fromY);
  const [dx, dy] = [((x - fromX) / length) * 15, ((y - fromY) / length) * 15];
  return `M${x - dx - dy},${y - dy + dx}L${x},${y}L${x - dx + dy},${y - dy - dx}`;
}
