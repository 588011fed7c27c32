/**
 * The board: cards, pawns, the value of every legal move on its destination, paths. It is a grid
 * of buttons, one of them in the tab order; the arrow keys walk on from there.
 *
 * Where the board has no cell there is none; its buttons are numbered by places of the grid. If lines
 * stick out, each position has a grid of its own, in which cards keep their buttons.
 */

import type { Teller } from "#shared/app.ts";
import { cellName, cellNumber, nameLines, type Place, placeAt, placeOf, rove } from "#shared/cells.ts";
import { attempt, report } from "#shared/commands.ts";
import { classes, draw, html, icon, set, svg } from "#shared/dom.ts";
import type { Move } from "../answers.d.ts";
import { Turn } from "../engine/turns.ts";
import type { Side } from "./api.ts";
import {
  added,
  type Cell,
  GAP,
  inOrder,
  isInLine,
  KEYS,
  landed,
  parted,
  SHIFTS,
  SIDES,
  sideToMove,
} from "./notation.ts";
import { arrows, slide, UNITS, walk, walkTime } from "./path.ts";
import type { View as ViewType } from "./session.ts";
import type { ShiftChoice } from "./shifts.ts";
import { cardName, named } from "./words.ts";

type View = ViewType<any>;

/** With this many rows or columns there is only room for a number, not for words. */
const DENSE = 6;

export class Board {
  view: View;
  root: HTMLElement;
  /** Play a move by its name, or choose a cell; the pawn does not walk if it was dropped. */
  choose: (name: string, walks?: boolean) => unknown;

  /** By place; null where there is no cell. */
  #buttons: (HTMLElement | null)[] = [];
  #grid = html("div", { role: "grid" });
  #pawnsLayer = html("div", { class: "pawns" });
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
    this.#grid.addEventListener("keydown", (event) => this.#walkFocus(event));
    root.replaceChildren(this.#grid, this.#paths, this.#pawnsLayer);
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
    const { shiftChoice } = await import("./shifts.ts");
    this.#shifts ??= shiftChoice(
      this.view,
      (move) => this.#shift(move),
      (cell) => this.#leave(cell),
    );
    this.root.append(this.#shifts.element);
    this.#shifts.render();
    if (this.view.aimed && !this.#pointer) this.#shifts.focus();
  };

  get #turn() {
    return new Turn(this.view.rules);
  }

  /** Rebuild the board if its shape has changed. */
  #build() {
    const { rows, columns, cells } = this.view.layout;
    const sides = cells.flatMap((cell) => [...(cell?.pawns ?? "")].map((letter) => SIDES[letter])).sort();
    const shape = `${columns} ${cells.map((cell) => (cell ? "#" : "_")).join("")} ${sides}`;
    if (shape === this.#shape) return;
    const carried = this.#carried();
    const others = this.#buttons.filter((button) => button !== null).values();
    const known = (place: number) => (carried ? carried.get(place) : others.next().value);
    this.#buttons = cells.map((cell, place) => (cell ? (known(place) ?? this.#button()) : null));
    Object.assign(this, { rows, columns });
    this.#shape = shape;
    this.#pawns = new Map(sides.map((side) => [side, this.#pawns.get(side) ?? this.#draggable(pawn(side), side)]));
    const row = (number: number) => {
      const places = this.#buttons.slice(number * columns, (number + 1) * columns);
      const shown = places.map((button) => html("div", { role: "gridcell" }, ...(button ? [button] : [])));
      return html("div", { role: "row" }, ...shown);
    };
    set(this.#grid, { "aria-label": `Board of ${rows} by ${columns} cards` });
    this.#grid.replaceChildren(...Array.from({ length: rows }, (_, number) => row(number)));
    set(this.#paths, { viewBox: `0 0 ${columns * UNITS} ${rows * UNITS}` });
    this.#pawnsLayer.replaceChildren(...this.#pawns.values());
    this.root.classList.toggle("dense", Math.max(rows, columns) >= DENSE);
    nameLines(this.root.parentElement as HTMLElement, rows, columns);
  }

  /** The cards by their new places, if the last move has carried them there. */
  #carried() {
    const { view } = this;
    const { cells, columns } = view.layout;
    const { cell, shift } = parted(view.step.move);
    const corner = view.moved && shift && this.#last?.corner;
    if (!corner) return null;
    const carried = new Map<number, HTMLElement>();
    for (const [number, button] of this.#buttons.entries()) {
      const place = placeAt(number, this.columns);
      const moved = isInLine(place, placeOf(cell), shift) ? added(place, SHIFTS[shift]) : place;
      const [column, row] = added(moved, corner);
      if (button) carried.set(row * columns + column, button);
    }
    return cells.every((cell, place) => !cell || carried.has(place)) ? carried : null;
  }

  #button() {
    const name = () => made.dataset.cell ?? "";
    const leave = () => this.view.point("");
    const made = html("button", {
      type: "button",
      class: "card",
      tabindex: -1,
      onclick: () => this.#click(name()),
      onfocus: () => {
        rove(this.#grid, made);
        if (!this.#touched) this.#point(name());
      },
      onblur: leave,
      onpointerenter: ({ pointerType }) => pointerType === "mouse" && this.#point(name()),
      onpointerleave: leave,
    });
    return made;
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
    return this.#turn.linesMove && this.#bestTo(name) !== undefined;
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
    if (!this.#pointer) this.#focusOn(parted(move).cell);
    this.choose(move, !this.#dropped);
  }

  /** Choose no shift after all. @param cell the destination */
  #leave(cell: string) {
    this.view.aim("");
    this.#focusOn(cell);
  }

  #focusOn(cell: string) {
    this.#buttons[cellNumber(cell, this.columns)]?.focus();
  }

  /** Put the focus on the mover's card. */
  focus() {
    this.#mover?.focus();
  }

  /** The card of the side to move; the first card, while it has no pawn. */
  get #mover() {
    const { cells } = this.view.layout;
    const at = cells.findIndex((cell) => cell?.pawns.includes(this.side[0]));
    return this.#buttons[at] ?? this.#buttons.find((button) => button !== null) ?? null;
  }

  /** The arrow keys walk around a line; one with a single card leads on to all. */
  #walkFocus(event: KeyboardEvent) {
    const shift = KEYS[event.key];
    if (!shift || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const here = placeAt(this.#buttons.indexOf(event.target as HTMLElement), this.columns);
    const all = inOrder(this.view.layout, shift);
    const line = all.filter((place) => isInLine(place, here, shift));
    const walked = line.length > 1 ? line : all;
    const at = walked.findIndex((place) => String(place) === String(here));
    const [column, row] = walked[(at + 1) % walked.length];
    this.#buttons[row * this.columns + column]?.focus();
  }

  #render() {
    const focused = this.#buttons.find((button) => button && button === document.activeElement);
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
    if (!focused) rove(this.#grid, this.#mover);
    else if (focused !== document.activeElement) (focused.isConnected ? focused : this.#mover)?.focus(); // it was rebuilt
    this.root.classList.toggle("is-editing", editing);
    this.root.parentElement?.classList.toggle("what-if", view.variation !== null);
    this.root.parentElement?.classList.toggle("walled", view.rules?.wrap === false);
    if (this.#shifts) this.#shifts.render();
    else if (this.#turn.linesMove) this.#loadShifts().catch((error) => report(error, this.#loadShifts));
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
      win: shown?.keeps_win === true,
      loss: shown?.keeps_win === false,
      best: shown?.is_best === true && isGood(shown),
      hinted,
      picked: picked === name,
      empty: cell.card === "",
      gap: cell.card === GAP,
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
      "aria-disabled": move || draft ? false : "true", // the style rings what is not
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
    set(element, { "data-at": place });
    // The same number is another place where the board has become wider.
    element.style.gridArea = `${1 + Math.floor(place / this.columns)} / ${1 + (place % this.columns)}`;
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
    for (const button of this.#buttons) {
      button?.classList.toggle("pointed", move !== undefined && button.dataset.cell === parted(move.move).cell);
    }
    // The best move to a card is highlighted: its shift is not shown until it is chosen.
    const chosen = move && move === view.pointed && (view.aimed !== "" || move.move === view.selected);
    const preview = move && {
      path: move.path.map(placeOf),
      to: landed(chosen ? move.move : parted(move.move).cell, this, this.#turn.spreads),
    };
    const last = view.draft ? null : this.#last;
    const kind = preview ? `preview ${view.side}` : `${view.variation ? "preview" : "last"} ${last?.side}`;
    const { path, to } = preview ?? last ?? { path: [], to: [] };
    const end = path[path.length - 1];
    const along = String(end) === String(to) ? [] : [{ path: [end, to as Place], kind: `${kind} shifted` }];
    this.#draw(end ? [{ path, kind }, ...along] : []);
  }

  /** Draw paths over the board. @param drawn of a kind each: names of classes */
  draw(drawn: { path: string[]; kind: string }[]) {
    this.#draw(drawn.map(({ path, kind }) => ({ path: path.map(placeOf), kind })));
  }

  #draw(drawn: { path: Place[]; kind: string }[]) {
    draw(
      this.#paths,
      drawn.map((each) => arrows(each, this)),
    );
  }

  /**
   * The move that led to what is shown, in its layout: who made it, where the first place of the layout before it
   * lies now, its path, and where its shift took the pawn.
   */
  get #last(): { side: Side; corner: Place; path: Place[]; to: Place } | null {
    const { layout, step } = this.view;
    const { cells, columns } = layout;
    if (!step.path.length) return null;
    const { linesMove, spreads } = this.#turn;
    const end = cellNumber(step.path[step.path.length - 1], columns);
    const here = linesMove ? "rb" : (cells[end]?.pawns ?? "");
    const letter = [...here].find((known) => SIDES[known] !== this.side) ?? here[0];
    if (!letter) return null;
    const to = placeAt(
      cells.findIndex((cell) => cell?.pawns.includes(letter)),
      columns,
    );
    const [column, row] = landed(step.move, layout, spreads);
    const corner = added(to, [-column, -row]);
    return { side: SIDES[letter], corner, path: step.path.map((name) => added(placeOf(name), corner)), to };
  }

  /** Show the pawn that has just moved walking, once per move, and the line of its shift moving. */
  #walk() {
    const { step } = this.view;
    const last = this.#last;
    if (this.#walked === step || !last) return;
    this.#walked = step;
    this.#walking = step.position;
    const mover = this.#pawns.get(last.side) as HTMLElement;
    const { shift } = parted(step.move);
    if (shift) this.#slide(shift, last.to, walkTime(last.path), mover);
    walk(mover, shift ? [...last.path, last.to] : last.path, this).finally(() => {
      if (this.#walked === step) this.#walking = "";
    });
  }

  /** Show a line shifting, with everything on it except the pawn that moved. @param through a place of the line */
  #slide(shift: string, through: Place, delay: number, mover: HTMLElement) {
    const isMoved = (number: number) => isInLine(placeAt(number, this.columns), through, shift);
    const cards = this.#buttons.filter((_, at) => isMoved(at));
    const pawns = [...this.#pawns.values()].filter((each) => each !== mover && isMoved(Number(each.dataset.at)));
    slide([...cards, ...pawns], SHIFTS[shift], delay);
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

/** Where the pips of a card lie on a number pad, by their number. */
const PIPS = ["", "5", "28", "258", "1379", "13579", "134679", "1345679", "12346789", "123456789"];

/** A card's face: what it says in two corners, and as many pips as steps. */
function face(card: string) {
  const pip = (at: number) => `M${13 + 37 * (at % 3)},${37 * Math.floor(at / 3)}l13,13-13,13-13-13z`;
  const pips = [...(PIPS[card === "A" ? 1 : Number(card)] ?? "")].map((key) => pip(Number(key) - 1));
  const middle = card === "J" ? svg("use", { href: "#drawing-joker" }) : svg("path", { d: pips.join("") });
  return [
    html("span", { class: "index", "data-drawn": card }),
    svg("svg", { class: `pips pips-${card}`, viewBox: "0 0 100 100", "aria-hidden": "true" }, middle),
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
