/**
 * Strategies: what a rule of thumb sees of each move, and which it makes. The features are counted
 * by kernels. docs: `tablebase/games/collapsi/strategy/advice.py`, and `preferences.py` and `reach.py` beside it.
 */

import { json } from "#engine/data.ts";
import { quote, refuse } from "#engine/errors.ts";
import type { Kernels } from "#engine/kernels.ts";
import { oneOf } from "#engine/random.ts";
import { given, laterKernels, wordsOf } from "./play.ts";
import type { Probe } from "./probe.ts";
import { MAX_SOLVED_CELLS } from "./rules.ts";

/** Features and their weights, the larger sum the better. */
export type Preference = Record<string, number>;

type Strategy = { name: string; words: string; phases: { cards: number; order: Preference[] }[] };
type Known = { strategies: Strategy[]; features: string[] };

/** What finds features on the board that was asked for last; questions rarely alternate between boards. */
let kept: { key: string; kernels: Kernels; board: number[]; table: number } | null = null;

/** What Python wrote down of strategies. */
export const strategies: () => Promise<Known> = json(new URL("strategies.json", import.meta.url));

/** What a preference sees of a move. */
type Seen = { features: Record<string, number> };

/** How good a move is. */
export const worth = (preference: Preference, { features }: Seen) =>
  Object.entries(preference).reduce((sum, [name, weight]) => sum + weight * features[name], 0);

/** The best of some moves. */
export function preferred<T extends Seen>(moves: T[], preference: Preference): T[] {
  const most = Math.max(...moves.map((move) => worth(preference, move)));
  return moves.filter((move) => worth(preference, move) === most);
}

/** What a strategy says in a position. */
export async function advice(probe: Probe, name: string) {
  const { strategies: all, features } = await strategies();
  const { position, moves } = probe;
  const strategy = all.find((each) => each.name === name);
  const phase = strategy?.phases.find(({ cards }) => position.left >= cards);
  if (!phase)
    refuse(`no strategy ${quote(name)}: expected one of ${all.map((each) => each.name).join(", ")}`, "strategy");
  if (!moves.length) refuse(`position ${position}: the game is over, expected a position with moves`);
  const names = features.filter((feature) => phase.order.some((preference) => feature in preference));
  const numbers = names.map((feature) => features.indexOf(feature));
  const values = await valuesOf(probe, numbers);
  const seen = moves.map(({ name: move, cell, value }) => ({
    move,
    keeps_win: value.result === "win",
    features: Object.fromEntries(names.map((feature, at) => [feature, Number(values[cell * names.length + at])])),
  }));
  const made = phase.order.reduce(preferred, seen).map(({ move }) => move);
  return { strategy: name, position: String(position), order: phase.order, made, moves: seen };
}

/**
 * The move that a strategy makes, as a computer player.
 *
 * @param probe of the position
 * @param others names of computer players, for the error
 */
export async function choose(probe: () => Promise<Probe>, name: string, random: () => number, others: string[]) {
  const names = (await strategies()).strategies.map((each) => each.name);
  if (!names.includes(name)) {
    const known = [...others, ...names].join(" or ");
    refuse(`unknown level ${quote(String(name))}: expected ${known}`, "level");
  }
  const found = await probe();
  const { made } = await advice(found, name);
  const moves = found.moves.filter((move) => made.includes(move.name));
  return oneOf(moves, random);
}

/** The values of features wherever the mover may go: cell by cell, in the order asked for. */
async function valuesOf({ position, moves }: Probe, numbers: number[]) {
  const { rules, edition } = position;
  const { size } = rules;
  if (!rules.turn.isPublished || size > MAX_SOLVED_CELLS) {
    const wanted = `two players, no landing, and at most ${MAX_SOLVED_CELLS} cells`;
    refuse(`no strategies for rules ${quote(rules.name)}: expected ${wanted}`, "rules");
  }
  const key = JSON.stringify([rules.neighbours, rules.deck, edition]);
  if (kept?.key !== key) {
    const kernels = await laterKernels();
    const board = kernels.placed([...given(position)].slice(0, 3));
    const table = kernels.room(kernels.run("fill_features", board[0], board[1], 0));
    kernels.run("fill_features", board[0], board[1], table);
    kept = { key, kernels, board, table };
  }
  const after = Array(size).fill(0);
  for (const { cell, value } of moves) after[cell] = value.result === "win" ? 1 - value.dte : value.dte - 1;
  const found = new BigInt64Array(size * numbers.length);
  const [ends, features] = [after, numbers].map((each) => BigInt64Array.from(each, BigInt));
  const asked = [...kept.board, wordsOf(position), kept.table, size, ends, numbers.length, features];
  kept.kernels.call("find_features", ...asked, found);
  return found;
}
