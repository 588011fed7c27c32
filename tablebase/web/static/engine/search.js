/**
 * Forward search, where there is no table, as `/api/search` answers. docs:
 * `tablebase/games/collapsi/search/` and `tablebase/engine/search/moves.py`.
 *
 * @typedef {import("./position.js").Position} Position
 * @typedef {import("./tables.js").Work} Work
 * @typedef {{result: "win" | "loss", dte: number}} Value
 * @typedef {{position: Position, lower: Value, upper: Value, line: number[], nodes: number,
 *   stopped: string | null}} Searched the line in cells
 * @typedef {{cell: number, path: number[], result: "win" | "loss" | null, value: Value | null,
 *   best: boolean | null}} SearchedMove
 */

import { EngineError } from "./errors.js";
import { laterKernels } from "./kernels.js";
import { named } from "./probe.js";
import { JOKER, cellName, stepMask } from "./rules.js";
import { isSolved } from "./tables.js";

const SLICE = 1 << 14;
const BETWEEN_PAUSES = 30;
const BETWEEN_REPORTS = 250;

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
  if (rules.players > 2)
    throw new EngineError(`a search is for two players, not ${rules.players}: expected a look-up in a table`, "rules");
  const { kernels } = prober.tables;
  if (rules.landing) return fromTable(position, prober, work);
  const searcher = new Searcher(await laterKernels(), position);
  const ends = performance.now() + 1000 * seconds;
  const moves = position.moves(kernels);
  const unknown = moves.map((move) => ({ ...move, result: null, value: null, best: null }));
  const searched = await searcher.search(position, ends, work, (sofar) => work.report(shown(sofar, unknown, kernels)));
  const known = valueOf(searched);
  /** @type {SearchedMove[]} */
  const found = [];
  for (const [done, move] of moves.entries()) {
    const share = (ends - performance.now()) / (moves.length - done);
    if (!searched.stopped && move.cell === searched.line[0]) {
      found.push({ ...move, result: resultOf(searched), value: known, best: true });
    } else if (share > 0) {
      const reply = await searcher.search(position.after(move.cell), performance.now() + share, work, () => {});
      found.push({ ...move, ...forMover(known, reply) });
    } else found.push(unknown[done]);
  }
  return shown(searched, found.sort((a, b) => compare(a, b)), kernels);
}

/**
 * What is known of a move: the opponent's loss is the mover's win, a ply later.
 *
 * @param {Value | null} best @param {Searched} reply
 * @returns {{result: Value["result"] | null, value: Value | null, best: boolean | null}}
 */
function forMover(best, reply) {
  const [theirs, exact] = [resultOf(reply), valueOf(reply)];
  /** @type {Value["result"] | null} */
  const result = theirs && (theirs === "win" ? "loss" : "win");
  const value = result && exact ? { result, dte: exact.dte + 1 } : null;
  const isBest = value && best ? value.result === best.result && value.dte === best.dte : null;
  return { result, value, best: isBest };
}

/** Smaller for moves that are better as far as is known. @param {SearchedMove} a @param {SearchedMove} b */
function compare(a, b) {
  const order = (/** @type {SearchedMove} */ { result, value }) => {
    if (value) return result === "win" ? [0, value.dte] : [4, -value.dte];
    return [result === "win" ? 1 : result === "loss" ? 3 : 2, 0];
  };
  const [[kind, dte], [otherKind, otherDte]] = [order(a), order(b)];
  return kind - otherKind || dte - otherDte;
}

/** @param {Searched} searched */
const valueOf = ({ lower, upper }) => (lower.result === upper.result && lower.dte === upper.dte ? lower : null);

/** @param {Searched} searched */
const resultOf = ({ lower, upper }) => (lower.result === upper.result ? lower.result : null);

/** Searches of positions of one deal, one after the other, with one transposition table. */
class Searcher {
  #generation = 0;

  /** @param {import("./kernels.js").Kernels} kernels a memory of its own @param {Position} position */
  constructor(kernels, { rules, cards, edition, left }) {
    this.kernels = kernels;
    this.board = [rules.size, left + 1];
    const joker = stepMask(edition.joker_steps);
    const steps = cards.map((card) => BigInt(card === JOKER ? joker : 1 << (Math.max(card, 1) - 1)));
    this.graph = [kernels.put(rules.masks), kernels.put(BigUint64Array.from(steps))];
    this.nodes = kernels.room(8 * 5 * (left + 1));
    this.state = kernels.room(8 * STATE);
    this.scores = kernels.room(8 * 6 * (left + 1));
    this.moves = [0, 1].map(() => kernels.room(8 * (left + 1) * rules.size));
    this.line = kernels.room(8 * (left + 1));
    this.up = kernels.room(8);
    this.known = [PLACES, kernels.room(32 * PLACES)];
  }

  /** @param {number} at */
  #state(at) {
    return Number(this.kernels.get(BigInt64Array, this.state + 8 * at, 1)[0]);
  }

  /** @param {{up: bigint, mover: number, opponent: number}} here */
  #begin({ up, mover, opponent }) {
    this.#generation += 1;
    this.kernels.bytes(this.up, 8).set(new Uint8Array(BigUint64Array.of(up).buffer));
    this.kernels.run("search_begin", ...this.board, ...this.graph, this.up, this.nodes, this.state, mover, opponent);
  }

  /** Search for a slice; gives whether the score is known. */
  #advance() {
    const arrays = [this.nodes, this.state, this.scores, ...this.moves];
    const limit = this.#state(NODES) + SLICE;
    return this.kernels.run(
      "search_run", ...this.board, ...this.graph, ...arrays, ...this.known, this.#generation, limit,
    ) !== 0; // prettier-ignore
  }

  /**
   * @param {Position} position @param {number} ends @param {Work} work
   * @param {(sofar: Searched) => void} report
   * @returns {Promise<Searched>}
   */
  async search(position, ends, work, report) {
    const cards = position.left;
    let here = { up: position.up, mover: position.mover, opponent: position.pawns[position.order[1]] };
    this.#begin(here);
    let [lower, upper, nodes] = [this.#state(ROOT_LOWER), this.#state(ROOT_UPPER), 1];
    /** @type {number[]} */
    const done = [];
    const line = () => (this.#state(BEST_MOVE) < 0 ? done : [...done, this.#state(BEST_MOVE)]);
    const found = (/** @type {string | null} */ stopped) => ({
      position,
      lower: scored(lower, cards),
      upper: scored(upper, cards),
      line: stopped ? line().slice(0, 1) : line(),
      nodes,
      stopped,
    });
    let [paused, reported] = [performance.now(), performance.now()];
    for (;;) {
      const now = performance.now();
      if (now >= ends) return found("seconds");
      if (now - reported > BETWEEN_REPORTS) {
        reported = now;
        report(found("seconds"));
      }
      if (now - paused > BETWEEN_PAUSES) {
        await work.pause();
        paused = performance.now();
      }
      const before = this.#state(NODES);
      const known = this.#advance();
      nodes += this.#state(NODES) - before;
      if (!done.length) [lower, upper] = [this.#state(ROOT_LOWER), this.#state(ROOT_UPPER)];
      if (!known) continue;
      here = this.#follow(here, done, line());
      if (this.#state(BEST_MOVE) < 0) return found(null);
    }
  }

  /** Follow the best line as far as the transposition table shows it, and begin there. @param {{up: bigint, mover: number, opponent: number}} here @param {number[]} done @param {number[]} line */
  #follow(here, done, line) {
    const left = here.up.toString(2).replaceAll("0", "").length;
    const found = this.kernels.run(
      "search_follow", ...this.board, ...this.graph, this.nodes, ...this.known, this.#generation,
      this.#state(ROOT_LOWER), left, this.line,
    ); // prettier-ignore
    const ends = [...this.kernels.get(BigUint64Array, this.line, found)].map(Number);
    // If the next position's entry has been overwritten, there is still its best move.
    for (const end of found ? ends : line.slice(done.length)) {
      here = { up: here.up & ~(1n << BigInt(here.mover)), mover: here.opponent, opponent: end };
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
    throw new EngineError("no search where pawns may land on each other, on a board of more than 16 cells", "rules", 501);
  const probes = await prober.line(position, work);
  const [{ value, moves }] = probes;
  const line = probes.flatMap((probe) => (probe.moves.length ? [probe.moves[0].cell] : []));
  const searched = { position, lower: value, upper: value, line, nodes: 1, stopped: null };
  const found = moves.map((move) => ({ ...move, result: move.value.result }));
  return shown(searched, found, prober.tables.kernels);
}

/** @param {Searched} searched @param {SearchedMove[]} moves @param {import("./kernels.js").Kernels} kernels */
function shown(searched, moves, kernels) {
  const { position, lower, upper, line, nodes, stopped } = searched;
  const [result, value] = [resultOf(searched), valueOf(searched)];
  const [mover, other] = position.sides;
  return {
    position: String(position),
    ...position.told(),
    complete: !stopped,
    stopped,
    result,
    winner: result && (result === "win" ? mover : other),
    dte: value && value.dte,
    lower,
    upper,
    line: named(position, line),
    nodes,
    side_to_move: mover,
    moves: moves.map((move) => ({
      move: cellName(position.rules, move.cell),
      result: move.result,
      dte: move.value && move.value.dte,
      keeps_win: move.result && move.result === "win",
      is_best: move.best,
      position: String(position.after(move.cell).settled(kernels)),
      path: named(position, move.path),
    })),
    ...position.shown(),
  };
}
