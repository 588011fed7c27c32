/**
 * Forward search, where there is no table, as `/api/search` answers. docs:
 * `tablebase/games/collapsi/search/` and `tablebase/engine/search/forward.py`.
 *
 * @typedef {import("#engine/kernels.js").Kernels} Kernels
 * @typedef {import("./position.js").Position} Position
 * @typedef {import("#engine/answers.js").Work} Work
 * @typedef {import("../answers.js").SearchAnswer} Answer
 * @typedef {import("../answers.js").Bound} Value
 * @typedef {{position: Position, lower: Value, upper: Value, line: string[],
 *   nodes: number, stopped: Answer["stopped"]}} Searched
 * @typedef {import("./position.js").Move & {result: "win" | "loss" | null, value: Value | null,
 *   best: boolean | null}} SearchedMove
 */

import { EngineError } from "#engine/errors.js";
import { laterKernels } from "./later.js";
import { named } from "./probe.js";
import { allowedSteps, cellName } from "./rules.js";
import { isSolved } from "./tables.js";

const SLICE = 1 << 12;
const BETWEEN_PAUSES = 30;
const BETWEEN_REPORTS = 1000;

/** Places in the transposition table, 32 bytes each. */
const PLACES = 1 << 18;

/** Places in the kernels' array of where a search stands. */
const [NODES, ROOT_LOWER, ROOT_UPPER, BEST_MOVE, STATE] = [2, 3, 4, 5, 6];

/**
 * Search a position, and in the time that is left what each move leads to.
 *
 * @param {Position} position @param {number} seconds @param {import("./probe.js").Prober} prober
 * @param {Work} work
 */
export async function search(position, seconds, prober, work) {
  const { rules } = position;
  if (!rules.turn.twoSided)
    throw new EngineError(`a search is for two players, not ${rules.players}: expected a look-up in a table`, "rules");
  const { kernels } = prober.tables;
  if (rules.turn.pawnsShare) return fromTable(position, prober, work);
  if (rules.turn.linesMove)
    throw new EngineError("no search in the browser: expected rules that do not shift rows and columns", "rules", 501);
  const searcher = new Searcher(await laterKernels(), position, kernels);
  return searchAll(position, searcher, performance.now() + 1000 * seconds, kernels, work);
}

/**
 * @param {Position} position @param {Searcher} searcher @param {number} ends
 * @param {Kernels} kernels @param {Work} work
 */
async function searchAll(position, searcher, ends, kernels, work) {
  /** @type {SearchedMove[]} */
  const moves = position.moves(kernels).map((move) => ({ ...move, result: null, value: null, best: null }));
  const answer = (/** @type {Searched} */ sofar) => shown(sofar, moves.toSorted(compare));
  const searched = await searcher.search(position, ends, work, (sofar) => work.report(answer(sofar)));
  const known = exactValue(searched);
  const [best] = searched.stopped ? [] : searched.line;
  const isLost = resultOf(searched) === "loss"; // and so is every move
  if (isLost) for (const [at, move] of moves.entries()) moves[at] = { ...move, result: "loss" };
  const reports = every(BETWEEN_REPORTS);
  for (const [at, move] of moves.entries()) {
    const share = (ends - performance.now()) / (moves.length - at);
    if (move.name === best) moves[at] = { ...move, result: resultOf(searched), value: known, best: true };
    else if (share > 0) {
      const reply = await searcher.search(move.after, performance.now() + share, work, () => {});
      const found = forMover(known, reply);
      moves[at] = { ...move, ...found, result: found.result ?? move.result };
    }
    if (reports()) work.report(answer(searched));
  }
  return answer(searched);
}

/** A function that says whether a time has passed since it last said so. @param {number} pause in milliseconds */
function every(pause) {
  let last = performance.now();
  return () => {
    const passed = performance.now() - last > pause;
    if (passed) last = performance.now();
    return passed;
  };
}

/**
 * What is known of a move: the opponent's loss is the mover's win, a ply later.
 *
 * @param {Value | null} best @param {Searched} reply
 * @returns {{result: Value["result"] | null, value: Value | null, best: boolean | null}}
 */
function forMover(best, reply) {
  const [theirs, exact] = [resultOf(reply), exactValue(reply)];
  /** @type {Value["result"] | null} */
  const result = theirs && (theirs === "win" ? "loss" : "win");
  const value = result && exact ? { result, dte: exact.dte + 1 } : null;
  const isBest = value && best ? value.result === best.result && value.dte === best.dte : null;
  return { result, value, best: isBest };
}

/** Compare moves: better ones, as far as is known, come first. @param {Pick<SearchedMove, "result" | "value" | "best">} a @param {Pick<SearchedMove, "result" | "value" | "best">} b */
export function compare(a, b) {
  const order = (/** @type {typeof a} */ { result, value, best }) => {
    if (best) return [-1, 0];
    if (value) return result === "win" ? [0, value.dte] : [4, -value.dte];
    return [result === "win" ? 1 : result === "loss" ? 3 : 2, 0];
  };
  const [[kind, dte], [otherKind, otherDte]] = [order(a), order(b)];
  return kind - otherKind || dte - otherDte;
}

/** @param {Searched} searched */
const exactValue = ({ lower, upper }) => (lower.result === upper.result && lower.dte === upper.dte ? lower : null);

/** @param {Searched} searched */
const resultOf = ({ lower, upper }) => (lower.result === upper.result ? lower.result : null);

/** Searches of positions of one game, one after the other, with one transposition table. */
class Searcher {
  #generation = 0;

  /** @param {Kernels} kernels a memory of its own @param {Position} position @param {Kernels} movers that find moves */
  constructor(kernels, { rules, cards, edition, left }, movers) {
    this.kernels = kernels;
    this.movers = movers;
    const [plies, steps] = [left + 1, cards.map((card) => BigInt(allowedSteps(card, edition)))];
    this.board = [rules.size, plies, kernels.put(rules.masks), kernels.put(BigUint64Array.from(steps))];
    this.nodes = kernels.room(8 * 5 * plies);
    this.scores = kernels.room(8 * 6 * plies);
    this.moves = [0, 1].map(() => kernels.room(8 * plies * rules.size));
    this.up = kernels.room(8);
    this.state = kernels.room(8 * STATE);
    this.line = kernels.room(8 * (rules.size + 1));
    this.known = [PLACES, kernels.room(32 * PLACES)];
  }

  /** @param {number} at */
  #state(at) {
    return Number(this.kernels.get(BigInt64Array, this.state + 8 * at, 1)[0]);
  }

  /** @param {Position} here */
  #begin({ up, mover, next }) {
    this.#generation += 1;
    this.kernels.bytes(this.up, 8).set(new Uint8Array(BigUint64Array.of(up).buffer));
    this.kernels.run("search_begin", ...this.board, this.up, this.nodes, this.state, mover, next);
  }

  /** Search for one slice of time; returns whether the score is known. */
  #advance() {
    const limits = [...this.known, this.#generation, this.#state(NODES) + SLICE];
    const found = this.kernels.run(
      "search_run",
      ...this.board,
      this.nodes,
      this.state,
      this.scores,
      ...this.moves,
      ...limits,
    );
    return found !== 0;
  }

  /**
   * @param {Position} position @param {number} ends @param {Work} work
   * @param {(sofar: Searched) => void} report
   * @returns {Promise<Searched>}
   */
  async search(position, ends, work, report) {
    const cards = position.left;
    let here = position;
    this.#begin(here);
    let [lower, upper, nodes] = [this.#state(ROOT_LOWER), this.#state(ROOT_UPPER), 1];
    /** @type {number[]} */
    const done = [];
    const line = () => (this.#state(BEST_MOVE) < 0 ? done : [...done, this.#state(BEST_MOVE)]);
    const found = (/** @type {Answer["stopped"]} */ stopped) => ({
      position,
      lower: scored(lower, cards),
      upper: scored(upper, cards),
      line: (stopped ? line().slice(0, 1) : line()).map((cell) => cellName(position.rules, cell)),
      nodes,
      stopped,
    });
    const [pauses, reports] = [every(BETWEEN_PAUSES), every(BETWEEN_REPORTS)];
    for (;;) {
      if (performance.now() >= ends) return found("seconds");
      if (reports()) report(found("seconds"));
      if (pauses()) await work.pause();
      const before = this.#state(NODES);
      const known = this.#advance();
      nodes += this.#state(NODES) - before;
      if (!done.length) [lower, upper] = [this.#state(ROOT_LOWER), this.#state(ROOT_UPPER)];
      if (!known) continue;
      here = this.#follow(here, done, line());
      if (this.#state(BEST_MOVE) < 0) return found(null);
    }
  }

  /** Follow the best line as far as the transposition table shows it, and begin there. @param {Position} here @param {number[]} done @param {number[]} line */
  #follow(here, done, line) {
    const known = [...this.known, this.#generation, this.#state(ROOT_LOWER), here.left, this.line];
    const found = this.kernels.run("search_follow", ...this.board, this.nodes, ...known);
    const moves = [...this.kernels.get(BigUint64Array, this.line, found)].map(Number);
    // If the next position's entry has been overwritten, its best move is still known.
    for (const end of found ? moves : line.slice(done.length)) {
      here = here.moves(this.movers).find(({ cell }) => cell === end)?.after ?? here;
      done.push(end);
    }
    this.#begin(here);
    return here;
  }
}

/** The value of a score. @param {number} score @param {number} cards @returns {Value} */
const scored = (score, cards) => ({ result: score > 0 ? "win" : "loss", dte: cards - Math.abs(score) });

/** Where pawns may land on each other the kernels do not search, but there is a table. @param {Position} position @param {import("./probe.js").Prober} prober @param {Work} work */
async function fromTable(position, prober, work) {
  if (!isSolved(position.rules))
    throw new EngineError(
      "no search: where pawns may land on each other, expected a board of at most 16 cells",
      "rules",
      501,
    );
  const probes = await prober.line(position, work);
  const [{ value, moves }] = probes;
  const line = probes.flatMap((probe) => probe.moves.slice(0, 1).map(({ name }) => name));
  const searched = { position, lower: value, upper: value, line, nodes: 1, stopped: null };
  const found = moves.map((move) => ({ ...move, result: move.value.result }));
  return shown(searched, found);
}

/** @param {Searched} searched @param {SearchedMove[]} moves @returns {Answer} */
function shown(searched, moves) {
  const { position, lower, upper, line, nodes, stopped } = searched;
  const [result, value] = [resultOf(searched), exactValue(searched)];
  const [mover, other] = /** @type {Answer["side_to_move"][]} */ (position.sides);
  return {
    position: String(position),
    ...position.describe(),
    complete: !stopped,
    stopped,
    result,
    winner: result && (result === "win" ? mover : other),
    dte: value?.dte ?? null,
    lower,
    upper,
    line,
    nodes,
    side_to_move: mover,
    moves: moves.map((move) => ({
      move: move.name,
      result: move.result,
      dte: move.value?.dte ?? null,
      keeps_win: move.result && move.result === "win",
      is_best: move.best,
      position: String(move.after),
      path: named(position, move.path),
    })),
    ...position.shown(),
  };
}
