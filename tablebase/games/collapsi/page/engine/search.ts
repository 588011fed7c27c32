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

type Bounds = Pick<SearchAnswer, "lower" | "upper">;

/** What a search has found; if it has stopped early, its line is at most the best move yet. */
type Found = Bounds & Pick<SearchAnswer, "nodes" | "line" | "stopped">;

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
  const unknown: Known = { result: null, value: null, best: null };
  const moves: SearchedMove[] = position.moves(kernels).map((move) => ({ ...move, ...unknown }));
  const answer = (sofar: Found) => shown(position, sofar, moves.toSorted(compare));
  const report = every(BETWEEN_REPORTS, (sofar: Found) => work.report(answer(sofar)));
  const searched = await found(root, kernels, ends, work, report);
  const { result, value } = meant(searched);
  const [best] = searched.stopped ? [] : searched.line;
  for (const move of moves) if (result === "loss") move.result = result; // every move loses then
  for (const [at, move] of moves.entries()) {
    const share = (ends - performance.now()) / (moves.length - at);
    if (move.name === best) Object.assign(move, { result, value, best: true });
    else if (share > 0) {
      const reply = meant(await found(root.after(at), kernels, performance.now() + share, work));
      if (reply.result) {
        // The opponent's loss is the mover's win, a ply later.
        move.result = reply.result === "win" ? "loss" : "win";
        if (reply.value) move.value = { result: move.result, dte: reply.value.dte + 1 };
      }
      if (value && move.value) move.best = move.result === result && move.value.dte === value.dte;
    }
    report(searched);
  }
  return answer(searched);
}

/**
 * The value of a position, as far as it is found until a time has come, as `performance.now()` has it.
 *
 * @param report called with what is known so far; if given, the best line is found, too
 */
async function found(node: Node, kernels: Kernels, ends: number, work: Work, report?: (sofar: Found) => void) {
  const pause = every(BETWEEN_PAUSES, work.pause);
  let [proofs, before, played, known] = [node.prove(), 1, [] as string[], null as Bounds | null];
  for (;;) {
    const { done, value: proof } = proofs.next();
    const { lower, upper, best } = proof;
    const bounds: Bounds = known ?? { lower: node.valueOf(lower), upper: node.valueOf(upper) };
    const nodes = before + proof.nodes;
    const line = best < 0 ? played : [...played, node.position.moves(kernels)[best].name];
    if (!done) {
      const sofar: Found = { ...bounds, line: line.slice(0, 1), nodes, stopped: "seconds" };
      if (performance.now() >= ends) return sofar;
      report?.(sofar);
      await pause();
    } else if (best < 0 || !report) return { ...bounds, line, nodes, stopped: null };
    else {
      [node, before, played, known] = [node.after(best, proof), nodes, line, bounds];
      proofs = node.prove();
    }
  }
}

/** A function that does something at most once per pause. @param pause in milliseconds */
function every<Given extends any[], F>(pause: number, work: (...given: Given) => F) {
  let last = performance.now();
  return (...given: Given) => {
    if (performance.now() - last <= pause) return null;
    last = performance.now();
    return work(...given);
  };
}

/** What bounds say of a value. */
function meant({ lower, upper }: Bounds) {
  const result = lower.result === upper.result ? lower.result : null;
  return { result, value: result && lower.dte === upper.dte ? lower : null };
}

/** Compare moves: better ones, as far as is known, come first. */
export function compare(a: Known, b: Known) {
  const place = ({ result, value, best }: Known) => {
    if (best) return -1;
    if (value) return result === "win" ? value.dte : 4000 - value.dte;
    return result === "win" ? 1000 : result === "loss" ? 3000 : 2000;
  };
  return place(a) - place(b);
}

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
  const [nodes, ...rest] = [5, 6, rules.size, rules.size].map((rows) => kernels.room(8 * rows * plies));
  rest.push(PLACES, kernels.room(32 * PLACES));

  const nodeOf = (position: Position): Node => ({
    position,
    *prove() {
      const { up, mover, next } = position;
      const state = new BigInt64Array(6); // where the search stands, as ordered.py lists it
      kernels.call("search_begin", ...board, BigUint64Array.of(up), nodes, state, mover, next);
      for (;;) {
        const isKnown = kernels.call("search_run", ...board, nodes, state, ...rest, Number(state[2]) + SLICE);
        const [, , visited, lower, upper, cell] = [...state].map(Number);
        const best = position.moves(movers).findIndex((move) => move.cell === cell);
        const proof = { lower, upper, best, nodes: visited };
        if (isKnown) return proof;
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
  const { result, value } = meant(searched);
  const [mover, other] = position.sides;
  return {
    ...told(position, moves),
    ...searched,
    complete: !searched.stopped,
    result,
    winner: result && (result === "win" ? mover : other),
    dte: value?.dte ?? null,
  } as SearchAnswer;
}
