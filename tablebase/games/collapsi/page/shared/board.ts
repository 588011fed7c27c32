/**
 * The board: cards, pawns, the value of every legal move on its destination, paths. It is a grid
 * of buttons, one of them in the tab order; the arrow keys walk on from there.
 *
 * Where the board has no cell there is none; its buttons are numbered by places of the grid. If lines
 * stick out, each position has a grid of its own.
 */

import type { Teller } from "#shared/app.ts";
import { cellName, cellNumber, nameAt, nameLines, type Place, placeAt, placeOf, rove } from "#shared/cells.ts";
import { attempt } from "#shared/commands.ts";
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
  type Layout,
  landed,
  parted,
  SHIFTS,
  SIDES,
  sideToMove,
} from "./notation.ts";
import { arrows, slide, UNITS, walk, walkTime } from "./path.ts";
import type { View as ViewType } from "./session.ts";
import { arrowsOf } from "./shifts.ts";
import { cardName, named } from "./words.ts";

type View = ViewType<any>;

/** With this many rows or columns there is only room for a number, not for words. */
const DENSE = 6;

export class Board {
  view: View;
  root: HTMLElement;
  /** Play a move by its name, or choose a cell; the pawn does not walk if it was dropped. */
  choose: (name: string, walks?: boolean) => unknown;

  #grid = html("div", { role: "grid" });
  #pawns = html("div", { class: "pawns" });
  #paths = svg("svg", { class: "paths", "aria-hidden": "true" });
  #shifts = html("div", { class: "shifts", role: "group", hidden: true });
  /** The step that was last seen walking. */
  #walked: unknown = null;
  /** The pointer last used on the board: mouse, touch, pen, or "" for a key. */
  #pointer = "";
  /** Whether the pawn was dropped on the chosen destination. */
  #dropped = false;

  /** @param choose where lines are shifted it is called once the shift is chosen, too; its errors are shown */
  constructor(view: View, root: HTMLElement, choose: (name: string, walks?: boolean) => unknown) {
    this.view = view;
    this.root = root;
    this.choose = (name, walks) => attempt(() => choose(name, walks));
    root.replaceChildren(this.#grid, this.#paths, this.#pawns, this.#shifts);
    this.#render();
    this.#listen();
    this.#letDrag();
    view.addEventListener("change", () => this.#render());
    view.addEventListener("preview", () => this.#renderPointed());
  }

  #listen() {
    const { root, view } = this;
    const leave = () => view.point("");
    const point = ({ target }: Event) => view.point(this.#moveAt(target as Element));
    root.addEventListener("pointerdown", (event) => (this.#pointer = event.pointerType), true);
    root.addEventListener("keydown", () => (this.#pointer = ""), true);
    root.addEventListener("pointerover", (event) => event.pointerType === "mouse" && point(event));
    root.addEventListener("pointerleave", leave);
    root.addEventListener("focusin", (event) => !this.#touched && point(event));
    root.addEventListener("focusout", leave);
    root.addEventListener("click", ({ target }) => {
      const { cell, move } = ((target as Element).closest("button") as HTMLElement | null)?.dataset ?? {};
      if (cell) this.#click(cell);
      else if (move) this.#shift(move);
    });
    root.addEventListener("keydown", (event) => this.#key(event));
    this.#grid.addEventListener("focusin", ({ target }) => rove(this.#grid, target as HTMLElement));
  }

  get #turn() {
    return new Turn(this.view.rules);
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

  /** The best move that ends on a cell. @param name of the cell, or "" */
  #bestTo(name: string): Move | undefined {
    return this.view.movesOn(name)[0];
  }

  /** The move of an arrow, or the best one to a card, by a part of it; else "". */
  #moveAt(part: Element) {
    const { move, cell = "" } = (part.closest("[data-move], [data-cell]") as HTMLElement | null)?.dataset ?? {};
    return move ?? this.#bestTo(cell)?.move ?? "";
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
    if (!this.#pointer) this.#focusOnArrow();
  }

  /** A shift was chosen. */
  #shift(move: string) {
    if (!this.#pointer) this.#focusOn(parted(move).cell);
    this.choose(move, !this.#dropped);
  }

  /** Arrow keys walk over the cards, or choose the shift that an arrow points to; Escape chooses none after all. */
  #key(event: KeyboardEvent) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const [shift, { aimed }] = [KEYS[event.key], this.view];
    const { cell } = (event.target as HTMLElement).dataset;
    if (event.key === "Escape" && !cell) {
      this.view.aim("");
      this.#focusOn(aimed);
    } else if (!shift) return;
    else if (cell) this.#walkFocus(cell, shift);
    else this.#focusOnArrow(`[data-shift="${shift}"]`);
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param which a selector */
  #focusOnArrow(which: string = "button") {
    (this.#shifts.querySelector(which) as HTMLElement | null)?.focus();
  }

  /** The card on a cell. */
  #cardOn(name: string) {
    return this.#grid.querySelector(`[data-cell=${name}]`) as HTMLElement | null;
  }

  #focusOn(name: string) {
    this.#cardOn(name)?.focus();
  }

  /** Put the focus on the mover's card. */
  focus() {
    this.#focusOn(this.#mover);
  }

  /** The cell of the side to move; that of the first card, while it has no pawn. */
  get #mover() {
    const { cells, columns } = this.view.layout;
    const at = cells.findIndex((cell) => cell?.pawns.includes(this.side[0]));
    return cellName(at < 0 ? cells.findIndex(Boolean) : at, columns);
  }

  /** Walk from a cell around a line; from one with a single card on to all. */
  #walkFocus(from: string, shift: string) {
    const all = inOrder(this.view.layout, shift);
    const line = all.filter((place) => isInLine(place, placeOf(from), shift));
    const walked = (line.length > 1 ? line : all).map(nameAt);
    this.#focusOn(walked[(walked.indexOf(from) + 1) % walked.length]);
  }

  #render() {
    const { root, view } = this;
    const { layout } = view;
    const { rows, columns, cells } = layout;
    const active = document.activeElement as HTMLElement | null; // `:focus` holds in the window in front only
    const focused = this.#grid.contains(active) ? active : null;
    const { cell = "" } = focused?.dataset ?? {};
    const shown = cells.map((cell, place) =>
      html("div", { role: "gridcell" }, ...(cell ? [this.#card(cell, cellName(place, columns))] : [])),
    );
    const row = (at: number) => html("div", { role: "row" }, ...shown.slice(at * columns, (at + 1) * columns));
    set(this.#grid, { "aria-label": `Board of ${rows} by ${columns} cards` });
    draw(
      this.#grid,
      Array.from({ length: rows }, (_, at) => row(at)),
    );
    draw(
      this.#pawns,
      Object.keys(SIDES).flatMap((letter) => this.#pawn(letter, layout)),
    );
    const there = this.#carried(cell);
    if (!focused) rove(this.#grid, this.#cardOn(this.#mover));
    else if (there !== cell || !focused.isConnected) (this.#cardOn(there) ?? this.#cardOn(this.#mover))?.focus();
    nameLines(root.parentElement as HTMLElement, rows, columns);
    root.classList.toggle("dense", Math.max(rows, columns) >= DENSE);
    root.classList.toggle("is-editing", view.draft !== null);
    root.parentElement?.classList.toggle("what-if", view.variation !== null);
    root.parentElement?.classList.toggle("walled", view.rules?.wrap === false);
    set(this.#paths, { viewBox: `0 0 ${columns * UNITS} ${rows * UNITS}` });
    this.#renderPointed();
    if (view.moved) this.#walk();
  }

  #card(cell: Cell, name: string) {
    const { hidden, hint, draft, picked, layout } = this.view;
    const move = this.#bestTo(name);
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
      picked: draft !== null && picked === cellNumber(name, layout.columns),
      empty: cell.card === "",
      gap: cell.card === GAP,
      occupied: cell.pawns !== "",
      exit: cell.exit === true,
    };
    const content = cell.faceUp ? face(cell.card) : [];
    if (shown) content.push(badge(this.view.worth(shown), shown));
    else if (steps) content.push(steps);
    else if (hinted) content.push(html("span", { class: "badge hint" }, "★ hint"));
    const said = [...this.#describe(cell, name, move, shown), steps?.textContent, hinted && "hint"];
    return html(
      "button",
      {
        type: "button",
        class: classes("card", named),
        tabindex: -1,
        "data-cell": name,
        "data-card": cell.card,
        "aria-label": said.filter(Boolean).join(", "),
        "aria-disabled": move || draft ? false : "true", // the style rings what is not
      },
      ...content,
    );
  }

  #describe(cell: Cell, name: string, move: Move | undefined, shown: Move | undefined) {
    const said = [`${name}, ${cell.faceUp ? cardName(cell.card) : "collapsed"}${cell.exit ? ", the exit" : ""}`];
    for (const letter of cell.pawns) said.push(`${SIDES[letter]} pawn`);
    if (shown) said.push(`${named(this.view.side)} moves here and ${this.view.worth(shown)}`);
    else if (move) said.push(`${named(this.view.side)} can move here`);
    if (shown?.is_best) said.push(isGood(shown) ? "best" : "lasts longest");
    return said;
  }

  #pawn(letter: string, { cells, columns }: Layout) {
    const { draft, variation, probe } = this.view;
    const [side, at] = [SIDES[letter], cells.findIndex((cell) => cell?.pawns.includes(letter))];
    if (at < 0) return [];
    const moves = side === this.side && !draft && probe ? this.#moves : null;
    const known = this.#pawnOf(side);
    if (known && known.dataset.at !== String(at)) for (const walk of known.getAnimations()) walk.cancel();
    const states = {
      sharing: cells[at]?.pawns !== letter,
      "on-turn": moves !== null && moves > 0,
      stuck: moves === 0 || (!variation && probe?.out?.includes(side) === true),
      raised: this.#bestTo(cellName(at, columns)) !== undefined,
    };
    const made = html(
      "div",
      { class: classes(`pawn ${side}`, states), "aria-hidden": "true", "data-key": side, "data-at": at },
      icon(`pawn-${side}`),
      html("span", { class: "letter" }, letter.toUpperCase()),
    );
    const [column, row] = placeAt(at, columns);
    made.style.gridArea = `${row + 1} / ${column + 1}`;
    return [made];
  }

  #pawnOf(side: Side) {
    return this.#pawns.querySelector(`.${side}`) as HTMLElement | null;
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

  /** The arrows of the destination that is chosen, and the path of the move pointed at, or else of the last one. */
  #renderPointed() {
    const { view } = this;
    const arrows = view.aimed ? arrowsOf(view) : [];
    const label = `Shift the row or the column of ${view.aimed}`;
    set(this.#shifts, { hidden: !arrows.length, "aria-label": label });
    draw(this.#shifts, arrows);
    const move = view.pointed ?? this.#bestTo(view.aimed);
    const pointed = parted(move?.move ?? "").cell;
    for (const card of this.#grid.querySelectorAll("button"))
      card.classList.toggle("pointed", card.dataset.cell === pointed);
    // The best move to a card is highlighted: its shift is not shown until it is chosen.
    const chosen = move && move === view.pointed && (view.aimed !== "" || move.move === view.selected);
    const preview = move && {
      path: move.path.map(placeOf),
      to: landed(chosen ? move.move : parted(move.move).cell, view.layout, this.#turn.spreads),
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
      drawn.map((each) => arrows(each, this.view.layout)),
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

  /** The cell where a card lies that was on another before the move that is shown. */
  #carried(name: string) {
    const { moved, step } = this.view;
    const last = name && moved && this.#walked !== step && this.#turn.spreads ? this.#last : null;
    if (!last) return name;
    const { cell, shift } = parted(step.move);
    const place = placeOf(name);
    const isMoved = isInLine(place, placeOf(cell), shift);
    return nameAt(added(last.corner, isMoved ? added(place, SHIFTS[shift]) : place));
  }

  /** Show the pawn that has just moved walking, once per move, and the line of its shift moving. */
  #walk() {
    const { step } = this.view;
    const last = this.#last;
    if (this.#walked === step || !last) return;
    this.#walked = step;
    const mover = this.#pawnOf(last.side) as HTMLElement;
    const { shift } = parted(step.move);
    if (shift) this.#slide(shift, last.to, walkTime(last.path), mover);
    walk(mover, shift ? [...last.path, last.to] : last.path, this.view.layout);
  }

  /** Show a line shifting, with everything on it except the pawn that moved. @param through a place of the line */
  #slide(shift: string, through: Place, delay: number, mover: HTMLElement) {
    const isMoved = (number: number) => isInLine(placeAt(number, this.view.layout.columns), through, shift);
    const cards = [...this.#grid.querySelectorAll("[role=gridcell]")].filter((_, at) => isMoved(at));
    const pawns = [...this.#pawns.querySelectorAll("[data-at]")] as HTMLElement[];
    const others = pawns.filter((each) => each !== mover && isMoved(Number(each.dataset.at)));
    slide([...cards, ...others], SHIFTS[shift], delay);
  }

  /** Let the pawn of the side to move be dragged. */
  #letDrag() {
    const pawns = this.#pawns;
    let from: [number, number] | null = null;
    pawns.addEventListener("pointerdown", (event) => {
      if (this.view.variation || event.button || !(event.target as Element).closest(".on-turn")) return;
      from = [event.clientX, event.clientY];
      pawns.setPointerCapture(event.pointerId);
      pawns.classList.add("dragged");
    });
    pawns.addEventListener("pointermove", (event) => {
      if (!from) return;
      pawns.style.setProperty("--dragged", `${event.clientX - from[0]}px ${event.clientY - from[1]}px`);
      this.view.point(this.#bestTo(cellUnder(event))?.move ?? "");
    });
    const drop = (event: PointerEvent) => {
      if (!from) return;
      from = null;
      pawns.style.removeProperty("--dragged");
      pawns.classList.remove("dragged");
      const name = event.type === "pointerup" ? cellUnder(event) : "";
      if (this.#isAimedAt(name)) this.#aim(name, true);
      else if (this.view.moveTo(name)) this.choose(name, false);
      else this.view.point("");
    };
    pawns.addEventListener("pointerup", drop);
    pawns.addEventListener("pointercancel", drop);
  }
}

/** The cell under a pointer, or "". */
function cellUnder({ clientX, clientY }: PointerEvent) {
  const all = document.elementsFromPoint(clientX, clientY);
  const card = all.find((element) => element.role === "gridcell")?.firstElementChild as HTMLElement | null | undefined;
  return card?.dataset.cell ?? "";
}

/** What a mode with a board has for those who don't see it, loaded when it is asked for. @param yours as in told.ts */
export const telling =
  (view: View, yours: () => boolean, play: (move: string) => unknown): (() => Promise<Teller>) =>
  async () =>
    (await import("./told.ts")).teller(view, yours, play);

/** A card's face: what it says in two corners, and its drawing. */
const face = (card: string) => [
  html("span", { class: "index", "data-drawn": card }),
  svg("svg", { class: `pips pips-${card}`, "aria-hidden": "true" }, svg("use", { href: `#drawing-pips-${card}` })),
];

/**
 * The value of a move on its destination; where there is no room, the words in between are left out.
 *
 * @param worth in words, the last of them often a number
 */
function badge(worth: string, move: Move) {
  const words = worth.split(" ").map((word, at, { length }) => {
    const kind = at === 0 ? "verb" : at < length - 1 && "in";
    return html("span", { class: kind }, word);
  });
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
