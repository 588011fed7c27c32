/**
 * Setting up a table card by card: each card of the palette goes to the next empty place, in
 * reading order; then pawns, and cards that have collapsed.
 */

import { attempt } from "#shared/banner.ts";
import { button } from "#shared/commands.ts";
import { html, part, refill } from "#shared/dom.ts";
import * as api from "../shared/api.ts";
import { current } from "../shared/game.ts";
import { type Cell, type Layout, read, write } from "../shared/notation.ts";
import { check, type Shown } from "../shared/session.ts";
import { headline } from "./words.ts";
import { cardName, named, sentence } from "../shared/words.ts";
import type { State } from "./state.ts";

type Session = Shown<State>;

export class Editor {
  root: HTMLElement;
  session: Session;

  #valid = "";

  constructor(root: HTMLElement, session: Session) {
    this.root = root;
    this.session = session;
    part(root, "draft-cancel").addEventListener("click", () => session.set({ draft: null, picked: -1 }));
    part(root, "draft-done").addEventListener("click", () =>
      attempt(() => session.send("open", { position: this.#valid, variant: session.game })),
    );
    part(root, "draft-clear").addEventListener("click", () => this.#change(cleared));
    part(root, "tools").addEventListener("change", () => session.set({ picked: -1 }));
    session.addEventListener("change", () => this.#render());
  }

  toggle() {
    const { session } = this;
    session.send("stop");
    session.set({ draft: session.draft ? null : read(current(session.game).position), variation: null });
    if (!session.draft) return;
    part(this.root, "editing").scrollIntoView({ block: "nearest" });
    attempt(() => this.#check());
  }

  /** A click on the board. */
  async click(place: number) {
    const { picked, draft } = this.session;
    const cell = draft?.cells[place];
    if (!cell) return;
    if (isUnfinished(draft)) return this.#change((layout) => emptied(layout, place));
    const tool = this.#tool.value;
    if (tool === "swap" && picked < 0) return this.session.set({ picked: place });
    if (tool === "swap") return this.#change((layout) => swapped(layout, place, picked));
    if (tool === "flip") return this.#change((layout) => turned(layout, place));
    return this.#change((layout) => moved(layout, place, tool));
  }

  /** What a click on a card of a whole board does. */
  get #tool() {
    return this.root.querySelector("[name=tool]:checked") as HTMLInputElement;
  }

  /** @param change of a copy of the draft */
  async #change(change: (layout: Layout) => void) {
    const draft = structuredClone(this.session.draft as Layout);
    change(draft);
    this.session.set({ draft, picked: -1 });
    await attempt(() => this.#check());
  }

  /** Ask whether the draft is a position. */
  async #check() {
    const { draft } = this.session;
    if (!draft) return;
    const note = part(this.root, "draft-note");
    note.classList.remove("error");
    this.#allow("");
    if (isUnfinished(draft)) {
      note.textContent =
        "Tap the cards as they lie on your table, row by row. Tap a card on the board to take it back.";
      return;
    }
    const position = write(draft);
    try {
      await api.moves(position, this.session.game);
      if (this.session.draft !== draft) return;
      this.#allow(position); // what it is worth may take a search
      note.textContent = "This position is possible.";
      const probe = await check(this.session.game, position);
      if (this.session.draft !== draft) return;
      const said =
        this.session.hidden || !probe.winner
          ? "This position is possible."
          : `${headline(probe.side_to_move, probe, false)[0]}.`;
      note.textContent = `${named(probe.side_to_move)} to move. ${said}`;
    } catch (error) {
      if (!(error instanceof api.EngineError)) throw error;
      if (this.session.draft === draft) note.textContent = isJokerLeft(draft) ? JOKER_FIRST : sentence(error.message);
    }
    note.classList.toggle("error", this.#valid === "");
  }

  /** @param position that may be used, or "" */
  #allow(position: string) {
    this.#valid = position;
    (part(this.root, "draft-done") as HTMLButtonElement).disabled = position === "";
  }

  #render() {
    const { draft, rules } = this.session;
    part(this.root, "editing").hidden = draft === null;
    this.root.classList.toggle("editing", draft !== null);
    part(this.root, "edit-button").setAttribute("aria-pressed", String(draft !== null));
    const palette = part(this.root, "palette");
    const chosen = palette.contains(document.activeElement);
    palette.hidden = !draft || !isUnfinished(draft);
    part(this.root, "tools").hidden = !draft || isUnfinished(draft);
    if (!draft || !rules) return;
    const left = [...rules.deck.replaceAll(/\s/g, "")];
    for (const cell of draft.cells) if (cell?.card) left.splice(left.indexOf(cell.card), 1);
    const ranks = [...new Set(rules.deck)].sort(byRank);
    refill(
      palette,
      ranks.map((card) => this.#rank(card, left.filter((other) => other === card).length)),
    );
    if (chosen && palette.hidden) this.#tool.focus(); // after the last card
  }

  #rank(card: string, left: number) {
    const label = `${cardName(card)}, ${left} left`;
    const attributes = { class: "rank", "aria-label": label, disabled: left === 0 };
    const place = () => this.#change((layout) => placed(layout, card));
    return button(attributes, place, html("b", {}, card), html("span", {}, `×${left}`));
  }
}

const JOKER_FIRST = "Turn over a starting card first: each player’s first move leaves their own.";

/** Whether more jokers are face up than players have yet to move. */
function isJokerLeft({ cells }: Layout) {
  const jokers = cells.filter((cell) => cell?.card === "J");
  const down = cells.filter((cell) => cell && !cell.faceUp).length;
  return jokers.filter((cell) => cell?.faceUp).length > Math.max(0, jokers.length - down);
}

const RANKS = "A23456789J?";

const byRank = (a: string, b: string) => RANKS.indexOf(a) - RANKS.indexOf(b);

/** Whether cards are missing. */
const isUnfinished = ({ cells }: Layout) => cells.some((cell) => cell?.card === "");

/** No cards, no pawns. */
function cleared(layout: Layout) {
  for (const cell of layout.cells) if (cell) Object.assign(cell, { card: "", faceUp: true, pawns: "" });
  layout.turn = "r";
}

/** A card on the next empty place; the first joker is red's, the second blue's. */
function placed({ cells }: Layout, card: string) {
  const cell = cells.find((known) => known?.card === "");
  if (!cell) return;
  cell.card = card;
  if (cells.some((known) => known?.card === "")) return;
  const jokers = cells.filter((known) => known?.card === "J");
  for (const [at, joker] of jokers.entries()) if (joker) joker.pawns = "rb"[at] ?? "";
}

function emptied({ cells }: Layout, place: number) {
  cells[place] = { card: "", faceUp: true, pawns: "" };
}

function swapped({ cells }: Layout, one: number, other: number) {
  [cells[one], cells[other]] = [cells[other], cells[one]];
}

/** A card turned over; one collapses at each move. */
function turned(layout: Layout, place: number) {
  const cell = layout.cells[place] as Cell;
  cell.faceUp = !cell.faceUp;
  layout.turn = layout.turn === "r" ? "b" : "r";
}

/** @param pawn its letter */
function moved({ cells }: Layout, place: number, pawn: string) {
  for (const cell of cells) if (cell) cell.pawns = cell.pawns.replace(pawn, "");
  const cell = cells[place] as Cell;
  cell.pawns = [...cell.pawns, pawn].sort().reverse().join("");
}
