/**
 * Deals for three and four players: what each player can force against all others together, and the computer
 * players, one for each concept of what to expect from the others, with the placings that they look at. The last
 * player in gets most points, the first one out none; if the game ends as soon as a player cannot move, only the
 * one who moved last gets a point. The kernels lay out a deal's positions in a block of memory and solve it piece
 * by piece. Loaded with the first such game. docs: `tablebase/games/collapsi/duels/` and `placings/`.
 */

import type { Work } from "#engine/answers.ts";
import { json } from "#engine/data.ts";
import { quote, refuse } from "#engine/errors.ts";
import type { Kernels } from "#engine/kernels.ts";
import { oneOf } from "#engine/random.ts";
import type { Bound } from "../answers.d.ts";
import type { Layout } from "./layout.ts";
import { given, type Move, stepsOf, wordsOf } from "./play.ts";
import { Deal, type Position } from "./position.ts";
import type { Prober } from "./probe.ts";
import type { Rules } from "./rules.ts";

/** Most numbers that a kernel fills in. */
const NUMBERS = 5;

/** How many positions a deal's table has. */
export function countOf(rules: Rules, kernels: Kernels) {
  const [length, context] = given(Deal.start(rules.deck, rules));
  return kernels.call("count_duels", length, context, rules.editions.length, 1);
}

export type Duels = ReturnType<typeof duelsOf>;

/**
 * The positions of a deal for three or four.
 *
 * @param start of the canonical deal
 * @param kernels their memory is its own from now on
 * @param outcomes for placings; without any, what each player can force is solved
 */
export function duelsOf(start: Position, kernels: Kernels, outcomes: number[] = []) {
  const steps = stepsOf(start.rules);
  const deal = kernels.placed([...given(start), steps.length, steps]);
  const known = kernels.placed([outcomes.length, BigInt64Array.from(outcomes, BigInt)]);
  const kind = [...deal.slice(0, 2), steps.length, Number(!outcomes.length)];
  const bytes = kernels.run("begin_duels", ...kind, 0);
  const block = kernels.room(bytes);
  kernels.run("begin_duels", ...kind, block);

  /** Solve it. Now and then the caller may pause, and gets how far it is. */
  function* solve(): Generator<{ done: number; of: number }, void> {
    for (let [done, of] = [0, 1]; done < of; ) {
      of = kernels.run("solve_players", ...deal, ...known, done, block);
      yield { done: ++done, of };
    }
  }

  /**
   * What a kernel knows of a position, and whether it was reached before: from now on it is.
   *
   * @param layout of its deal
   * @param team a mask of players
   */
  function find(position: Position, { slots }: Layout, team: number = 0) {
    const edition = position.rules.editions.indexOf(position.edition);
    const asked = [...deal.slice(0, 3), wordsOf(position), slots.length, Uint8Array.from(slots), edition];
    const numbers = new BigInt64Array(NUMBERS);
    const answer = kernels.call("find_players", ...asked, block, ...known, team, numbers);
    return { reached: answer === 1, numbers: [...numbers].map(Number) };
  }

  /** What each player still in can force, by player. @param layout of the positions' deal */
  const values = (positions: Position[], layout: Layout) =>
    positions.map((position) => find(position, layout).numbers.map(boundOf));

  return { kernels, block, bytes, solve, find, values };
}

const boundOf = (number: number): Bound => ({ result: number & 1 ? "win" : "loss", dte: number >> 1 });

/** By what happens if one cannot move, and the number of players: outcomes as a kernel reads them. */
const outcomes = json(new URL("placings.json", import.meta.url));

/** What a move is worth to a player: of the points that it looks at, the first count most, and all are below 50. */
function worth(name: string, position: Position, { after }: Move, placings: Duels, layout: Layout) {
  const { order, rules } = position;
  const [mover, partner] = [order[0], (order[0] + 2) % 4];
  const { numbers } = placings.find(after, layout, (1 << mover) | (name === "pair" ? 1 << partner : 0));
  const [points, forced] = [numbers.slice(0, 4), numbers[4]];
  const gone = order.filter((player) => !after.order.includes(player));
  gone.forEach((player, at) => (points[player] = rules.players - order.length + at));
  if (name !== "maxn") return forced + (name === "pair" && gone.includes(partner) ? points[partner] : 0);
  // Of those who were out before, no move says anything.
  const others = Array.from({ length: rules.players - 1 }, (_, turn) => (mover + turn + 1) % rules.players);
  return others.reduce((sum, other) => 100 * sum - (order.includes(other) ? points[other] : 0), points[mover]);
}

/** The move that a computer player makes. @param position settled */
export async function choose(position: Position, name: string, random: () => number, prober: Prober, work: Work) {
  const { rules, edition, dealt, deal } = position;
  const { players, out } = rules;
  const names = players === 4 ? ["alone", "maxn", "pair"] : ["alone", "maxn"];
  if (!names.includes(name))
    refuse(`no player ${quote(name)} for ${players} players: expected one of ${names.join(", ")}`, "level");
  const wanted = { outcomes: (await outcomes())[out][players], from: [position, deal.asDealt(edition)] };
  const { table, layout } = await prober.find(dealt, rules, work, wanted);
  const moves = position.moves(prober.kernels);
  const worths = moves.map((move) => worth(name, position, move, table as Duels, layout));
  const best = moves.filter((_, at) => worths[at] === Math.max(...worths));
  return oneOf(best, random);
}
