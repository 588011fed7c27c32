/**
 * The computer players for three and four, one for each concept of what to expect from the others,
 * and the placings that they look at. The last player out gets most points, the first none; where the
 * first who cannot move ends the game, only whoever moved last gets a point. docs:
 * `tablebase/games/collapsi/placings/`.
 */

import type { Work } from "#engine/answers.ts";
import { json } from "#engine/data.ts";
import { EngineError, quote } from "#engine/errors.ts";
import type { Kernels } from "#engine/kernels.ts";
import { oneOf } from "#engine/random.ts";
import { Shared } from "#engine/shared.ts";
import { paused } from "#engine/work.ts";
import { Duels } from "./duels.ts";
import { laterKernels } from "./later.ts";
import { Layout } from "./layout.ts";
import type { Move } from "./play.ts";
import type { Position } from "./position.ts";

/** By what happens if one cannot move, and the number of players: outcomes as a kernel reads them. */
const outcomes: () => Promise<Record<string, Record<string, number[]>>> = json(
  new URL("placings.json", import.meta.url),
);

/** The positions of a deal that play can reach from some of them, solved. */
class Placings extends Duels {
  #outcomes: number[];

  /** @param start of the canonical deal */
  constructor(start: Position, outcomes: number[], kernels: Kernels) {
    super(start, kernels, false);
    this.#outcomes = [outcomes.length, kernels.put(BigInt64Array.from(outcomes, BigInt))];
  }

  /** Solve what can be reached from the marked positions. */
  solve() {
    return this.pieces("solve_placings", ...this.#outcomes);
  }

  /** Find a position, which counts as reached from now on. @param team whose forced points are wanted */
  look(position: Position, layout: Layout, team: number[] = []) {
    const mask = team.reduce((sum, player) => sum | (1 << player), 0);
    const { answer, numbers } = this.find("find_placing", position, layout, ...this.#outcomes, mask);
    return { reached: answer === 1, points: numbers.slice(0, 4), forced: numbers[4] };
  }
}

/** The points that a player looks at after a move, the most important first; the larger the better. */
function worth(name: string, position: Position, { after }: Move, placings: Placings, layout: Layout) {
  const { order, rules } = position;
  const [mover, partner] = [order[0], (order[0] + 2) % 4];
  const { points, forced } = placings.look(after, layout, name === "pair" ? [mover, partner] : [mover]);
  const gone = order.filter((player) => !after.order.includes(player));
  gone.forEach((player, at) => (points[player] = rules.players - order.length + at));
  if (name !== "maxn") return [forced + (name === "pair" && gone.includes(partner) ? points[partner] : 0)];
  const others = points.slice(1, rules.players).map((_, turn) => (mover + turn + 1) % rules.players);
  return [points[mover], ...others.map((player) => (order.includes(player) ? -points[player] : 0))];
}

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
  const names = players === 4 ? ["alone", "maxn", "pair"] : ["alone", "maxn"];
  if (!names.includes(name))
    throw new EngineError(
      `no player ${quote(name)} for ${players} players: expected one of ${names.join(", ")}`,
      "level",
    );
  const layout = new Layout(position.dealt, position.rules, kernels);
  const placings = await solved(position, layout, work);
  const found = position.moves(kernels).map((move) => ({ move, own: worth(name, position, move, placings, layout) }));
  const best = found.reduce((most, { own }) => (compared(own, most) > 0 ? own : most), found[0].own);
  const equal = found.filter(({ own }) => !compared(own, best));
  return oneOf(equal, random).move;
}

/** The placings of a position's deal, solved from its start. */
async function solved(position: Position, layout: Layout, work: Work): Promise<Placings> {
  const { rules, edition } = position;
  const key = JSON.stringify([layout.canonicalCards, rules.neighbours, rules.editions, rules.turn]);
  const find = () => (kept?.key === key && kept.placings.look(position, layout).reached ? kept.placings : null);
  return shared.get(key, find, async () => {
    kept = null;
    const known = (await outcomes())[rules.out][rules.players];
    const placings = new Placings(layout.start, known, await laterKernels());
    for (const each of [position, position.deal.asDealt(edition)]) placings.look(each, layout);
    await paused(placings.solve(), work);
    kept = { key, placings };
    return placings;
  });
}
