/**
 * Setting up a table card by card: each card of the palette goes to the next empty place, in
 * reading order; then pawns, and cards that have collapsed. Where lines stick out, the places
 * around the cards are shown too: a tap makes one a place for a card, or a gap again.
 */

import { placeAt } from "#shared/cells.ts";
import { attempt, button, presses } from "#shared/commands.ts";
import { html, part, refill, set, show, write } from "#shared/dom.ts";
import { Turn } from "../engine/turns.ts";
import * as api from "../shared/api.ts";
import { current } from "../shared/game.ts";
import { type Cell, GAP, type Layout, write as positionOf, read } from "../shared/notation.ts";
import { check } from "../shared/session.ts";
import { cardName, named, sentence } from "../shared/words.ts";
import type { Session } from "./state.ts";
import { headline } from "./words.ts";

/** The editor of a mode's board, and what a click on a card does while it is shown. */
export function mountEditor(root: HTMLElement, session: Session) {
  /** The position that may be used, or "". */
  let valid = "";
  const tool = () => root.querySelector("[name=tool]:checked") as HTMLInputElement;

  const allow = (position: string) => {
    valid = position;
    set(part(root, "draft-done"), { disabled: position === "" });
  };

  const hasGaps = () => new Turn(session.rules).spreads;
  const framed = (layout: Layout) => (hasGaps() ? around(layout, 1) : layout);
  const deck = () => [...(session.rules?.deck.replaceAll(/\s/g, "") ?? "")];
  const isUnfinished = ({ cells }: Layout) => cells.some(isNext) || cells.filter(isPlace).length !== deck().length;

  /** @param change of a copy of the draft */
  const change = async (change: (layout: Layout) => void) => {
    const draft = structuredClone(session.draft as Layout);
    change(draft);
    session.set({ draft: framed(draft), picked: -1 });
    await attempt(examine);
  };

  /** Ask whether the draft is a position. */
  const examine = async () => {
    const { draft } = session;
    if (!draft) return;
    const note = part(root, "draft-note");
    note.classList.remove("error");
    allow("");
    if (isUnfinished(draft)) return write(note, hasGaps() ? UNFINISHED_GAPS : UNFINISHED);
    const position = positionOf(hasGaps() ? around(draft, 0) : draft);
    try {
      await api.moves(position, session.game);
      if (session.draft !== draft) return;
      allow(position); // what it is worth may take a search
      write(note, POSSIBLE);
      const probe = await check(session.game, position);
      if (session.draft !== draft) return;
      const isKnown = !session.hidden && probe.winner;
      const said = isKnown ? `${headline(probe.side_to_move, probe, false)[0]}.` : POSSIBLE;
      write(note, `${named(probe.side_to_move)} to move. ${said}`);
    } catch (error) {
      if (!(error instanceof api.EngineError)) throw error;
      if (session.draft === draft) write(note, isJokerLeft(draft) ? JOKER_FIRST : sentence(error.message));
    }
    note.classList.toggle("error", valid === "");
  };

  const rank = (card: string, left: number) => {
    const attributes = { class: "rank", "aria-label": `${cardName(card)}, ${left} left`, disabled: left === 0 };
    const place = () => change((layout) => laid(layout, layout.cells.findIndex(isNext), card));
    return button(attributes, place, html("b", {}, card), html("span", {}, `×${left}`));
  };

  const render = () => {
    const { draft, rules } = session;
    const isUnfinishedNow = draft !== null && isUnfinished(draft);
    const palette = part(root, "palette");
    const chosen = palette.contains(document.activeElement);
    root.classList.toggle("editing", draft !== null);
    show(root, {
      editing: { hidden: draft === null },
      "edit-button": { "aria-pressed": String(draft !== null) },
      palette: { hidden: !isUnfinishedNow },
      tools: { hidden: !draft || isUnfinishedNow },
    });
    if (!draft || !rules) return;
    const left = deck();
    for (const cell of draft.cells.filter(isPlace)) if (cell?.card) left.splice(left.indexOf(cell.card), 1);
    const ranks = [...new Set(rules.deck)].sort(byRank);
    refill(
      palette,
      ranks.map((card) => rank(card, left.filter((other) => other === card).length)),
    );
    if (chosen && palette.hidden) tool().focus(); // after the last card
  };

  presses(root, {
    "draft-cancel": () => session.set({ draft: null, picked: -1 }),
    "draft-done": () => session.send("open", { position: valid, variant: session.game }),
    "draft-clear": () => change(cleared),
  });
  part(root, "tools").addEventListener("change", () => session.set({ picked: -1 }));
  session.addEventListener("change", render);

  return {
    toggle() {
      session.send("stop");
      session.set({ draft: session.draft ? null : framed(read(current(session.game).position)), variation: null });
      if (!session.draft) return;
      part(root, "editing").scrollIntoView({ block: "nearest" });
      attempt(examine);
    },
    /** A click on the board. */
    click: async (place: number) => {
      const { picked, draft } = session;
      const cell = draft?.cells[place];
      if (!draft || !cell) return undefined;
      const isGap = cell.card === "" && hasGaps() && draft.cells.filter(isPlace).length > 1;
      if (isUnfinished(draft)) return change((layout) => laid(layout, place, isGap ? GAP : ""));
      const { value } = tool();
      if (!isPlace(cell) && (value !== "swap" || picked < 0)) return undefined;
      if (value === "swap" && picked < 0) return session.set({ picked: place });
      if (value === "swap") return change((layout) => swapped(layout, place, picked));
      if (value === "flip") return change((layout) => turned(layout, place));
      return change((layout) => moved(layout, place, value));
    },
  };
}

const UNFINISHED = "Tap the cards as they lie on your table, row by row. Tap a card on the board to take it back.";

const UNFINISHED_GAPS = `Tap empty places that are gaps on your table, and gaps where a card lies. ${UNFINISHED}`;

const POSSIBLE = "This position is possible.";

const JOKER_FIRST = "Turn over a starting card first: each player’s first move leaves their own.";

/** Whether more jokers are face up than players have yet to move. */
function isJokerLeft({ cells }: Layout) {
  const jokers = cells.filter((cell) => cell?.card === "J");
  const down = cells.filter((cell) => cell && !cell.faceUp).length;
  return jokers.filter((cell) => cell?.faceUp).length > Math.max(0, jokers.length - down);
}

const RANKS = "A23456789J?";

const byRank = (a: string, b: string) => RANKS.indexOf(a) - RANKS.indexOf(b);

const bare = (card: string): Cell => ({ card, faceUp: true, pawns: "" });

/** Whether a card is to come to a place. */
const isNext = (cell: Cell | null) => cell?.card === "";

/** Whether there is a card on a place, or one is to come. */
const isPlace = (cell: Cell | null) => cell !== null && cell.card !== GAP;

/**
 * The rectangle of all cards, without the gaps around them.
 *
 * @param margin if not 0, places of gaps to keep on each side, and those that there are: they are shown
 */
export function around({ rows, columns, cells, turn }: Layout, margin: number): Layout {
  const places = cells.map((_, at) => placeAt(at, columns)).filter((_, at) => isPlace(cells[at]));
  const [[left, right], [top, bottom]] = [columns, rows].map((size, axis) => {
    const all = places.map((place) => place[axis]);
    const [low, high] = [Math.min(...all) - margin, Math.max(...all) + margin];
    return margin ? [Math.min(low, 0), Math.max(high, size - 1)] : [low, high];
  });
  const laid: Layout = { rows: bottom - top + 1, columns: right - left + 1, cells: [], turn };
  const gap = () => (margin ? bare(GAP) : null);
  laid.cells = Array.from({ length: laid.rows * laid.columns }, gap);
  for (const [column, row] of places)
    laid.cells[(row - top) * laid.columns + column - left] = cells[row * columns + column];
  return laid;
}

/** No cards, no pawns. */
function cleared(layout: Layout) {
  for (const cell of layout.cells) if (cell && isPlace(cell)) Object.assign(cell, bare(""));
  layout.turn = "r";
}

/** A card on a place, or a gap, or nothing; on a full board the first joker is red's, the second blue's. */
function laid({ cells }: Layout, place: number, card: string) {
  cells[place] = bare(card);
  if (cells.some(isNext)) return;
  const jokers = cells.filter((known) => known?.card === "J");
  for (const [at, joker] of jokers.entries()) if (joker) joker.pawns = "rb"[at] ?? "";
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
