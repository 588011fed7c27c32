/**
 * Forward search, where there is no table, as `/api/search` answers. docs:
 * `tablebase/games/collapsi/search/` and `tablebase/engine/search/forward.py`.
 */

import type { Work } from "#engine/answers.ts";
import { refuse } from "#engine/errors.ts";
import { type Kernels, loader } from "#engine/kernels.ts";
import { type Proof, searching } from "#engine/search.ts";
import type { Bound, SearchAnswer } from "../answers.d.ts";
import { UNKNOWN } from "./notation.ts";
import { contextOf, laterKernels, type Move, wordsOf } from "./play.ts";
import type { Position } from "./position.ts";
import { type Prober, told } from "./probe.ts";
import { allowedSteps } from "./rules.ts";
import { SHIFTS } from "./turns.ts";

/** What a search has found; if it has stopped early, its line is at most the best move yet. */
type Found = Pick<SearchAnswer, "nodes" | "line" | "stopped"> & { lower: Bound; upper: Bound };

/** A position as a search has it: it may be proven, a piece at a time, and then the one after a move. */
type Node = {
  position: Position;
  prove: () => Generator<Proof, Proof>;
  after: (move: number, proof?: Proof) => Node;
  /** What a bound of a proof means. */
  valueOf: (bound: number) => Bound;
};

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
  const root = isOwn ? ordered(await laterKernels(), position, kernels) : await looping(position, prober);
  const moves = position
    .moves(kernels)
    .map((move): SearchedMove => ({ ...move, result: null, value: null, best: null }));
  const answer = (sofar: Found) => shown(position, sofar, moves.toSorted(compare));
  const searched = await timed(found(root, kernels), ends, work, (sofar) => work.report(answer(sofar)));
  const [result, value] = [resultOf(searched), exactValue(searched)];
  const [best] = searched.stopped ? [] : searched.line;
  const reports = every(BETWEEN_REPORTS);
  for (const move of moves) if (result === "loss") move.result = result; // every move loses then
  for (const [at, move] of moves.entries()) {
    const share = (ends - performance.now()) / (moves.length - at);
    if (move.name === best) Object.assign(move, { result, value, best: true });
    else if (share > 0) {
      const reply = await timed(found(root.after(at), kernels, false), performance.now() + share, work);
      const own = forMover(value, reply);
      Object.assign(move, own, { result: own.result ?? move.result });
    }
    if (reports()) work.report(answer(searched));
  }
  return answer(searched);
}

/** The value of a position and the best line, in pieces. @param isLined whether the line is wanted */
function* found(node: Node, kernels: Kernels, isLined = true): Generator<Found, Found> {
  const line: string[] = [];
  let [before, value] = [1, null as Pick<Found, "lower" | "upper"> | null];
  for (;;) {
    const moves = node.position.moves(kernels);
    const proofs = node.prove();
    for (;;) {
      const { done, value: proof } = proofs.next();
      const { lower, upper, best, nodes } = proof;
      const bounds = value ?? { lower: node.valueOf(lower), upper: node.valueOf(upper) };
      const sofar = { ...bounds, line: best < 0 ? line : [...line, moves[best].name], nodes: before + nodes };
      if (!done) yield { ...sofar, line: sofar.line.slice(0, 1), stopped: "seconds" };
      else if (best < 0 || !isLined) return { ...sofar, stopped: null };
      else {
        value = bounds;
        before += nodes;
        line.push(moves[best].name);
        node = node.after(best, proof);
        break;
      }
    }
  }
}

/** Search until it is done or a time has come, as `performance.now()` has it. */
async function timed(
  pieces: Generator<Found, Found>,
  ends: number,
  work: Work,
  report: (sofar: Found) => void = () => {},
): Promise<Found> {
  const [pauses, reports] = [every(BETWEEN_PAUSES), every(BETWEEN_REPORTS)];
  for (;;) {
    const { done, value } = pieces.next();
    if (done || performance.now() >= ends) return value;
    if (reports()) report(value);
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
 * A position, and all after it, as the search in good order proves them, with one transposition table.
 *
 * @param kernels a memory of its own
 * @param movers that find moves
 */
function ordered(kernels: Kernels, root: Position, movers: Kernels): Node {
  const { rules, cards, edition } = root;
  const [plies, steps] = [root.left + 1, cards.map((card) => BigInt(allowedSteps(card, edition)))];
  const board = kernels.placed([rules.size, plies, rules.masks, BigUint64Array.from(steps)]);
  const [nodes, scores] = [5, 6].map((rows) => kernels.room(8 * rows * plies));
  const lists = [0, 1].map(() => kernels.room(8 * plies * rules.size));
  const state = kernels.room(8 * STATE);
  const table = [PLACES, kernels.room(32 * PLACES)];
  const at = (place: number) => Number(kernels.get(BigInt64Array, state + 8 * place, 1)[0]);

  const nodeOf = (position: Position): Node => ({
    position,
    *prove() {
      const { up, mover, next } = position;
      kernels.call("search_begin", ...board, BigUint64Array.of(up), nodes, state, mover, next);
      for (;;) {
        const known = kernels.run("search_run", ...board, nodes, state, scores, ...lists, ...table, at(NODES) + SLICE);
        const best = position.moves(movers).findIndex(({ cell }) => cell === at(BEST_MOVE));
        const proof = { lower: at(ROOT_LOWER), upper: at(ROOT_UPPER), best, nodes: at(NODES) };
        if (known) return proof;
        yield proof;
      }
    },
    after: (move) => nodeOf(position.moves(movers)[move].after),
    valueOf: (score) => ({ result: score > 0 ? "win" : "loss", dte: position.left - Math.abs(score) }),
  });
  return nodeOf(root);
}

/** The same by the loops that all rooms share. */
async function looping(root: Position, { kernels, codings }: Prober): Promise<Node> {
  const { rules, left, cards } = root;
  const { inWords, searchKernels } = rules.turn.spreads ? await import("./spread.ts") : BY_STEPS;
  const { values, replies } = codings[rules.turn.ending];
  const coding = { values, replies, ends: [values.findIndex(({ dte }) => dte === 0)] };
  const { context, state } = inWords(root);
  const layers = 1 + left * (rules.turn.pawnsShare ? 2 : 1);
  const game = { context, layers, maxMoves: SHIFTS.length * cards.length, words: state.length };
  const loops = searching(await searchKernels(), game, coding, PLACES / 4, SLICE);

  const nodeOf = (position: Position, state: bigint[], code?: number): Node => ({
    position,
    prove: () => loops.prove(state, code),
    after: (move, proof) =>
      nodeOf(position.moves(kernels)[move].after, loops.after(state)[move], proof && loops.enough[proof.lower]),
    valueOf: (code) => values[code],
  });
  return nodeOf(root, state);
}

function shown(position: Position, searched: Found, moves: SearchedMove[]) {
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
