/**
 * Strategies: what a rule of thumb sees of each move, and which it makes. The features are counted
 * by kernels. docs: `tablebase/games/collapsi/strategy/advice.py` and `reach.py` beside it.
 */

import { json } from "#engine/data.ts";
import { EngineError, quote } from "#engine/errors.ts";
import { oneOf } from "#engine/random.ts";
import { laterKernels } from "./later.ts";
import { type Preference, preferred } from "./preferences.ts";
import { cellName, JOKER, MAX_SOLVED_CELLS, type Rules, stepMask } from "./rules.ts";
import type { Kernels } from "#engine/kernels.ts";
import type { Probe } from "./probe.ts";

type Strategy = { name: string; words: string; phases: { cards: number; order: Preference[] }[] };
type Known = { strategies: Strategy[]; features: string[] };

/** The board that was asked for last; requests rarely alternate between boards. */
let kept: { key: string; board: Promise<Board> } | null = null;

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
  const board = await boardOf(position.rules, features.length);
  const values = board.features(
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
    const board = laterKernels().then((kernels) => new Board(kernels, rules, most));
    board.catch(() => (kept = null));
    kept = { key, board };
  }
  return kept.board;
}

const longs = (numbers: number[]) => BigInt64Array.from(numbers, BigInt);

/** A board with the cells that a pawn can go to, by face-up cells, its own cell, and its card. */
class Board {
  kernels: Kernels;
  size: number;
  steps: number;
  kinds: number;
  near: number;
  far: number;
  table: number;
  columns: number;
  cards: number;
  ends: number;
  asked: number;
  found: number;

  /**
   * @param kernels a memory of its own
   * @param most features that there are
   */
  constructor(kernels: Kernels, { size, masks, neighbours, deck, editions }: Rules, most: number) {
    const jokers = BigUint64Array.from(editions, ({ joker_steps }) => BigInt(stepMask(joker_steps)));
    this.kernels = kernels;
    this.size = size;
    this.steps = Math.max(...deck, ...editions.flatMap(({ joker_steps }) => joker_steps));
    this.kinds = this.steps + editions.length;
    this.near = kernels.put(masks);
    this.far = kernels.put(longs(neighbours.flatMap((_, cell) => distances(neighbours, cell))));
    this.table = kernels.room(2 * this.kinds * (size + 1) * 2 ** size);
    kernels.run("fill_reach", size, this.near, this.steps, jokers.length, kernels.put(jokers), this.table);
    this.columns = kernels.room(8 * size);
    this.cards = kernels.room(8 * size);
    this.ends = kernels.room(8 * size);
    this.asked = kernels.room(8 * most);
    this.found = kernels.room(8 * most * size);
  }

  /** Features wherever the mover may go: cell by cell, in the order asked for. */
  features({ position, moves }: Probe, numbers: number[]) {
    const { kernels, size, steps, kinds } = this;
    const { rules, edition, mover, pawns, order } = position;
    const joker = steps + rules.editions.indexOf(edition);
    // Face-down cards may be unknown, and do not matter.
    const cards = position.cards.map((card, cell) => (position.isUp(cell) ? card : 1));
    const ends = Array(size).fill(0);
    for (const { cell, value } of moves) ends[cell] = value.result === "win" ? 1 - value.dte : value.dte - 1;
    this.#write(
      this.columns,
      cards.map((card, cell) => cell * kinds + (card === JOKER ? joker : card - 1)),
    );
    this.#write(this.cards, cards);
    this.#write(this.ends, ends);
    this.#write(this.asked, numbers);
    kernels.run(
      "find_features",
      size,
      kinds,
      this.table,
      this.columns,
      this.cards,
      this.near,
      this.far,
      this.ends,
      Number(position.up & ~(1n << BigInt(mover))),
      pawns[order[1]],
      numbers.length,
      this.asked,
      this.found,
    );
    return kernels.get(BigInt64Array, this.found, size * numbers.length);
  }

  #write(address: number, numbers: number[]) {
    this.kernels.bytes(address, 8 * numbers.length).set(new Uint8Array(longs(numbers).buffer));
  }
}

/** Steps from a cell to each with every card face up. */
function distances(neighbours: number[][], start: number) {
  const found = new Map([[start, 0]]);
  for (const [cell, steps] of found)
    for (const near of neighbours[cell]) if (!found.has(near)) found.set(near, steps + 1);
  return neighbours.map((_, cell) => found.get(cell) ?? 0);
}
