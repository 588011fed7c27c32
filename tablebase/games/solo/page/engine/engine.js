/**
 * Solo: every position of a board is solved, and any of them looked up. docs:
 * `tablebase/games/solo/`. Boards have 4x4 cells, and any cards may be left.
 *
 *     solo/probe   {position, exit?, joker?}   "A3Jr4/2AA2/234J/332A"
 *         {position, exit, joker, cards, result, dte, score, grade, moves: [{move, result, dte, score,
 *         keeps_win, is_best, position, path}]}: `cards` are left now, and `score` at the end;
 *         the best moves first; `grade` is of a start that can be cleared, else null
 *     solo/random  {grade?, exit?, joker?, seed?}   a start that can be cleared
 *         {position, exit, joker, grade, seed}
 *
 * @typedef {import("../../../../engine/answers.js").Query} Query
 * @typedef {import("../../../../engine/answers.js").Work} Work
 * @typedef {import("../../../collapsi/page/engine/rules.js").Rules} Rules
 * @typedef {import("../../../../engine/kernels.js").Kernels} Kernels
 * @typedef {{door: boolean, joker: number[]}} Readings whether the exit is a door, and how far the
 *   pawn may go from its joker
 * @typedef {{cards: number[], exit: number, pawn: number, up: number}} Position `up` is the mask of
 *   the face-up cells, the exit among them
 * @typedef {{cell: number, path: number[]}} Move
 */

import { json } from "../../../../engine/data.js";
import { EngineError, quote } from "../../../../engine/errors.js";
import { loader } from "../../../../engine/kernels.js";
import { choiceOf, numberOf, required } from "../../../../engine/query.js";
import { generator, seedOf, shuffled } from "../../../../engine/random.js";
import { Solver } from "../../../../engine/solver.js";
import { UNKNOWN, read, write } from "../../../collapsi/page/engine/notation.js";
import { paths } from "../../../collapsi/page/engine/paths.js";
import { JOKER, cellName, rulesOf, stepMask } from "../../../collapsi/page/engine/rules.js";

const PAWN = "r";
const RULES = rulesOf("4x4", []);
const EVERYTHING = 2 ** RULES.size - 1;

/**
 * A board: the code of each position, and the chance that random moves clear the board from there.
 * Both are found when they are first asked for. Ranks are those of `SoloGame`.
 */
class Table {
  #isSolved = false;
  #isAveraged = false;

  /** @param {Position} position any of the board @param {Readings} readings @param {Equipment} equipment */
  constructor({ cards, exit }, { door, joker }, { memory, coding }) {
    this.exit = exit;
    this.cells = [...cards.keys()].filter((cell) => cards[cell] !== JOKER);
    const slots = this.cells.length;
    const start = cards.findIndex((card, cell) => card === JOKER && cell !== exit);
    const steps = cards.map((card, cell) => (card !== JOKER ? stepMask([card]) : cell === start ? stepMask(joker) : 0));
    this.onExit = slots * 2 ** (slots - 1);
    this.last = this.onExit + 2 ** slots;
    const anyLeft = 1;
    const rules = {
      context: BigUint64Array.from([...RULES.masks, ...[...steps, exit, start, Number(door), anyLeft].map(BigInt)]),
      size: this.last + 1,
      layers: slots + 2,
      maxMoves: 3 * RULES.size,
    };
    this.solver = new Solver(memory, rules, coding);
  }

  /** @param {Position} position */
  #rank(position) {
    if (isStart(position)) return this.last;
    const slot = this.cells.indexOf(position.pawn);
    const others = this.cells.filter((cell) => cell !== position.pawn);
    const mask = others.reduce((sum, cell, at) => sum | (((position.up >> cell) & 1) << at), 0);
    return slot < 0 ? this.onExit + mask : slot * 2 ** others.length + mask;
  }

  /** @param {Position} position */
  code(position) {
    if (!this.#isSolved) for (const _ of this.solver.solve());
    this.#isSolved = true;
    return this.solver.code(this.#rank(position));
  }

  /** @param {Position} position */
  chance(position) {
    if (!this.#isAveraged) for (const _ of this.solver.average([[this.onExit, 1]]));
    this.#isAveraged = true;
    return this.solver.mean(this.#rank(position));
  }
}

/** The last table. @type {{key: string, table: Table} | null} */
let kept = null;

const kernels = loader(new URL("kernels.wasm", import.meta.url));

/** The memory of the last table; the browser would free it late. @type {Kernels | null} */
let memoryOfTable = null;

/** The kernels that find paths. They keep nothing. @type {Kernels | null} */
let pathKernels = null;

/** What there is to work with. */
const tools = async () => ({
  memory: (memoryOfTable ??= await kernels()),
  finder: (pathKernels ??= await kernels()),
  limits: await tries(),
  coding: await coding(),
});

/** @typedef {Awaited<ReturnType<typeof tools>>} Equipment */

/** The numbers of tries at random in which the grades but the last end. @type {() => Promise<number[]>} */
const tries = json(new URL("tries.json", import.meta.url));

/** @type {() => Promise<import("../../../../engine/data.js").LoopsCoding>} */
const coding = json(new URL("coding.json", import.meta.url));

export const answers = { probe, random };

/** The table of a position's board, which holds until the next one is made. @param {Position} position @param {Readings} readings @param {Equipment} equipment */
function tableOf(position, readings, equipment) {
  const key = JSON.stringify([position.cards, position.exit, readings]);
  if (kept?.key !== key) kept = { key, table: new Table(position, readings, equipment) };
  return kept.table;
}

/** What a position and its moves are worth. @param {Query} query @returns {Promise<import("../answers.js").Board>} */
async function probe(query) {
  const equipment = await tools();
  const readings = readingsOf(query);
  const position = parse(required(query, "position"));
  const table = tableOf(position, readings, equipment);
  const { replies, values } = equipment.coding;
  const found = moves(position, readings, equipment.finder).map((move) => {
    const after = played(position, move);
    const worth = replies[table.code(after)];
    return { ...move, after, worth, ...values[worth] };
  });
  found.sort((a, b) => b.worth - a.worth);
  const worth = table.code(position);
  const { result, dte } = values[worth];
  const cards = left(position);
  return {
    position: written(position),
    ...spoken(readings),
    cards,
    result,
    dte,
    score: cards - dte,
    grade: isStart(position) ? gradeOf(position, table, equipment.limits) : null,
    moves: found.map((move) => ({
      move: cellName(RULES, move.cell),
      result: move.result,
      dte: move.dte,
      score: cards - move.dte,
      keeps_win: move.result === "win",
      is_best: move.worth === worth,
      position: written(move.after),
      path: move.path.map((cell) => cellName(RULES, cell)),
    })),
  };
}

/** A random board that can be cleared. @param {Query} query @param {Work} work @returns {Promise<import("../answers.js").Start>} */
async function random(query, work) {
  const equipment = await tools();
  const { limits } = equipment;
  const seed = seedOf(query);
  const readings = readingsOf(query);
  const wanted = numberOf(query, "grade", 1, limits.length + 1, 0);
  const draw = generator(seed);
  for (;;) {
    const start = dealt(draw);
    if (!isBalanced(start)) continue;
    const grade = gradeOf(start, tableOf(start, readings, equipment), limits);
    if (grade && (!wanted || grade === wanted)) return { position: written(start), ...spoken(readings), grade, seed };
    await work.pause();
  }
}

/**
 * How hard a board is, from 1 on, by how many tries it takes at random; null if it cannot be cleared.
 *
 * @param {Position} start @param {{chance: (position: Position) => number}} table @param {number[]} limits
 */
export function gradeOf(start, table, limits) {
  const chance = table.chance(start);
  return chance ? 1 + limits.filter((limit) => 1 / chance >= limit).length : null;
}

/**
 * Whether as many odd cards lie on the white cells of a chessboard as on the black ones. Only then
 * can the board be cleared, as docs/solo.md shows, and to look is quicker than to solve it.
 *
 * @param {Position} start
 */
function isBalanced({ cards }) {
  const colour = (/** @type {number} */ cell) => ((cell + Math.floor(cell / RULES.columns)) % 2 ? 1 : -1);
  return cards.reduce((sum, card, cell) => sum + (card % 2) * colour(cell), 0) === 0;
}

/** @param {() => number} draw @returns {Position} */
function dealt(draw) {
  const cards = shuffled(RULES.deck, draw);
  const jokers = [cards.indexOf(JOKER), cards.lastIndexOf(JOKER)];
  if (draw() < 0.5) jokers.reverse();
  return { cards, exit: jokers[0], pawn: jokers[1], up: EVERYTHING };
}

/** @param {Query} query @returns {Readings} */
function readingsOf(query) {
  const digits = String(query.joker ?? "1234");
  if (!/^[1-9]+$/.test(digits)) throw new EngineError(`joker steps ${quote(digits)}: expected some of 1 to 9`, "joker");
  const joker = [...new Set(digits)].map(Number).sort();
  return { door: choiceOf(query, "exit", ["door", "exact"]) !== "exact", joker };
}

/** @param {Readings} readings @returns {Pick<import("../answers.js").Board, "exit" | "joker">} */
const spoken = ({ door, joker }) => ({ exit: door ? "door" : "exact", joker: joker.join("") });

/** @param {Position} position */
const isStart = ({ cards, pawn, up }) => cards[pawn] === JOKER && up === EVERYTHING;

/** How many cards are face up, the exit not counted. @param {Position} position */
const left = ({ up }) => [...RULES.neighbours.keys()].filter((cell) => (up >> cell) & 1).length - 1;

/** @param {Position} position @param {Move} move @returns {Position} */
const played = ({ cards, exit, pawn, up }, { cell }) => ({ cards, exit, pawn: cell, up: up & ~(1 << pawn) });

/** The legal moves, by ascending destination. @param {Position} position @param {Readings} readings @param {Kernels} kernels @returns {Move[]} */
function moves(position, { door, joker }, kernels) {
  const { cards, exit, pawn, up } = position;
  if (pawn === exit) return [];
  const allowed = isStart(position) ? stepMask(joker) : 1 << (cards[pawn] - 1);
  const ends = (/** @type {number} */ mask, /** @type {number} */ steps) =>
    paths(kernels, RULES, BigInt(mask), pawn, steps);
  if (!door) return ends(up, allowed);
  const most = 2 ** (32 - Math.clz32(allowed)) - 1; // every number of steps up to the largest that is allowed
  const leaving = ends(up, most).filter(({ cell }) => cell === exit);
  return [...ends(up & ~(1 << exit), allowed), ...leaving].sort((a, b) => a.cell - b.cell);
}

/** @param {string} text @returns {Position} */
function parse(text) {
  const refuse = (/** @type {string} */ problem) => {
    throw new EngineError(problem, "position");
  };
  const { cells, side } = read(text, RULES, "position");
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
  const position = { cards: cells.map(({ card }) => card), exit, pawn, up };
  if (!((up >> pawn) & 1)) refuse("the pawn is not on a face-up card: expected it to be on one");
  if (open.length > 1 && !isStart(position))
    refuse(
      "the pawn's joker is face up: expected the pawn on it and every card face up, or the joker face down after the first move",
    );
  return position;
}

/** @param {Position} position */
const written = ({ cards, pawn, up }) =>
  write(
    cards.map((card, cell) => ({ card, faceUp: Boolean((up >> cell) & 1), pawns: cell === pawn ? PAWN : "" })),
    RULES,
  );
