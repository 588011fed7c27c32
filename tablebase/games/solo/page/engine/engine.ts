/**
 * Solo: every position of a board is solved, and any of them looked up. docs:
 * `tablebase/games/solo/`. Boards have 3x3 or 4x4 cells, and any cards may be left. Its questions and
 * answers are those of docs/api-http.md.
 */

import type { Query, Work } from "#engine/answers.ts";
import { quote, refuse } from "#engine/errors.ts";
import { choiceOf, numberOf, required } from "#engine/query.ts";
import { generator, seedOf, shuffled } from "#engine/random.ts";
import { room } from "#engine/room.ts";
import type { Solver } from "#engine/solver.ts";
import { read, UNKNOWN, write } from "#home/engine/notation.ts";
import { JOKER, type Rules, rulesOf, stepMask } from "#home/engine/rules.ts";
import { cellName } from "#shared/cells.ts";
import type { Board as BoardType, Start } from "../answers.d.ts";

/** Whether the exit is a door, and how far the pawn may go from its joker. */
type Readings = { door: boolean; joker: number[] };

/** `up` is the mask of the face-up cells, the exit among them. */
type Board = { cards: number[]; exit: number; pawn: number; up: number; rules: Rules };

type Position = Board & { key: string; readings: Readings };

const PAWN = "r";
const [SHEET, USUAL] = ["3x3", "4x4"].map((size) => rulesOf(size, []));
const ANY_LEFT = 1;

/** The rank of a pawn on the exit of an empty board; behind it are the others there, and last the start. */
const clearedOn = ({ size }: Rules) => (size - 2) * 2 ** (size - 3);
const startOn = (rules: Rules) => clearedOn(rules) + 2 ** (rules.size - 2);

const everything = ({ size }: Rules) => 2 ** size - 1;

const solo = room({
  kernels: new URL("kernels.wasm", import.meta.url),
  data: new URL("room.json", import.meta.url),
  read: (query) => positionOf(parse(required(query, "position")), readingsOf(query)),
  shown: (position) => ({ position: written(position), ...spoken(position.readings), cards: left(position) }),
  scored: (position, { dte }) => ({ score: left(position) - dte }),
  more: (position, table, { tries }) => ({
    grade: isStart(position) ? gradeOf(chanceIn(table, position), tries) : null,
  }),
  game({ cards, exit, rules, readings: { door, joker } }, { coding }) {
    const start = cards.findIndex((card, cell) => card === JOKER && cell !== exit);
    const steps = cards.map((card) => stepMask(card === JOKER ? joker : [card]));
    const tail = [exit, start, Number(door), ANY_LEFT];
    return {
      coding,
      context: BigUint64Array.from([...rules.masks, ...[...steps, ...tail].map(BigInt)]),
      maxMoves: 3 * rules.size,
      size: startOn(rules) + 1,
      layers: rules.size,
    };
  },
  rankOf: ({ pawn, up }, { kernels, fixed }) => kernels.run("rank_of", ...fixed, pawn, up),
  at(position, rank, { kernels, fixed }) {
    const place = kernels.run("place_of", ...fixed, rank);
    return { ...position, pawn: place & 31, up: place >> 5 };
  },
  move({ pawn, up, rules }, after, { kernels, fixed, out }) {
    const length = kernels.run("find_path", ...fixed, pawn, up, after.pawn, out);
    const path = [...kernels.bytes(out, length)].map((cell) => cellName(cell, rules.columns));
    return { move: path[length - 1], path };
  },
});

export const answers = { probe: solo.probe, random };

/** A random board that can be cleared. */
async function random(query: Query, work: Work): Promise<Start> {
  const seed = seedOf(query);
  const readings = readingsOf(query);
  const { tries, decks } = await solo.data();
  const wanted = numberOf(query, "grade", 1, tries.length + 1, 0);
  const board = choiceOf(query, "board", Object.keys(decks)) ?? USUAL.name;
  if (wanted && board !== USUAL.name)
    refuse(`grade ${wanted} on board ${board}: expected board ${USUAL.name}`, "grade");
  const draw = generator(seed);
  for (;;) {
    const start = positionOf(dealt(draw, rulesOf(board, []), decks[board]), readings);
    if (!isBalanced(start)) continue;
    const grade = await solo.tabled(start, (table) => gradeOf(chanceIn(table, start), tries));
    if (grade && (!wanted || grade === wanted)) return { position: written(start), ...spoken(readings), grade, seed };
    await work.pause();
  }
}

/** The chance that random moves clear a board from its start. */
function chanceIn(table: Solver, { rules }: Board) {
  for (const _ of table.average([[clearedOn(rules), 1]]));
  return table.mean(startOn(rules));
}

/** How hard a board is, from 1 on, by how many tries it takes at random; null if it cannot be cleared. */
export const gradeOf = (chance: number, limits: number[]) =>
  chance ? 1 + limits.filter((limit) => 1 / chance >= limit).length : null;

/**
 * Whether as many odd cards lie on the white cells of a chessboard as on the black ones, if it is one. Only
 * then can the board be cleared, as docs/solo.md shows, and to look is quicker than to solve it.
 */
function isBalanced({ cards, rules: { columns } }: Board) {
  if (columns % 2) return true;
  const colour = (cell: number) => ((cell + Math.floor(cell / columns)) % 2 ? 1 : -1);
  return cards.reduce((sum, card, cell) => sum + (card % 2) * colour(cell), 0) === 0;
}

function dealt(draw: () => number, rules: Rules, deck: number[]): Board {
  const cards = shuffled(deck, draw);
  const jokers = [cards.indexOf(JOKER), cards.lastIndexOf(JOKER)];
  if (draw() < 0.5) jokers.reverse();
  return { cards, exit: jokers[0], pawn: jokers[1], up: everything(rules), rules };
}

const positionOf = (board: Board, readings: Readings): Position => ({
  ...board,
  readings,
  key: JSON.stringify([board.cards, board.exit, readings]),
});

function readingsOf(query: Query): Readings {
  const digits = String(query.joker ?? "1234");
  if (!/^[1-9]+$/.test(digits)) refuse(`joker steps ${quote(digits)}: expected some of 1 to 9`, "joker");
  const joker = [...new Set(digits)].map(Number).sort();
  return { door: choiceOf(query, "exit", ["door", "exact"]) !== "exact", joker };
}

const spoken = ({ door, joker }: Readings): Pick<BoardType, "exit" | "joker"> => ({
  exit: door ? "door" : "exact",
  joker: joker.join(""),
});

const isStart = ({ cards, pawn, up, rules }: Board) => cards[pawn] === JOKER && up === everything(rules);

/** How many cards are face up, the exit not counted. */
const left = ({ cards, up }: Position) => cards.filter((_, cell) => (up >> cell) & 1).length - 1;

function parse(text: string): Board {
  const rules = text.match(/[AJ1-9?]/gi)?.length === SHEET.size ? SHEET : USUAL;
  const { cells, side } = read(text, rules);
  if (side || cells.some(({ card }) => card === UNKNOWN))
    refuse(`${quote(text)}: expected the value of every card, and no side to move`);
  const jokers = cells.flatMap(({ card }, cell) => (card === JOKER ? [cell] : []));
  const found = jokers.length === 1 ? "1 joker" : `${jokers.length} jokers`;
  if (jokers.length !== 2) refuse(`${quote(text)} has ${found}: expected 2`);
  const pawns = cells.flatMap(({ pawns }, cell) => (pawns ? [cell] : []));
  if (pawns.length > 1 || cells.some(({ pawns }) => pawns !== "" && pawns !== PAWN))
    refuse(`${quote(text)}: expected one pawn, ${PAWN} after its card`);
  const pawn = pawns[0] ?? jokers[0];
  const up = cells.reduce((mask, { faceUp }, cell) => mask | (Number(faceUp) << cell), 0);
  const open = jokers.filter((joker) => (up >> joker) & 1);
  if (!open.length) refuse(`${quote(text)}: expected the exit, a joker, face up`);
  const exit = open.find((joker) => open.length === 1 || joker !== pawn) ?? jokers[1];
  const position = { cards: cells.map(({ card }) => card), exit, pawn, up, rules };
  if (!((up >> pawn) & 1)) refuse("the pawn is not on a face-up card: expected it to be on one");
  if (open.length > 1 && !isStart(position))
    refuse(
      "the pawn's joker is face up: expected the pawn on it and every card face up, or the joker face down after the first move",
    );
  return position;
}

const written = ({ cards, pawn, up, rules }: Board) =>
  write(
    cards.map((card, cell) => ({ card, faceUp: Boolean((up >> cell) & 1), pawns: cell === pawn ? PAWN : "" })),
    rules,
  );
