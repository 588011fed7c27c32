/**
 * Forward search, where there is no table, as `/api/search` answers. docs:
 * `tablebase/games/collapsi/search/` and `tablebase/engine/search/forward.py`.
 */

import type { Work } from "#engine/answers.ts";
import { EngineError } from "#engine/errors.ts";
import type { Kernels } from "#engine/kernels.ts";
import type { Bound, SearchAnswer } from "../answers.d.ts";
import { laterKernels } from "./later.ts";
import type { Move } from "./play.ts";
import type { Position } from "./position.ts";
import { type Prober, told } from "./probe.ts";
import { allowedSteps, cellName, MAX_SOLVED_CELLS } from "./rules.ts";
import { isSolved } from "./tables.ts";

type Searched = {
  position: Position;
  lower: Bound;
  upper: Bound;
  line: string[];
  nodes: number;
  stopped: SearchAnswer["stopped"];
};

type SearchedMove = Move & { result: "win" | "loss" | null; value: Bound | null; best: boolean | null };

const SLICE = 1 << 12;
const BETWEEN_PAUSES = 30;
const BETWEEN_REPORTS = 1000;

/** Places in the transposition table, 32 bytes each. */
const PLACES = 1 << 18;

/** Places in the kernels' array of where a search stands. */
const [NODES, ROOT_LOWER, ROOT_UPPER, BEST_MOVE, STATE] = [2, 3, 4, 5, 6];

/** Search a position, and in the time that is left what each move leads to. */
export async function search(position: Position, seconds: number, prober: Prober, work: Work) {
  const { rules } = position;
  if (!rules.turn.twoSided)
    throw new EngineError(`a search is for two players, not ${rules.players}: expected a look-up in a table`, "rules");
  const { kernels } = prober;
  if (rules.turn.linesMove)
    throw new EngineError("no search in the browser: expected rules that do not shift rows and columns", "rules", 501);
  if (!rules.turn.paths.includes("SEARCH")) return fromTable(position, prober, work);
  const searching = searcher(await laterKernels(), position, kernels);
  return searchAll(position, searching, performance.now() + 1000 * seconds, kernels, work);
}

async function searchAll(
  position: Position,
  searching: ReturnType<typeof searcher>,
  ends: number,
  kernels: Kernels,
  work: Work,
) {
  const moves: SearchedMove[] = position
    .moves(kernels)
    .map((move) => ({ ...move, result: null, value: null, best: null }));
  const answer = (sofar: Searched) => shown(sofar, moves.toSorted(compare));
  const searched = await searching(position, ends, work, (sofar) => work.report(answer(sofar)));
  const known = exactValue(searched);
  const [best] = searched.stopped ? [] : searched.line;
  const isLost = resultOf(searched) === "loss"; // and so is every move
  if (isLost) for (const [at, move] of moves.entries()) moves[at] = { ...move, result: "loss" };
  const reports = every(BETWEEN_REPORTS);
  for (const [at, move] of moves.entries()) {
    const share = (ends - performance.now()) / (moves.length - at);
    if (move.name === best) moves[at] = { ...move, result: resultOf(searched), value: known, best: true };
    else if (share > 0) {
      const reply = await searching(move.after, performance.now() + share, work, () => {});
      const found = forMover(known, reply);
      moves[at] = { ...move, ...found, result: found.result ?? move.result };
    }
    if (reports()) work.report(answer(searched));
  }
  return answer(searched);
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
function forMover(
  best: Bound | null,
  reply: Searched,
): { result: Bound["result"] | null; value: Bound | null; best: boolean | null } {
  const [theirs, exact] = [resultOf(reply), exactValue(reply)];
  const result: Bound["result"] | null = theirs && (theirs === "win" ? "loss" : "win");
  const value = result && exact ? { result, dte: exact.dte + 1 } : null;
  const isBest = value && best ? value.result === best.result && value.dte === best.dte : null;
  return { result, value, best: isBest };
}

/** Compare moves: better ones, as far as is known, come first. */
export function compare(
  a: Pick<SearchedMove, "result" | "value" | "best">,
  b: Pick<SearchedMove, "result" | "value" | "best">,
) {
  const order = ({ result, value, best }: typeof a) => {
    if (best) return [-1, 0];
    if (value) return result === "win" ? [0, value.dte] : [4, -value.dte];
    return [result === "win" ? 1 : result === "loss" ? 3 : 2, 0];
  };
  const [[kind, dte], [otherKind, otherDte]] = [order(a), order(b)];
  return kind - otherKind || dte - otherDte;
}

const exactValue = ({ lower, upper }: Searched) =>
  lower.result === upper.result && lower.dte === upper.dte ? lower : null;

const resultOf = ({ lower, upper }: Searched) => (lower.result === upper.result ? lower.result : null);

/**
 * What searches positions of one game, one after the other, with one transposition table.
 *
 * @param kernels a memory of its own
 * @param movers that find moves
 */
function searcher(kernels: Kernels, { rules, cards, edition, left }: Position, movers: Kernels) {
  const [plies, steps] = [left + 1, cards.map((card) => BigInt(allowedSteps(card, edition)))];
  const board = [rules.size, plies, kernels.put(rules.masks), kernels.put(BigUint64Array.from(steps))];
  const [nodes, scores] = [5, 6].map((rows) => kernels.room(8 * rows * plies));
  const lists = [0, 1].map(() => kernels.room(8 * plies * rules.size));
  const [up, state, best] = [1, STATE, rules.size + 1].map((words) => kernels.room(8 * words));
  const table = [PLACES, kernels.room(32 * PLACES)];
  let generation = 0;
  const at = (place: number) => Number(kernels.get(BigInt64Array, state + 8 * place, 1)[0]);

  function begin(position: Position) {
    generation += 1;
    kernels.bytes(up, 8).set(new Uint8Array(BigUint64Array.of(position.up).buffer));
    kernels.run("search_begin", ...board, up, nodes, state, position.mover, position.next);
  }

  /** Search for one slice of time; returns whether the score is known. */
  function advance() {
    const limits = [...table, generation, at(NODES) + SLICE];
    return kernels.run("search_run", ...board, nodes, state, scores, ...lists, ...limits) !== 0;
  }

  /** Follow the best line as far as the transposition table shows it, and begin there. */
  function follow(here: Position, done: number[], line: number[]) {
    const known = [...table, generation, at(ROOT_LOWER), here.left, best];
    const found = kernels.run("search_follow", ...board, nodes, ...known);
    const moves = [...kernels.get(BigUint64Array, best, found)].map(Number);
    // If the next position's entry has been overwritten, its best move is still known.
    for (const end of found ? moves : line.slice(done.length)) {
      here = here.moves(movers).find(({ cell }) => cell === end)?.after ?? here;
      done.push(end);
    }
    begin(here);
    return here;
  }

  return async (position: Position, ends: number, work: Work, report: (sofar: Searched) => void): Promise<Searched> => {
    let here = position;
    begin(here);
    let [lower, upper, looked] = [at(ROOT_LOWER), at(ROOT_UPPER), 1];
    const done: number[] = [];
    const line = () => (at(BEST_MOVE) < 0 ? done : [...done, at(BEST_MOVE)]);
    const found = (stopped: SearchAnswer["stopped"]) => ({
      position,
      lower: scored(lower, position.left),
      upper: scored(upper, position.left),
      line: (stopped ? line().slice(0, 1) : line()).map((cell) => cellName(rules, cell)),
      nodes: looked,
      stopped,
    });
    const [pauses, reports] = [every(BETWEEN_PAUSES), every(BETWEEN_REPORTS)];
    for (;;) {
      if (performance.now() >= ends) return found("seconds");
      if (reports()) report(found("seconds"));
      if (pauses()) await work.pause();
      const before = at(NODES);
      const known = advance();
      looked += at(NODES) - before;
      if (!done.length) [lower, upper] = [at(ROOT_LOWER), at(ROOT_UPPER)];
      if (!known) continue;
      here = follow(here, done, line());
      if (at(BEST_MOVE) < 0) return found(null);
    }
  };
}

/** The value of a score. */
const scored = (score: number, cards: number): Bound => ({
  result: score > 0 ? "win" : "loss",
  dte: cards - Math.abs(score),
});

/** What the kernels do not search may have a table. */
async function fromTable(position: Position, prober: Prober, work: Work) {
  if (!isSolved(position.rules))
    throw new EngineError(
      `no search in the browser under rules ${position.rules.name}: expected a board of at most ${MAX_SOLVED_CELLS} cells`,
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

function shown(searched: Searched, moves: SearchedMove[]) {
  const { position, lower, upper, line, nodes, stopped } = searched;
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
