/**
 * The board: cards, pawns, the value of every legal move on its destination, paths. It is a grid
 * of buttons, one of them in the tab order; the arrow keys walk on from there.
 *
 * Where the board has no cell there is none; its buttons are numbered by places of the grid.
 */

import type { Teller } from "#shared/app.ts";
import { cellName, cellNumber, nameLines } from "#shared/cells.ts";
import { attempt, report } from "#shared/commands.ts";
import { classes, draw, html, icon, set, svg } from "#shared/dom.ts";
import type { Move } from "../answers.d.ts";
import { Turn } from "../engine/turns.ts";
import type { Side } from "./api.ts";
import { type Cell, landed, parted, SIDES, sideToMove } from "./notation.ts";
import { arrows, slide, UNITS, walk, walkTime } from "./path.ts";
import type { View as ViewType } from "./session.ts";
import type { ShiftChoice } from "./shifts.ts";
import { cardName, named } from "./words.ts";

type View = ViewType<any>;

const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** With this many columns or more there is only room for a number, not for words. */
const DENSE = 6;

export class Board {
  view: View;
  root: HTMLElement;
  /** Play a move by its name, or choose a cell; the pawn does not walk if it was dropped. */
  choose: (name: string, walks?: boolean) => unknown;

  /** By place; null where there is no cell. */
  #buttons: (HTMLElement | null)[] = [];
  /** The place of the button in the tab order. */
  #roving = 0;
  #paths = svg("svg", { class: "paths", "aria-hidden": "true" });
  #pawns: Map<Side, HTMLElement> = new Map();
  /** The position to which a pawn is walking. */
  #walking = "";
  /** The step that was last seen walking. */
  #walked: unknown = null;
  /** The pointer last used on the board: mouse, touch, pen, or "" for a key. */
  #pointer = "";
  /** Whether the pawn was dropped on the chosen destination. */
  #dropped = false;
  /** The choice of shifts, loaded with the first game that has them. */
  #shifts: ShiftChoice | null = null;
  /** The shape that the board was built for. */
  #shape = "";
  rows = 0;
  columns = 0;

  /** @param choose where lines are shifted it is called once the shift is chosen, too; its errors are shown */
  constructor(view: View, root: HTMLElement, choose: (name: string, walks?: boolean) => unknown) {
    this.view = view;
    this.root = root;
    this.choose = (name, walks) => attempt(() => choose(name, walks));
    this.#build();
    root.addEventListener("pointerdown", (event) => (this.#pointer = event.pointerType), true);
    root.addEventListener("keydown", () => (this.#pointer = ""), true);
    view.addEventListener("change", () => this.#render());
    view.addEventListener("preview", () => {
      this.#shifts?.render();
      this.#renderPaths();
    });
  }

  #loadShifts = async () => {
    const { ShiftChoice } = await import("./shifts.ts");
    this.#shifts ??= new ShiftChoice(
      this.view,
      (move) => this.#shift(move),
      (cell) => this.#leave(cell),
    );
    this.root.append(this.#shifts.element);
    this.#shifts.render();
    if (this.view.aimed && !this.#pointer) this.#shifts.focus();
  };

  /** Rebuild the board if its shape has changed. */
  #build() {
    const { rows, columns, cells } = this.view.layout;
    const sides = cells.flatMap((cell) => [...(cell?.pawns ?? "")].map((letter) => SIDES[letter])).sort();
    const shape = `${columns} ${cells.map((cell) => (cell ? "#" : "_")).join("")} ${sides}`;
    if (shape === this.#shape) return;
    Object.assign(this, { rows, columns });
    this.#shape = shape;
    this.#roving = 0;
    this.#buttons = cells.map((cell, place) => (cell ? this.#button(place) : null));
    this.#pawns = new Map(sides.map((side) => [side, this.#draggable(pawn(side), side)]));
    const grid = html("div", { role: "grid", "aria-label": `Board of ${rows} by ${columns} cards` });
    for (let row = 0; row < rows; row++) {
      const places = this.#buttons.slice(row * columns, (row + 1) * columns);
      const shown = places.map((button) => html("div", { role: "gridcell" }, ...(button ? [button] : [])));
      grid.append(html("div", { role: "row" }, ...shown));
    }
    grid.addEventListener("keydown", (event) => this.#walkFocus(event));
    set(this.#paths, { viewBox: `0 0 ${columns * UNITS} ${rows * UNITS}` });
    this.root.replaceChildren(
      grid,
      this.#paths,
      html("div", { class: "pawns" }, ...this.#pawns.values()),
      ...(this.#shifts ? [this.#shifts.element] : []),
    );
    this.root.classList.toggle("dense", columns >= DENSE);
    const frame = this.root.parentElement as HTMLElement;
    frame.style.setProperty("--rows", String(rows));
    frame.style.setProperty("--columns", String(columns));
    nameLines(frame, rows, columns);
  }

  #button(place: number) {
    const name = cellName(place, this.columns);
    const leave = () => this.view.point("");
    return html("button", {
      type: "button",
      class: "card",
      tabindex: -1,
      onclick: () => this.#click(name),
      onfocus: () => {
        this.#rove(place);
        if (!this.#touched) this.#point(name);
      },
      onblur: leave,
      onpointerenter: ({ pointerType }) => pointerType === "mouse" && this.#point(name),
      onpointerleave: leave,
    });
  }

  /** Whether a finger or a pen was last used on the board. */
  get #touched() {
    return this.#pointer === "touch" || this.#pointer === "pen";
  }

  /** A finger's first tap only shows what the move does. */
  #click(name: string) {
    const { view } = this;
    if (this.#isAimedAt(name)) return this.#aim(name, false);
    if (view.aimed) view.aim("");
    if (!this.#touched || view.draft) return this.choose(name);
    if (!view.moveTo(name)) return view.select("");
    if (view.selected === name) this.choose(name);
    else view.select(name);
  }

  /** The best move that ends on a cell. */
  #bestTo(name: string) {
    return this.view.movesOn(name)[0];
  }

  /** @param name of a cell, or "" */
  #point(name: string) {
    this.view.point(this.#bestTo(name)?.move ?? "");
  }

  /** Whether a shift has to be chosen before the pawn moves to a cell. */
  #isAimedAt(name: string) {
    return new Turn(this.view.rules).linesMove && this.#bestTo(name) !== undefined;
  }

  /**
   * Offer a choice of shifts, or end it.
   *
   * @param name of the destination
   * @param dropped whether the pawn is there already
   */
  #aim(name: string, dropped: boolean) {
    const { view } = this;
    this.#dropped = dropped;
    view.aim(view.aimed === name && !dropped ? "" : name);
    if (view.aimed && !this.#pointer) this.#shifts?.focus();
  }

  /** A shift was chosen. */
  #shift(move: string) {
    if (!this.#pointer) this.#buttons[this.#cell(parted(move).cell)]?.focus();
    this.choose(move, !this.#dropped);
  }

  /** Choose no shift after all. @param cell the destination */
  #leave(cell: string) {
    this.view.aim("");
    this.#buttons[this.#cell(cell)]?.focus();
  }

  /** Put the focus on the mover's card. */
  focus() {
    this.#rove(this.#mover);
    this.#buttons[this.#roving]?.focus();
  }

  /** The place of the card of the side to move; of the first card, while it has no pawn. */
  get #mover() {
    const { cells } = this.view.layout;
    const at = cells.findIndex((cell) => cell?.pawns.includes(this.side[0]));
    return at >= 0 ? at : cells.findIndex(Boolean);
  }

  #walkFocus(event: KeyboardEvent) {
    const arrow = ARROWS[event.key as keyof typeof ARROWS];
    if (!arrow || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const { rows, columns } = this;
    let place = this.#roving;
    do {
      const row = (Math.floor(place / columns) + arrow[0] + rows) % rows;
      const column = ((place % columns) + arrow[1] + columns) % columns;
      place = row * columns + column;
    } while (!this.#buttons[place]); // over gaps
    this.#buttons[place]?.focus();
  }

  /** @param place of the button that enters the tab order */
  #rove(place: number) {
    const [before, after] = [this.#buttons[this.#roving], this.#buttons[place]];
    if (after?.tabIndex === 0) return;
    if (before) before.tabIndex = -1;
    if (after) after.tabIndex = 0;
    this.#roving = place;
  }

  #cell(name: string) {
    return cellNumber(name, this.columns);
  }

  #render() {
    const focused = this.#buttons.indexOf(document.activeElement as any);
    this.#build();
    const { view } = this;
    const { cells } = view.layout;
    const editing = view.draft !== null;
    cells.forEach((cell, place) => {
      const button = this.#buttons[place];
      if (!cell || !button) return;
      const name = cellName(place, this.columns);
      const move = this.#bestTo(name);
      this.#renderCell(button, cell, name, move);
      for (const letter of cell.pawns) this.#renderPawn(SIDES[letter], place, cell.pawns);
    });
    if (!this.#buttons.includes(document.activeElement as any)) {
      this.#rove(this.#mover);
      this.#buttons[focused]?.focus(); // the board was rebuilt
    }
    this.root.classList.toggle("is-editing", editing);
    this.root.parentElement?.classList.toggle("what-if", view.variation !== null);
    this.root.parentElement?.classList.toggle("walled", view.rules?.wrap === false);
    if (this.#shifts) this.#shifts.render();
    else if (new Turn(view.rules).linesMove) this.#loadShifts().catch((error) => report(error, this.#loadShifts));
    this.#renderPaths();
    if (view.moved) this.#walk();
  }

  /** @param move that ends here */
  #renderCell(button: HTMLElement, cell: Cell, name: string, move: Move | undefined) {
    const { hidden, hint, draft } = this.view;
    const picked = draft && cellName(this.view.picked, this.columns);
    const shown = move?.result && !hidden ? move : undefined;
    const walks = cell.pawns.includes(this.side[0]) && !draft && !shown && !cell.exit;
    const steps = walks ? stepsText(this.view.stepsFrom(cell.card)) : null;
    const hinted = move !== undefined && parted(hint).cell === name;
    const named = {
      down: !cell.faceUp,
      target: move !== undefined,
      open: move !== undefined && !shown && !steps && !hinted,
      win: shown?.keeps_win === true,
      loss: shown?.keeps_win === false,
      best: shown?.is_best === true && isGood(shown),
      hinted,
      picked: picked === name,
      empty: cell.card === "",
      occupied: cell.pawns !== "",
      exit: cell.exit === true,
    };
    const content = cell.faceUp ? face(cell.card) : [];
    if (shown) content.push(badge(this.view.worth(shown), shown));
    else if (steps) content.push(steps);
    else if (hinted) content.push(html("span", { class: "badge hint" }, "★ hint"));
    draw(button, content);
    set(button, {
      class: classes("card", named),
      "data-cell": name,
      "data-card": cell.card,
      "aria-label": [...this.#describe(cell, name, move, shown), steps?.textContent, hinted && "hint"]
        .filter(Boolean)
        .join(", "),
      "aria-disabled": move || draft ? false : "true",
    });
  }

  #describe(cell: Cell, name: string, move: Move | undefined, shown: Move | undefined) {
    const said = [`${name}, ${cell.faceUp ? cardName(cell.card) : "collapsed"}${cell.exit ? ", the exit" : ""}`];
    for (const letter of cell.pawns) said.push(`${SIDES[letter]} pawn`);
    if (shown) said.push(`${named(this.view.side)} moves here and ${this.view.worth(shown)}`);
    else if (move) said.push(`${named(this.view.side)} can move here`);
    if (shown?.is_best) said.push(isGood(shown) ? "best" : "lasts longest");
    return said;
  }

  /** @param here the letters of all pawns there */
  #renderPawn(side: Side, place: number, here: string) {
    const { draft, variation, probe } = this.view;
    const element = this.#pawns.get(side) as HTMLElement;
    const moves = side === this.side && !draft && probe ? this.#moves : null;
    if (this.#walking && element.dataset.at !== String(place))
      for (const walk of element.getAnimations()) walk.cancel();
    if (element.dataset.at !== String(place)) {
      element.dataset.at = String(place);
      element.style.gridArea = `${1 + Math.floor(place / this.columns)} / ${1 + (place % this.columns)}`;
    }
    element.classList.toggle("first", here.length > 1 && here[0] === side[0]);
    element.classList.toggle("second", here.length > 1 && here[0] !== side[0]);
    element.classList.toggle("on-turn", moves !== null && moves > 0);
    element.classList.toggle("stuck", moves === 0 || (!variation && probe?.out?.includes(side) === true));
    element.classList.toggle("raised", this.#bestTo(cellName(place, this.columns)) !== undefined);
  }

  /** Whose turn it is on the board. */
  get side() {
    return sideToMove(this.view.layout);
  }

  /** How many moves the side to move has; a variation goes on until there are none. */
  get #moves() {
    const { variation, probe } = this.view;
    if (variation) return variation.steps.length - 1 - variation.at;
    return probe ? probe.moves.length : 0;
  }

  /** The path of the move pointed at, or else of the last one. */
  #renderPaths() {
    const { view } = this;
    const move = view.pointed ?? this.#bestTo(view.aimed);
    const { path, move: last } = view.step;
    for (const button of this.#buttons) {
      button?.classList.toggle("pointed", move !== undefined && button.dataset.cell === parted(move.move).cell);
    }
    // The best move to a card is highlighted: its shift is not shown until it is chosen.
    const chosen = move && move === view.pointed && (view.aimed !== "" || move.move === view.selected);
    if (move) this.draw(this.#drawing(move.path, chosen ? move.move : "", `preview ${view.side}`));
    else if (!view.draft && this.#lastMover)
      this.draw(this.#drawing(path, last, `${view.variation ? "preview" : "last"} ${this.#lastMover}`));
    else this.draw([]);
  }

  /** A move's path, and how its shift takes the pawn along. @param move its name, or "" */
  #drawing(path: string[], move: string, kind: string) {
    const end = path[path.length - 1];
    const along = parted(move).shift
      ? [{ path: [end, landed(move, this.rows, this.columns)], kind: `${kind} shifted` }]
      : [];
    return [{ path, kind }, ...along];
  }

  /** Draw paths over the board. @param drawn of a kind each: names of classes */
  draw(drawn: { path: string[]; kind: string }[]) {
    draw(
      this.#paths,
      drawn.map((each) => arrows(each, this.rows, this.columns)),
    );
  }

  /** Show the pawn that has just moved walking, once per move. */
  #walk() {
    const { step } = this.view;
    const { position, path, move } = step;
    const side = this.#lastMover;
    if (this.#walked === step || !side) return;
    this.#walked = step;
    this.#walking = position;
    const mover = this.#pawns.get(side) as HTMLElement;
    const cells = path.map((name) => this.#cell(name));
    if (parted(move).shift) this.#slide(move, walkTime(cells), mover);
    const whole = parted(move).shift ? [...cells, this.#cell(landed(move, this.rows, this.columns))] : cells;
    walk(mover, whole, this.rows, this.columns).finally(() => {
      if (this.#walked === step) this.#walking = "";
    });
  }

  /** Show the line of the last move shifting, with everything on it except the pawn that moved. */
  #slide(move: string, delay: number, mover: HTMLElement) {
    const { cell, shift } = parted(move);
    const isRow = shift === "L" || shift === "R";
    const line = this.#buttons.filter((button) => button?.dataset.cell?.[isRow ? 1 : 0] === cell[isRow ? 1 : 0]);
    const places = line.map((button) => button && String(this.#buttons.indexOf(button)));
    const pawns = [...this.#pawns.values()].filter(
      (pawn) => pawn !== mover && places.includes(pawn.dataset.at ?? null),
    );
    const forth = shift === "R" || shift === "D" ? 1 : -1;
    slide([...line, ...pawns], isRow ? [forth, 0] : [0, forth], delay);
  }

  /** Who made the move that led to what is shown: the pawn that stands where it ended. */
  get #lastMover(): Side | null {
    const { path, move } = this.view.step;
    if (!path.length) return null;
    const pawns = this.view.layout.cells[this.#cell(landed(move, this.rows, this.columns))]?.pawns ?? "";
    const letter = [...pawns].find((known) => SIDES[known] !== this.side) ?? pawns[0];
    return letter ? SIDES[letter] : null;
  }

  /** @param element a pawn */
  #draggable(element: HTMLElement, side: Side) {
    let from: [number, number] | null = null;
    element.addEventListener("pointerdown", (event) => {
      if (this.view.variation || side !== this.view.side || !element.classList.contains("on-turn") || event.button)
        return;
      from = [event.clientX, event.clientY];
      element.setPointerCapture(event.pointerId);
      element.classList.add("dragged");
    });
    element.addEventListener("pointermove", (event) => {
      if (!from) return;
      element.style.translate = `${event.clientX - from[0]}px ${event.clientY - from[1]}px`;
      this.#point(this.#under(event));
    });
    const drop = (event: PointerEvent) => {
      if (!from) return;
      from = null;
      element.style.translate = "";
      element.classList.remove("dragged");
      const name = event.type === "pointerup" ? this.#under(event) : "";
      if (this.#isAimedAt(name)) this.#aim(name, true);
      else if (this.view.moveTo(name)) this.choose(name, false);
      else this.view.point("");
    };
    element.addEventListener("pointerup", drop);
    element.addEventListener("pointercancel", drop);
    return element;
  }

  /** The cell under the pointer, or "". */
  #under({ clientX, clientY }: PointerEvent) {
    const { left, top, width, height } = this.root.getBoundingClientRect();
    const column = Math.floor(((clientX - left) / width) * this.columns);
    const row = Math.floor(((clientY - top) / height) * this.rows);
    const inside = column >= 0 && column < this.columns && row >= 0 && row < this.rows;
    return inside ? cellName(row * this.columns + column, this.columns) : "";
  }
}

/** What a mode with a board has for those who don't see it, loaded when it is asked for. @param yours as in told.ts */
export const telling =
  (view: View, yours: () => boolean, play: (move: string) => unknown): (() => Promise<Teller>) =>
  async () =>
    (await import("./told.ts")).teller(view, yours, play);

/** Pawns that also differ by their heads. */
const SHAPES: Record<string, string> = { green: "#drawing-pawn-square", yellow: "#drawing-pawn-pointed" };

function pawn(side: Side) {
  const letter = html("span", { class: "letter" }, side[0].toUpperCase());
  const drawing = icon("pawn");
  if (SHAPES[side]) drawing.firstElementChild?.setAttribute("href", SHAPES[side]);
  return html("div", { class: `pawn ${side}`, "aria-hidden": "true" }, drawing, letter);
}

/** A card's face: what it says, and as many pips as steps. */
function face(card: string) {
  const pips = card === "A" ? 1 : Number(card);
  const middle = card === "J" ? [icon("joker")] : Array.from({ length: pips }, () => html("i"));
  return [
    html("span", { class: "index", "data-drawn": card }),
    html("span", { class: `pips pips-${card}` }, ...middle),
  ];
}

/**
 * The value of a move on its destination; where there is no room, the words in between are left out.
 *
 * @param worth in words, the last of them often a number
 */
function badge(worth: string, move: Move) {
  const [verb, ...rest] = worth.split(" ");
  const number = rest.pop();
  const words = [html("span", { class: "verb" }, verb)];
  if (rest.length) words.push(html("span", { class: "in" }, rest.join(" ")));
  if (number) words.push(html("span", {}, number));
  return html(
    "span",
    { class: `badge ${move.keeps_win ? "win" : "loss"}` },
    ...(move.is_best && isGood(move) ? ["★ "] : []),
    ...words.flatMap((word) => [word, " "]),
  );
}

/** How far a pawn walks. */
function stepsText(number: string) {
  const noun = html("span", { class: "noun" }, number === "1" ? "step" : "steps");
  return html("span", { class: "steps" }, number, " ", noun);
}

/** Whether a best move is good news; a loss that only lasts longest is not. */
const isGood = (move: Move) => move.keeps_win === true || move.values !== undefined;
