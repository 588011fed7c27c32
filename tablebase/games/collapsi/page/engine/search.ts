/**
 * Forward search, where there is no table, as `/api/search` answers. docs:
 * `tablebase/games/collapsi/search/` and `tablebase/engine/search/forward.py`.
 */

import type { Work } from "#engine/answers.ts";
import { refuse } from "#engine/errors.ts";
import { type Kernels, loader } from "#engine/kernels.ts";
import { Search } from "#engine/search.ts";
import type { Bound, SearchAnswer } from "../answers.d.ts";
import { LETTERS as SHIFTS } from "./known.ts";
import { laterKernels } from "./later.ts";
import { UNKNOWN } from "./notation.ts";
import { contextOf, type Move, wordsOf } from "./play.ts";
import type { Position } from "./position.ts";
import { type Prober, told } from "./probe.ts";
import { allowedSteps } from "./rules.ts";

/** What a search has found; until it is done, its line is at most the best move yet. */
type Found = Pick<SearchAnswer, "nodes" | "line"> & { lower: Bound; upper: Bound };
type Searched = Found & Pick<SearchAnswer, "stopped">;

/** The slices of a search, after each of which it can say what it has found. */
type Slices = Generator<() => Found, Found>;

/** What searches a position, or one that a move of it leads to. */
type Searching = (position: Position) => Slices;

/** What is known of a move. */
type Known = { result: Bound["result"] | null; value: Bound | null; best: boolean | null };
type SearchedMove = Move & Known;

const SLICE = 1 << 12;
const BETWEEN_PAUSES = 30;
const BETWEEN_REPORTS = 1000;

/** Places in the transposition table, 32 bytes each. */
const PLACES = 1 << 18;

/** Places in the kernels' array of where a search stands, of all. */
const [NODES, ROOT_LOWER, ROOT_UPPER, BEST_MOVE, STATE] = [2, 3, 4, 5, 6];

/** How a turn is searched by its step: a game and a position in words, without the cards that are face down. */
const BY_STEPS = {
  inWords(position: Position) {
    const cards = position.cards.map((card, cell) => (position.isUp(cell) ? card : UNKNOWN));
    const state = [...new BigUint64Array(wordsOf(position.changed({ ...position, cards })).buffer)];
    return { context: new BigUint64Array(contextOf(position).buffer), state };
  },
  searchKernels: loader(new URL("turns.wasm", import.meta.url)),
};

/** Search a position, and in the time that is left what each move leads to. */
export async function search(position: Position, seconds: number, prober: Prober, work: Work) {
  const { rules } = position;
  if (!rules.turn.twoSided)
    refuse(`a search is for two players, not ${rules.players}: expected a look-up in a table`, "rules");
  const { kernels } = prober;
  const ends = performance.now() + 1000 * seconds;
  const isOwn = rules.turn.paths.includes("SEARCH");
  const searching = isOwn ? searcher(await laterKernels(), position, kernels) : await looping(position, prober);
  const moves: SearchedMove[] = position
    .moves(kernels)
    .map((move) => ({ ...move, result: null, value: null, best: null }));
  const answer = (sofar: Searched) => shown(position, sofar, moves.toSorted(compare));
  const searched = await timed(searching(position), ends, work, (sofar) => work.report(answer(sofar)));
  const known = exactValue(searched);
  const [best] = searched.stopped ? [] : searched.line;
  const isLost = resultOf(searched) === "loss"; // and so is every move
  if (isLost) for (const [at, move] of moves.entries()) moves[at] = { ...move, result: "loss" };
  const reports = every(BETWEEN_REPORTS);
  for (const [at, move] of moves.entries()) {
    const share = (ends - performance.now()) / (moves.length - at);
    if (move.name === best) moves[at] = { ...move, result: resultOf(searched), value: known, best: true };
    else if (share > 0) {
      const found = forMover(known, await timed(searching(move.after), performance.now() + share, work));
      moves[at] = { ...move, ...found, result: found.result ?? move.result };
    }
    if (reports()) work.report(answer(searched));
  }
  return answer(searched);
}

/** Search until it is done or a time has come, as `performance.now()` has it. */
async function timed(
  slices: Slices,
  ends: number,
  work: Work,
  report: (sofar: Searched) => void = () => {},
): Promise<Searched> {
  const [pauses, reports] = [every(BETWEEN_PAUSES), every(BETWEEN_REPORTS)];
  for (;;) {
    const { done, value } = slices.next();
    if (done) return { ...value, stopped: null };
    const sofar = (): Searched => ({ ...value(), stopped: "seconds" });
    if (performance.now() >= ends) return sofar();
    if (reports()) report(sofar());
    if (pauses()) await work.pause();
  }
}

/** A function that says whether a time has passed since it last said so. @param pause in milliseconds */
function every(pause: number) {
  let last = performance.now();
  return () => {
    const passed = performance.now() - last > pause;
    if (passed) last = performance.now();
    return passed;
  };
}

/** What is known of a move: the opponent's loss is the mover's win, a ply later. */
function forMover(best: Bound | null, reply: Found): Known {
  const [theirs, exact] = [resultOf(reply), exactValue(reply)];
  const result: Bound["result"] | null = theirs && (theirs === "win" ? "loss" : "win");
  const value = result && exact ? { result, dte: exact.dte + 1 } : null;
  const isBest = value && best ? value.result === best.result && value.dte === best.dte : null;
  return { result, value, best: isBest };
}

/** Compare moves: better ones, as far as is known, come first. */
export function compare(a: Known, b: Known) {
  const order = ({ result, value, best }: Known) => {
    if (best) return [-1, 0];
    if (value) return result === "win" ? [0, value.dte] : [4, -value.dte];
    return [result === "win" ? 1 : result === "loss" ? 3 : 2, 0];
  };
  const [[kind, dte], [otherKind, otherDte]] = [order(a), order(b)];
  return kind - otherKind || dte - otherDte;
}

const exactValue = ({ lower, upper }: Found) =>
  lower.result === upper.result && lower.dte === upper.dte ? lower : null;

const resultOf = ({ lower, upper }: Found) => (lower.result === upper.result ? lower.result : null);

/**
 * What searches positions of one game, one after the other, with one transposition table.
 *
 * @param kernels a memory of its own
 * @param movers that find moves
 */
function searcher(kernels: Kernels, { rules, cards, edition, left }: Position, movers: Kernels): Searching {
  const [plies, steps] = [left + 1, cards.map((card) => BigInt(allowedSteps(card, edition)))];
  const board = [rules.size, plies, kernels.put(rules.masks), kernels.put(BigUint64Array.from(steps))];
  const [nodes, scores] = [5, 6].map((rows) => kernels.room(8 * rows * plies));
  const lists = [0, 1].map(() => kernels.room(8 * plies * rules.size));
  const [up, state] = [1, STATE].map((words) => kernels.room(8 * words));
  const table = [PLACES, kernels.room(32 * PLACES)];
  const at = (place: number) => Number(kernels.get(BigInt64Array, state + 8 * place, 1)[0]);

  function begin({ up: cells, mover, next }: Position) {
    kernels.bytes(up, 8).set(new Uint8Array(BigUint64Array.of(cells).buffer));
    kernels.run("search_begin", ...board, up, nodes, state, mover, next);
  }

  return function* (position) {
    const line: string[] = [];
    let [here, before, bounds] = [position, 1, [0, 0]];
    for (begin(here); ; ) {
      const known = kernels.run("search_run", ...board, nodes, state, scores, ...lists, ...table, at(NODES) + SLICE);
      if (here === position) bounds = [ROOT_LOWER, ROOT_UPPER].map(at);
      const [lower, upper] = bounds.map((score) => scored(score, position.left));
      const best = here.moves(movers).find(({ cell }) => cell === at(BEST_MOVE));
      const found = { lower, upper, line: best ? [...line, best.name] : line, nodes: before + at(NODES) };
      if (known && !best) return found;
      yield () => ({ ...found, line: found.line.slice(0, 1) });
      if (!known || !best) continue;
      before = found.nodes;
      here = best.after;
      line.push(best.name);
      begin(here);
    }
  };
}

/** The value of a score. */
const scored = (score: number, cards: number): Bound => ({
  result: score > 0 ? "win" : "loss",
  dte: cards - Math.abs(score),
});

/** What searches by the loops that all rooms share, with one table for a position and those after its moves. */
async function looping(root: Position, { kernels, codings }: Prober): Promise<Searching> {
  const { rules, left, cards } = root;
  const { inWords, searchKernels } = rules.turn.spreads ? await import("./spread.ts") : BY_STEPS;
  const { values, replies } = codings[rules.turn.ending];
  const coding = { values, replies, ends: [values.findIndex(({ dte }) => dte === 0)] };
  const { context, state } = inWords(root);
  const layers = 1 + left * (rules.turn.pawnsShare ? 2 : 1);
  const game = { context, layers, maxMoves: SHIFTS.length * cards.length, words: state.length };
  const loops = new Search(await searchKernels(), game, coding, PLACES / 4, SLICE);
  const after = loops.after(state);
  const states = new Map([[root, state]]);
  for (const [at, move] of root.moves(kernels).entries()) states.set(move.after, after[at]);

  return function* (position) {
    const state = states.get(position) as bigint[];
    const before = loops.nodes - 1;
    const found = (lower: number, upper: number, line: number[]) => ({
      ...{ lower: values[lower], upper: values[upper], nodes: loops.nodes - before },
      line: namesOf(position, line, kernels),
    });
    const reached = (lower: number, upper: number) =>
      found(lower, upper, lower ? [loops.reaching(state, lower)].filter((at) => at >= 0) : []);
    const code = yield* each(loops.code(state), ({ lower, upper }) => reached(lower, upper));
    const line = position === root ? yield* each(loops.line(state), () => reached(code, code)) : [];
    return found(code, code, line);
  };
}

/** The pieces of some work, with what is found after each. */
function* each<P, R>(pieces: Generator<P, R>, found: (piece: P) => Found): Generator<() => Found, R> {
  for (;;) {
    const { done, value } = pieces.next();
    if (done) return value;
    yield () => found(value);
  }
}

/** The names of moves along a line, given their numbers. */
function namesOf(position: Position, line: number[], kernels: Kernels) {
  return line.map((number) => {
    const { name, after } = position.moves(kernels)[number];
    position = after;
    return name;
  });
}

function shown(position: Position, searched: Searched, moves: SearchedMove[]) {
  const { lower, upper, line, nodes, stopped } = searched;
  const [result, value] = [resultOf(searched), exactValue(searched)];
  const [mover, other] = position.sides;
  return {
    ...told(position, moves),
    complete: !stopped,
    stopped,
    result,
    winner: result && (result === "win" ? mover : other),
    dte: value?.dte ?? null,
    lower,
    upper,
    line,
    nodes,
  } as SearchAnswer;
}
