/**
 * The computer players for three and four, one for each concept of what to expect from the others,
 * and the placings that they look at. The last player out gets most points, the first none; where the
 * first who cannot move ends the game, only whoever moved last gets a point. docs:
 * `tablebase/games/collapsi/placings/`, whose numbers of outcomes and coalitions these are.
 */

import type { Work } from "#engine/answers.ts";
import { json } from "#engine/data.ts";
import { EngineError, quote } from "#engine/errors.ts";
import type { Kernels } from "#engine/kernels.ts";
import { oneOf } from "#engine/random.ts";
import { Shared } from "#engine/shared.ts";
import { Placements } from "./duels.ts";
import { laterKernels } from "./later.ts";
import { Layout } from "./layout.ts";
import type { Move } from "./play.ts";
import type { Position } from "./position.ts";

/**
 * With some number of players in: `points` has a row for each outcome, in turn order. Only the kernel reads the
 * rest, in Python's order.
 */
type Outcomes = { points: number[]; turned: number[]; after_out: number[]; total: number };

/** A move: who made it, who is in, the points of those it put out, and the number of the position. */
type After = { mover: number; order: number[]; out: Map<number, number>; number: number; placings: Placings };

/**
 * What Python wrote down: the outcomes by what happens if one cannot move, the number of players, and of those still in.
 */
const outcomes: () => Promise<Record<string, Record<string, Record<string, Outcomes>>>> = json(
  new URL("placings.json", import.meta.url),
);

/** The positions of a deal that play can reach from some of them, solved. */
class Placings extends Placements {
  outcomes: Record<string, Outcomes>;
  coalitions: number;

  #numbers: Map<number, number[]>;
  #reached: number[];
  #gained: number;
  #possible: number;
  #chosen: number;

  /**
   * @param layout of the canonical deal
   * @param outcomes by the number of players in
   * @param kernels a memory of its own
   */
  constructor(layout: Layout, outcomes: Record<string, Outcomes>, kernels: Kernels) {
    super(layout, kernels, false);
    this.outcomes = outcomes;
    this.coalitions = 2 ** (this.rules.players - 1) - 1;
    this.#numbers = new Map(Object.entries(outcomes).map(([k, known]) => [Number(k), argumentsOf(known, kernels)]));
    this.#reached = [kernels.room(this.size), kernels.room(4 * this.size)];
    this.#gained = kernels.room(this.coalitions * this.size);
    this.#possible = kernels.room(4 * this.size);
    this.#chosen = kernels.room(this.size);
  }

  /** Solve what can be reached from some positions, in steps. */
  *solve(numbers: number[]): Iterable<{ done: number; of: number }> {
    const { kernels, size, pieces, given, walked } = this;
    const of = 2 * pieces.length;
    const reached = kernels.bytes(this.#reached[0], size).fill(0);
    for (const number of numbers) reached[number] = 1;
    for (const [done, [family, from, to]] of pieces.toReversed().entries()) {
      this.setSteps(family);
      kernels.run("reach_placings", family.first, family.last, from, to, ...given, ...walked, ...this.#reached);
      yield { done: done + 1, of };
    }
    const found = [this.#gained, this.#possible, this.#chosen];
    for (const [done, [{ k, first, last }, from, to]] of pieces.entries()) {
      const known = [size, ...this.#reached, k, ...(this.#numbers.get(k) ?? [])];
      kernels.run("solve_placings", first, last, from, to, ...given, ...known, ...found);
      yield { done: pieces.length + done + 1, of };
    }
  }

  /** The number of a position. @param layout of its deal */
  number(position: Position, layout: Layout) {
    return this.find(position, layout).rank;
  }

  /** Whether a position has been solved. */
  has(number: number) {
    return this.kernels.bytes(this.#reached[0] + number, 1)[0] === 1;
  }

  /**
   * The points that some of the `k` players still in can force together.
   *
   * @param places a mask of places in turn order
   */
  forced(number: number, k: number, places: number) {
    const all = (1 << k) - 1;
    const { total } = this.outcomes[k];
    if (places === all) return total;
    const others = !(places & 1);
    const [points] = this.kernels.bytes(
      this.#gained + number * this.coalitions + ((others ? all ^ places : places) >> 1),
      1,
    );
    return others ? total - points : points;
  }

  /** The points of the `k` players still in, in turn order, if all play for themselves. */
  expected(number: number, k: number) {
    const [outcome] = this.kernels.bytes(this.#chosen + number, 1);
    return this.outcomes[k].points.slice(outcome * k, (outcome + 1) * k);
  }
}

/** What `solve_placings` takes of outcomes: numbers, and then arrays. */
function argumentsOf(known: Outcomes, kernels: Kernels) {
  const all: (number | number[])[] = Object.values(known);
  const arrays = all.flatMap((each) =>
    typeof each === "number" ? [] : [kernels.put(BigInt64Array.from(each, BigInt))],
  );
  const numbers = all.filter((each) => typeof each === "number");
  return [known.turned.length, known.after_out.length, ...numbers, ...arrays];
}

/** What each player prefers after a move: the larger the better. */
const WORTH: Record<string, (after: After) => number[]> = {
  alone: (after) => [forced(after, [after.mover])],
  maxn: ({ mover, order, out, number, placings }) => {
    const expected = placings.expected(number, order.length);
    const points = new Map([...out, ...order.map((player, at) => [player, expected[at]] as const)]);
    const { players } = placings.rules;
    const others = Array.from({ length: players - 1 }, (_, turn) => points.get((mover + turn + 1) % players));
    return [points.get(mover) ?? 0, ...others.flatMap((theirs) => (theirs === undefined ? [] : [-theirs]))];
  },
  pair: (after) => {
    const partner = (after.mover + 2) % 4;
    if (after.order.includes(partner)) return [forced(after, [after.mover, partner])];
    return [(after.out.get(partner) ?? 0) + forced(after, [after.mover])];
  },
};

/** The points that some players can force together. */
const forced = ({ order, number, placings }: After, players: number[]) =>
  placings.forced(
    number,
    order.length,
    players.reduce((mask, player) => mask | (1 << order.indexOf(player)), 0),
  );

/** @param b of the same length */
function compared(a: number[], b: number[]) {
  const at = a.findIndex((value, place) => value !== b[place]);
  return at < 0 ? 0 : a[at] - b[at];
}

/** The placings of the deal that was asked for last; they take much memory. */
let kept: { key: string; placings: Placings } | null = null;
const shared = new Shared();

/**
 * The move that a computer player makes.
 *
 * @param position settled
 * @param name of the player
 * @param kernels that find moves
 */
export async function choose(
  position: Position,
  name: string,
  random: () => number,
  kernels: Kernels,
  work: Work,
): Promise<Move> {
  const { players } = position.rules;
  const names = Object.keys(WORTH).filter((each) => each !== "pair" || players === 4);
  if (!names.includes(name))
    throw new EngineError(
      `no player ${quote(name)} for ${players} players: expected one of ${names.join(", ")}`,
      "level",
    );
  const layout = new Layout(position.dealt, position.rules, kernels);
  const placings = await solved(position, layout, kernels, work);
  const found = position.moves(kernels).map((move) => {
    const { after } = move;
    const gone = position.order.filter((player) => !after.order.includes(player));
    const out = new Map(gone.map((player, at) => [player, players - position.order.length + at]));
    const number = placings.number(after, layout);
    const worth = WORTH[name]({ mover: position.order[0], order: after.order, out, number, placings });
    return { move, worth };
  });
  const best = found.reduce((most, { worth }) => (compared(worth, most) > 0 ? worth : most), found[0].worth);
  const equal = found.filter(({ worth }) => !compared(worth, best));
  return oneOf(equal, random).move;
}

/** The placings of a position's deal, solved from its start. */
async function solved(position: Position, layout: Layout, movers: Kernels, work: Work): Promise<Placings> {
  const { rules, edition } = position;
  const key = JSON.stringify([layout.canonicalCards, rules.neighbours, rules.editions, rules.turn]);
  const find = () =>
    kept?.key === key && kept.placings.has(kept.placings.number(position, layout)) ? kept.placings : null;
  return shared.get(key, find, async () => {
    kept = null;
    const known = (await outcomes())[rules.out][rules.players];
    const placings = new Placings(new Layout(layout.canonicalCards, rules, movers), known, await laterKernels());
    const numbers = [position, position.deal.asDealt(edition)].map((each) => placings.number(each, layout));
    for (const sofar of placings.solve(numbers)) {
      work.report(sofar);
      await work.pause();
    }
    kept = { key, placings };
    return placings;
  });
}
