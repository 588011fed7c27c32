/**
 * Symmetry: the automorphisms of a board, and the canonical form of a deal, whose table all its
 * images share. docs: `tablebase/games/collapsi/symmetry.py`.
 */

import { JOKER, type Rules } from "./rules.ts";
import { allShifts } from "./shifts.ts";

const found: Map<string, number[][]> = new Map();

/** All automorphisms of a board's graph, in lexicographic order. */
export function automorphisms({ neighbours }: Rules) {
  const key = JSON.stringify(neighbours);
  let group = found.get(key);
  if (!group) {
    group = extended(neighbours, outwards(neighbours), new Map()).sort(compared);
    found.set(key, group);
  }
  return group;
}

const kept: WeakMap<Rules, number[][]> = new WeakMap();

/** The automorphisms that keep values, as the turn names them: some turn shifts into shifts. */
export function symmetries(rules: Rules) {
  const { group: named } = rules.turn;
  if (named === "automorphisms") return automorphisms(rules);
  if (named !== "keeping_lines") return [[...rules.places.keys()]];
  let group = kept.get(rules);
  if (!group) {
    const shifts = allShifts(rules);
    const known = new Set(shifts.map(String));
    const turned = (shift: number[], map: number[]) =>
      moved(
        shift.map((cell) => map[cell]),
        map,
      );
    group = automorphisms(rules).filter((map) => shifts.every((shift) => known.has(String(turned(shift, map)))));
    kept.set(rules, group);
  }
  return group;
}

function outwards(neighbours: number[][]) {
  const order = new Set([0]);
  for (const cell of order) neighbours[cell].forEach((near) => order.add(near));
  return [...order];
}

function extended(neighbours: number[][], order: number[], images: Map<number, number>): number[][] {
  if (images.size === neighbours.length) return [neighbours.map((_, cell) => images.get(cell) ?? -1)];
  const cell = order[images.size];
  const earlier = neighbours[cell].flatMap((near) => images.get(near) ?? []);
  const taken = new Set(images.values());
  return (earlier.length ? neighbours[earlier[0]] : [...neighbours.keys()]).flatMap((image) => {
    const fits =
      neighbours[image].length === neighbours[cell].length &&
      !taken.has(image) &&
      earlier.every((near) => neighbours[near].includes(image));
    return fits ? extended(neighbours, order, new Map(images).set(cell, image)) : [];
  });
}

export function compared(a: readonly number[], b: readonly number[]) {
  const at = a.findIndex((number, index) => number !== b[index]);
  return at < 0 ? 0 : a[at] - b[at];
}

export function moved(cards: readonly number[], images: readonly number[]) {
  const found = [...cards];
  images.forEach((image, cell) => (found[image] = cards[cell]));
  return found;
}

/**
 * The canonical cards, with the jokers as early as possible and then the smallest cards, and the
 * automorphisms that lead there, ascending.
 */
export function canonical(rules: Rules, cards: number[]) {
  const jokers = cards.flatMap((card, cell) => (card === JOKER ? [cell] : []));
  const homes = symmetries(rules).map((map) => ({
    map,
    image: jokers.map((cell) => map[cell]).sort((a, b) => a - b),
  }));
  const images = least(homes).map((map) => ({ map, image: moved(cards, map) }));
  const maps = least(images);
  return { cards: moved(cards, maps[0]), maps };
}

/** The maps with the least image, in their order. */
function least(images: { map: number[]; image: number[] }[]) {
  const first = images.map(({ image }) => image).reduce((best, image) => (compared(image, best) < 0 ? image : best));
  return images.flatMap(({ map, image }) => (compared(image, first) === 0 ? [map] : []));
}
