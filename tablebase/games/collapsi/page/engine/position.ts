/** Deals and positions for two to four players. docs: `tablebase/games/collapsi/position.py`. */

import { refuse } from "#engine/errors.ts";
import type { Kernels } from "#engine/kernels.ts";
import { shuffled } from "#engine/random.ts";
import type { Edition } from "../answers.d.ts";
import { type Cell, counted, isDeck, read, refusing, UNKNOWN, write } from "./notation.ts";
import { played } from "./play.ts";
import {
  COLOURS,
  cardLetter,
  cellName,
  editionOf,
  GONE,
  JOKER,
  LETTERS,
  MAX_TABLE_CELLS,
  maskOf,
  type Rules,
} from "./rules.ts";

type Refusing = ReturnType<typeof refusing>;

/** A deal: the cards, and the cell of each player's joker. */
export class Deal {
  constructor(
    readonly cards: number[],
    readonly starts: number[],
    readonly rules: Rules,
  ) {}

  /** @param cells all face up */
  static ofCells(cells: Cell[], rules: Rules, wrong: Refusing) {
    const letters = [...LETTERS.slice(0, rules.players)];
    const each = letters.map((letter) => `J${letter}`).join(" and ");
    const way = "expected a deal: every card face up, pawns only on jokers";
    if (cells.some(({ pawns, card }) => pawns && card !== JOKER)) wrong(`is a position of a game under way, ${way}`);
    if (cells.some(({ pawns }) => pawns.length > 1)) wrong("has two pawns on a joker: expected one on each");
    const marked = new Map(cells.flatMap(({ pawns }, at) => (pawns ? [[pawns, at]] : [])));
    if (marked.size < cells.filter(({ pawns }) => pawns).length)
      wrong(`marks two jokers for the same player, expected one for each: ${each}`);
    const cards = cells.map(({ card }) => card);
    if (!isDeck(cards, rules)) refuse(`wrong deck ${counted(cards)}: expected ${counted(rules.deck)}`);
    const others = cells.flatMap(({ card, pawns }, at) => (card === JOKER && !pawns ? [at] : [])).values();
    const starts = letters.map((letter) => marked.get(letter) ?? others.next().value ?? -1);
    return new Deal(cards, starts, rules);
  }

  static random(random: () => number, rules: Rules) {
    const jokers = rules.deck.flatMap((card, at) => (card === JOKER ? [-1 - at] : []));
    const cards = shuffled([...jokers, ...rules.deck.slice(jokers.length)], random);
    const starts = jokers.map((joker) => cards.indexOf(joker));
    if (jokers.length > 2 && rules.size > MAX_TABLE_CELLS) starts.sort((a, b) => a - b).splice(rules.players);
    const shown = cards.map((card) => Math.max(card, JOKER));
    return new Deal(shown, starts, rules);
  }

  /** The start of a deal of some cards: each player begins on the next joker. */
  static start(cards: number[], rules: Rules) {
    const deal = new Deal(cards, [], rules);
    return new Deal(cards, deal.jokers, rules).asDealt(rules.editions[0]);
  }

  get jokers() {
    return this.cards.flatMap((card, cell) => (card === JOKER ? [cell] : []));
  }

  /** The start, before anybody is out. */
  asDealt(edition: Edition) {
    const up = maskOf(this.cards.flatMap((card, cell) => (card || this.starts.includes(cell) ? [cell] : [])));
    return new Position(this.cards, up, this.starts, edition, this.rules, everybody(0, this.rules.players));
  }

  toString() {
    const { jokers, starts } = this;
    const one = jokers.length > 2 ? starts : starts.slice(0, 1);
    const marked = String(starts) === String(jokers.slice(0, starts.length)) ? [] : one;
    const cells = this.cards.map((card, at) => ({ card, faceUp: true, pawns: LETTERS[marked.indexOf(at)] ?? "" }));
    return write(cells, this.rules);
  }
}

/** A position; `up` is the mask of the face-up cells, `order` the players still in. */
export class Position {
  /** As kernels take it, once known. */
  words: Uint8Array | null = null;

  #played: ReturnType<typeof played> | null = null;

  constructor(
    readonly cards: number[],
    readonly up: bigint,
    readonly pawns: number[],
    readonly edition: Edition,
    readonly rules: Rules,
    readonly order: number[],
  ) {}

  /** A legal position, settled. @param edition a name, or nothing */
  static async parse(text: string, edition: any, rules: Rules, kernels: Kernels) {
    const board = rules.turn.spreads ? await (await import("./spread.ts")).spread(text, rules) : rules;
    const { position, isStart } = Position.written(text, edition, board);
    // What makes a position legal is loaded with the first that is no start.
    if (!isStart) await (await import("./legality.ts")).check(position);
    return position.settled(kernels);
  }

  static written(text: string, edition: any, rules: Rules) {
    const found = editionOf(rules, edition);
    const { cells, side } = read(text, rules);
    const wrong = refusing(text);
    const unplayed = !side || (side === "r" && !cells.some(({ pawns }) => pawns));
    if (!isLoose(rules) && cells.every(({ faceUp }) => faceUp) && unplayed)
      return { position: Deal.ofCells(cells, rules, wrong).asDealt(found), isStart: true };
    const up = maskOf(cells.flatMap(({ faceUp }, at) => (faceUp ? [at] : [])));
    const pawns = pawnsOf(cells, rules, side, wrong);
    const order = orderOf(side, cells.filter(({ faceUp }) => !faceUp).length - rules.absent, rules, wrong);
    const cards = cells.map(({ card }) => card);
    const isStart =
      side === "r" &&
      cells.every(({ card, faceUp, pawns: on }) => faceUp && on.length === Number(card === JOKER)) &&
      isDeck(cards, rules);
    return { position: new Position(cards, up, pawns, found, rules, order), isStart };
  }

  isUp(cell: number) {
    return Boolean((this.up >> BigInt(cell)) & 1n);
  }

  /** Number of face-up cards. */
  get left() {
    return this.cards.filter((_, cell) => this.isUp(cell)).length;
  }

  get down() {
    return this.cards.length - this.left - this.rules.absent;
  }

  get ply() {
    const { down, order, rules } = this;
    // Where pawns share cards, an odd number of moves may have left their card face up.
    return down + Number(rules.turn.pawnsShare && order[0] !== down % 2);
  }

  get mover() {
    return this.pawns[this.order[0]];
  }

  /** Where the pawn stands that moves next. */
  get next() {
    return this.pawns[this.order[1]];
  }

  get sides() {
    return this.order.map((player) => COLOURS[player]);
  }

  /** The legal moves, by ascending destination, then by shift. */
  moves(kernels: Kernels) {
    return this.#play(kernels).moves;
  }

  #play(kernels: Kernels) {
    const { spread } = this.rules;
    this.#played ??= spread ? { settled: this, moves: spread.moves(this) } : played(this, kernels);
    return this.#played;
  }

  /** The position with other fields. */
  changed({ cards, up, pawns, order }: Pick<Position, "cards" | "up" | "pawns" | "order">) {
    return new Position(cards, up, pawns, this.edition, this.rules, order);
  }

  /** The position without the players who have no move when their turn comes. */
  settled(kernels: Kernels): Position {
    return this.rules.turn.isLast(this.order) ? this : this.#play(kernels).settled;
  }

  /** The cards of a deal this position can come from. */
  get dealt() {
    if (!this.cards.includes(UNKNOWN)) return this.cards;
    const missing = [...this.rules.deck];
    for (const card of this.cards) if (card !== UNKNOWN) missing.splice(missing.indexOf(card), 1);
    const next = missing.values();
    return this.cards.map((card) => (card === UNKNOWN ? (next.next().value ?? UNKNOWN) : card));
  }

  /** A deal this position can come from. */
  get deal() {
    const cards = this.dealt;
    const moved = this.rules.turn.pawnsShare ? this.ply : 0;
    const own = this.pawns.map((cell, player) => (player >= moved && cards[cell] === JOKER ? cell : -1));
    const jokers = cards.flatMap((card, cell) => (card === JOKER && !own.includes(cell) ? [cell] : []));
    const left = jokers.sort((a, b) => Number(this.isUp(a)) - Number(this.isUp(b)) || a - b).values();
    const starts = own.map((cell) => (cell >= 0 ? cell : (left.next().value ?? -1)));
    return new Deal(cards, starts, this.rules.spread?.home ?? this.rules);
  }

  /** What the notation does not show, and what a page needs to draw it. */
  shown() {
    const { rules, pawns, order, sides } = this;
    const { rows, columns, wrap, picture } = rules;
    const on = new Map(pawns.map((cell, player) => [cell, COLOURS[player]]));
    on.set(this.mover, sides[0]);
    const cells = this.cards.map((card, cell) => {
      const [name, pawn] = [cellName(rules, cell), on.get(cell) ?? null];
      return { cell: name, card: cardLetter(card), face_up: this.isUp(cell), pawn };
    });
    const left = [...pawns.entries()].filter(([, at]) => at !== GONE);
    const shown = left.map(([player, at]) => ({ pawn: COLOURS[player], cell: cellName(rules, at) }));
    const out = COLOURS.slice(0, pawns.length).filter((_, player) => !order.includes(player));
    return {
      edition: this.edition.name,
      ply: this.ply,
      ...(rules.turn.twoSided ? {} : { players: sides, out }),
      rules: rules.name,
      deal: isLoose(rules) ? null : String(this.deal),
      board: { rows, columns, wrap, picture, cells, pawns: shown },
    };
  }

  toString() {
    const cells = this.cards.map((card, at) => {
      const pawns = this.pawns.flatMap((cell, player) => (cell === at ? [LETTERS[player]] : []));
      return { card, faceUp: this.isUp(at), pawns: pawns.join("") };
    });
    const named = this.order.length === this.pawns.length ? this.order.slice(0, 1) : this.order;
    return `${write(cells, this.rules)} ${named.map((player) => LETTERS[player]).join("")}`;
  }
}

/** Whether a board is not that of its rules, because lines stick out. */
const isLoose = ({ spread, picture }: Rules) => spread !== undefined && picture !== spread.home.picture;

/** The players still in, from the letters behind the cards. */
function orderOf(sides: string, down: number, { turn, players }: Rules, wrong: Refusing) {
  const where = "where pawns may land the cards do not show it: expected r or b at the end";
  if (!turn.showsSide(down) && !sides) wrong(`does not say who is to move, and ${where}`);
  if (sides.length > 1) return [...sides].map((letter) => LETTERS.indexOf(letter));
  const next = (down + players) % players; // too many cards may be face up
  if (sides && sides !== LETTERS[next] && turn.showsSide(down))
    wrong(`says '${sides}' is to move, but ${down} cards are face down: expected '${LETTERS[next]}'`);
  return everybody(sides ? LETTERS.indexOf(sides) : next, players);
}

const everybody = (first: number, players: number) =>
  Array.from({ length: players }, (_, turn) => (first + turn) % players);

/** The cells of the pawns, given the letters behind the cards. */
function pawnsOf(cells: Cell[], { players, turn }: Rules, sides: string, wrong: Refusing) {
  const others = turn.twoSided ? "" : ` for each of ${["three", "four"][players - 3]} players`;
  return COLOURS.slice(0, players).map((colour, player) => {
    const letter = LETTERS[player];
    const at = cells.flatMap(({ pawns }, cell) => [...pawns].flatMap((pawn) => (pawn === letter ? [cell] : [])));
    if (turn.pawnsRemoved && sides.length > 1 && !sides.includes(letter)) {
      if (at.length) wrong(`has a ${colour} pawn ('${letter}'), but ${colour} is out: expected it to be removed`);
      return GONE;
    }
    if (at.length !== 1) wrong(`has ${at.length} ${colour} pawns ('${letter}'): expected one behind its card${others}`);
    return at[0];
  });
}
