/**
 * Strategies: what a rule of thumb sees of each move, and which it makes. The features are counted
 * by kernels. docs: `tablebase/games/collapsi/strategy/advice.py` and `reach.py` beside it.
 */

import { json } from "#engine/data.ts";
import { EngineError, quote } from "#engine/errors.ts";
import type { Kernels } from "#engine/kernels.ts";
import { oneOf } from "#engine/random.ts";
import { laterKernels } from "./later.ts";
import { type Preference, preferred } from "./preferences.ts";
import type { Probe } from "./probe.ts";
import { cellName, JOKER, MAX_SOLVED_CELLS, type Rules, stepMask } from "./rules.ts";

type Strategy = { name: string; words: string; phases: { cards: number; order: Preference[] }[] };
type Known = { strategies: Strategy[]; features: string[] };

/** The board that was asked for last; requests rarely alternate between boards. */
let kept: { key: string; board: Promise<ReturnType<typeof featuresOn>> } | null = null;

/** What Python wrote down of strategies. */
export const strategies: () => Promise<Known> = json(new URL("strategies.json", import.meta.url));

/** What a strategy says in a position. */
export async function advice(probe: Probe, name: string) {
  const { strategies: all, features } = await strategies();
  const { position, moves } = probe;
  const strategy = all.find((each) => each.name === name);
  const phase = strategy?.phases.find(({ cards }) => position.left >= cards);
  if (!phase)
    throw new EngineError(
      `no strategy ${quote(name)}: expected one of ${all.map((each) => each.name).join(", ")}`,
      "strategy",
    );
  if (!moves.length)
    throw new EngineError(`position ${position}: the game is over, expected a position with moves`, "position");
  const names = features.filter((feature) => phase.order.some((preference) => feature in preference));
  const valuesOf = await boardOf(position.rules, features.length);
  const values = valuesOf(
    probe,
    names.map((feature) => features.indexOf(feature)),
  );
  const seen = moves.map(({ cell, value }) => ({
    move: cellName(position.rules, cell),
    keeps_win: value.result === "win",
    features: Object.fromEntries(names.map((feature, at) => [feature, Number(values[cell * names.length + at])])),
  }));
  const made = phase.order.reduce(preferred, seen);
  return {
    strategy: name,
    position: String(position),
    order: phase.order,
    made: made.map(({ move }) => move),
    moves: seen,
  };
}

/**
 * The move that a strategy makes, as a computer player.
 *
 * @param probe of the position
 * @param others computer players, for the error
 */
export async function choose(
  probe: () => Promise<Probe>,
  name: string,
  random: () => number,
  others: { name: string }[],
) {
  const names = (await strategies()).strategies.map((each) => each.name);
  if (!names.includes(name)) {
    const known = [...others.map((each) => each.name), ...names].join(" or ");
    throw new EngineError(`unknown level ${quote(String(name))}: expected ${known}`, "level");
  }
  const found = await probe();
  const { made } = await advice(found, name);
  const moves = found.moves.filter(({ cell }) => made.includes(cellName(found.position.rules, cell)));
  return oneOf(moves, random);
}

/** @param most features that there are */
function boardOf(rules: Rules, most: number) {
  const { size, turn, neighbours, deck, editions } = rules;
  if (!turn.isPublished || size > MAX_SOLVED_CELLS)
    throw new EngineError(
      `no strategies for rules ${quote(rules.name)}: expected two players, no landing, and at most ${MAX_SOLVED_CELLS} cells`,
      "rules",
    );
  const key = JSON.stringify([neighbours, deck, editions]);
  if (kept?.key !== key) {
    const board = laterKernels().then((kernels) => featuresOn(kernels, rules, most));
    board.catch(() => (kept = null));
    kept = { key, board };
  }
  return kept.board;
}

const longs = (numbers: number[]) => BigInt64Array.from(numbers, BigInt);

/**
 * What finds features wherever the mover may go: cell by cell, in the order asked for.
 *
 * @param kernels a memory of its own
 * @param most features that there are
 */
function featuresOn(kernels: Kernels, { size, masks, neighbours, deck, editions }: Rules, most: number) {
  const jokers = BigUint64Array.from(editions, ({ joker_steps }) => BigInt(stepMask(joker_steps)));
  const steps = Math.max(...deck, ...editions.flatMap(({ joker_steps }) => joker_steps));
  const kinds = steps + editions.length;
  const near = kernels.put(masks);
  const far = kernels.put(longs(neighbours.flatMap((_, cell) => distances(neighbours, cell))));
  /** The cells that a pawn can go to, by face-up cells, its own cell, and its card. */
  const table = kernels.room(2 * kinds * (size + 1) * 2 ** size);
  kernels.run("fill_reach", size, near, steps, jokers.length, kernels.put(jokers), table);
  const lengths = [size, size, size, most, most * size];
  const [columns, cards, ends, asked, found] = lengths.map((length) => kernels.room(8 * length));
  const write = (address: number, numbers: number[]) =>
    kernels.bytes(address, 8 * numbers.length).set(new Uint8Array(longs(numbers).buffer));
  return ({ position, moves }: Probe, numbers: number[]) => {
    const { rules, edition, mover, pawns, order, up } = position;
    // Rules that come with each question are equal to the board's, not the same objects.
    const joker = steps + rules.editions.indexOf(edition);
    // Face-down cards may be unknown, and do not matter.
    const shown = position.cards.map((card, cell) => (position.isUp(cell) ? card : 1));
    const after = Array(size).fill(0);
    for (const { cell, value } of moves) after[cell] = value.result === "win" ? 1 - value.dte : value.dte - 1;
    write(
      columns,
      shown.map((card, cell) => cell * kinds + (card === JOKER ? joker : card - 1)),
    );
    write(cards, shown);
    write(ends, after);
    write(asked, numbers);
    const [others, they] = [Number(up & ~(1n << BigInt(mover))), pawns[order[1]]];
    const given = [size, kinds, table, columns, cards, near, far, ends, others, they];
    kernels.run("find_features", ...given, numbers.length, asked, found);
    return kernels.get(BigInt64Array, found, size * numbers.length);
  };
}

/** Steps from a cell to each with every card face up. */
function distances(neighbours: number[][], start: number) {
  const found = new Map([[start, 0]]);
  for (const [cell, steps] of found)
    for (const near of neighbours[cell]) if (!found.has(near)) found.set(near, steps + 1);
  return neighbours.map((_, cell) => found.get(cell) ?? 0);
}
