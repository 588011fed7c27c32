/**
 * The computer players for three and four, one for each concept of what to expect from the others,
 * and the placings that they look at. The last player out gets most points, the first none; where the
 * first who cannot move ends the game, only whoever moved last gets a point. docs:
 * `tablebase/games/collapsi/placings/`. With what else only three and four players need, it is loaded
 * with their first game.
 */

import type { Work } from "#engine/answers.ts";
import { json } from "#engine/data.ts";
import { quote, refuse } from "#engine/errors.ts";
import type { Kernels } from "#engine/kernels.ts";
import { oneOf } from "#engine/random.ts";
import { Shared } from "#engine/shared.ts";
import { paused } from "#engine/work.ts";
import { countOf, Duels } from "./duels.ts";
import { laterKernels } from "./later.ts";
import { Layout } from "./layout.ts";
import type { Move } from "./play.ts";
import type { Position } from "./position.ts";

export { countOf, Duels };

/** By what happens if one cannot move, and the number of players: outcomes as a kernel reads them. */
const outcomes: () => Promise<Record<string, Record<string, number[]>>> = json(
  new URL("placings.json", import.meta.url),
);

/** The points that a player looks at after a move, the most important first; the larger the better. */
function worth(name: string, position: Position, { after }: Move, placings: Duels, layout: Layout) {
  const { order, rules } = position;
  const [mover, partner] = [order[0], (order[0] + 2) % 4];
  const { numbers } = placings.find(after, layout, (1 << mover) | (name === "pair" ? 1 << partner : 0));
  const [points, forced] = [numbers.slice(0, 4), numbers[4]];
  const gone = order.filter((player) => !after.order.includes(player));
  gone.forEach((player, at) => (points[player] = rules.players - order.length + at));
  if (name !== "maxn") return [forced + (name === "pair" && gone.includes(partner) ? points[partner] : 0)];
  // Of those who were out before, no move says anything.
  const others = Array.from({ length: rules.players - 1 }, (_, turn) => (mover + turn + 1) % rules.players);
  return [points[mover], ...others.map((player) => (order.includes(player) ? -points[player] : 0))];
}

/** @param b of the same length */
function compared(a: number[], b: number[]) {
  const at = a.findIndex((value, place) => value !== b[place]);
  return at < 0 ? 0 : a[at] - b[at];
}

/** The placings of the deal that was asked for last; they take much memory. */
let kept: { key: string; placings: Duels } | null = null;
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
    refuse(`no player ${quote(name)} for ${players} players: expected one of ${names.join(", ")}`, "level");
  const layout = new Layout(position.dealt, position.rules, kernels);
  const placings = await solved(position, layout, work);
  const found = position.moves(kernels).map((move) => ({ move, own: worth(name, position, move, placings, layout) }));
  const best = found.reduce((most, { own }) => (compared(own, most) > 0 ? own : most), found[0].own);
  const equal = found.filter(({ own }) => !compared(own, best));
  return oneOf(equal, random).move;
}

/** The placings of a position's deal, solved from its start. */
async function solved(position: Position, layout: Layout, work: Work): Promise<Duels> {
  const { rules, edition } = position;
  const key = JSON.stringify([layout.canonicalCards, rules.neighbours, rules.editions, rules.turn]);
  const find = () => (kept?.key === key && kept.placings.find(position, layout).reached ? kept.placings : null);
  return shared.get(key, find, async () => {
    kept = null;
    const known = (await outcomes())[rules.out][rules.players];
    const placings = new Duels(layout.start, await laterKernels(), known);
    for (const each of [position, position.deal.asDealt(edition)]) placings.find(each, layout);
    await paused(placings.solve(), work);
    kept = { key, placings };
    return placings;
  });
}
