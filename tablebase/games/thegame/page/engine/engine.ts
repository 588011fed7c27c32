/**
 * The Game: what may be laid, and what a strategy lays. docs: `tablebase/games/thegame/`.
 *
 *     thegame/deal   {seed?}    {seed, cards: [number]}, in the order of drawing
 *     thegame/probe  {position}   "4 9 15 : 2 12 / - / 99 98 / -"
 *         {position, hand, piles, tops, deck: [card], remaining, plays: [{move, card, pile,
 *         is_trick, advance, position}]}: what may be laid, as 12u1 or 88d2
 *     thegame/advice {position, laid?}   after so many cards laid this turn, by default none
 *         {position, strategy, options: [{plays, position, value}]}: what the strategy lays, then
 *         what else it has seen; none means to draw, and the value null that the game ends
 *     thegame/game   {seed?}    {seed, remaining}: how many cards the strategy cannot lay
 */

import { json } from "#engine/data.ts";
import { EngineError, quote } from "#engine/errors.ts";
import { type Kernels, loader } from "#engine/kernels.ts";
import { numberOf, required } from "#engine/query.ts";
import { seedOf } from "#engine/random.ts";
import { notation } from "../notation.ts";
import type { Advice as AdviceType, Deal, Ending, LegalPlays } from "../answers.d.ts";
import type { Query, Work } from "#engine/answers.ts";

type Rules = {
  lowest: number;
  highest: number;
  hand: number;
  ups: number;
  downs: number;
  trick: number;
  minimum: number;
};
type Evaluation = {
  kind: number;
  weights: number[];
  far: number[];
  near: number[];
  bridges: number;
  reach: number;
  held: number;
  scale: number;
  symmetric: number;
};

/** What Python wrote down. */
type Known = {
  rules: Rules;
  strategy: string;
  depth: number;
  beam: number;
  nodes: number;
  places: number;
  evaluation: Evaluation;
};

/** The cards in hand ascending, and those on each pile, the top last. */
type Position = { hand: number[]; piles: number[][] };

/** `advance` is how far the pile goes on, less than 0 for a backwards trick. */
type Play = { move: string; card: number; pile: number; is_trick: boolean; advance: number };

/** As in the library. */
type Advice = { plays: Play[]; position: string; value: number | null };

/** Bits of a pile's height in a key, and where the slots laid begin. */
const HEIGHT_BITS = 7n;
const PILES = 4;
const SLOTS_SHIFT = HEIGHT_BITS * BigInt(PILES);
const HEIGHTS = (1n << SLOTS_SHIFT) - 1n;

/** How many plays are compared. */
const OPTIONS = 5;

/** What Python wrote down. */
const data: () => Promise<Known> = json(new URL("strategy.json", import.meta.url));

const loaded = loader(new URL("kernels.wasm", import.meta.url));

let memory: Kernels | null = null;

/** The kernels, with nothing in their memory. */
async function kernels() {
  memory ??= await loaded();
  memory.clear();
  return memory;
}

export const answers = { deal, probe, advice, game };

/** The cards of a seed in the order in which they are drawn, as in the library's first game of it. */
async function deal(query: Query): Promise<Deal> {
  const { rules } = await data();
  const seed = seedOf(query);
  return { seed, cards: shuffled(seed, rules, await kernels()) };
}

function shuffled(seed: number, rules: Rules, kernels: Kernels) {
  const count = cardsOf(rules);
  const order = kernels.room(8 * count);
  kernels.run("shuffle_thegame", count, kernels.put(BigUint64Array.of(BigInt(seed))), order);
  return [...kernels.get(BigInt64Array, order, count)].map((index) => Number(index) + rules.lowest - 1);
}

/** What may be laid. */
async function probe(query: Query): Promise<LegalPlays> {
  const { rules } = await data();
  const position = parse(required(query, "position"), rules);
  return {
    position: notation(position),
    ...position,
    tops: topsOf(position, rules),
    deck: deckOf(position, rules),
    remaining: cardsOf(rules) - position.piles.flat().length,
    plays: plays(position, rules).map((play) => ({ ...play, position: notation(laid(position, play)) })),
  };
}

/**
 * What the strategy lays, and what else it has looked at, best first.
 *
 * @param query with `laid`, the number of cards laid this turn
 */
async function advice(query: Query): Promise<AdviceType> {
  const { rules, ...strategy } = await data();
  const position = parse(required(query, "position"), rules);
  const before = numberOf(query, "laid", 0, rules.hand, 0);
  const missing = Math.max(0, rules.minimum - before);
  const answer = { position: notation(position), strategy: strategy.strategy };
  if (!missing && deckOf(position, rules).length) return { ...answer, options: [] };
  return {
    ...answer,
    options: options(position, { ...rules, minimum: missing || rules.minimum }, strategy, await kernels()),
  };
}

/** How the strategy ends the game of a seed: how many cards it cannot lay. */
async function game(query: Query, work: Work): Promise<Ending> {
  const { rules, ...strategy } = await data();
  const seed = seedOf(query);
  const cards = shuffled(seed, rules, await kernels());
  let position = {
    hand: cards.splice(0, rules.hand).sort(ascending),
    piles: Array.from({ length: rules.ups + rules.downs }, () => [] as number[]),
  };
  while (position.hand.length) {
    const [best] = options(position, rules, strategy, await kernels());
    position = parse(best.position, rules);
    if (best.value === null) break;
    position.hand.push(...cards.splice(0, rules.hand - position.hand.length));
    position.hand.sort(ascending);
    await work.pause();
  }
  return { seed, remaining: cardsOf(rules) - position.piles.flat().length };
}

/**
 * What the strategy lays; then the other plays of the turn's minimum, by the best position that it
 * has found behind each. A position behind several plays counts for the best of them.
 */
function options(
  position: Position,
  rules: Rules,
  { depth, beam, nodes, places, evaluation }: Omit<Known, "rules">,
  kernels: Kernels,
): Advice[] {
  const index = (card: number) => BigInt(card - rules.lowest + 1);
  const { hand } = position;
  const deck = deckOf(position, rules);
  const { kind, weights, far, near, bridges, reach, held, scale, symmetric } = evaluation;
  const tables = [
    kernels.put(Float32Array.from(weights)),
    far.length,
    kernels.put(Float32Array.from(far)),
    kernels.put(Float32Array.from(near)),
  ];
  const [keys, values, ancestors, levels] = [8 * nodes, 8 * nodes, 4 * nodes, 8 * (rules.hand + 2)].map((bytes) =>
    kernels.room(bytes),
  );
  const best = kernels.run(
    "advise_thegame",
    cardsOf(rules),
    rules.hand,
    rules.ups,
    rules.ups + rules.downs,
    rules.trick,
    rules.minimum,
    kind,
    ...tables,
    bridges,
    reach,
    kernels.put(Float64Array.of(held, scale)),
    symmetric,
    kernels.put(BigUint64Array.of(keyOf(position, rules))),
    hand.length,
    deck.length,
    kernels.put(BigInt64Array.from([...hand, ...deck], index)),
    Math.min(rules.minimum + depth, hand.length),
    beam,
    nodes,
    places,
    keys,
    values,
    ancestors,
    levels,
  );
  const firsts = [...kernels.get(BigInt64Array, levels, rules.hand + 2)].map(Number);
  const end = Math.max(...firsts);
  const keyAt = kernels.get(BigUint64Array, keys, end);
  // If the minimum cannot be laid, the last node of the deepest level is played.
  if (best < 0) return [{ ...reached(position, keyAt[end - 1], rules), value: null }];
  const [valueAt, ancestorAt] = [kernels.get(Float64Array, values, end), kernels.get(Int32Array, ancestors, end)];
  const found: Map<number, number> = new Map([[ancestorAt[best], valueAt[best]]]);
  for (let node = firsts[rules.minimum]; node < end; node++) {
    const ancestor = ancestorAt[node];
    found.set(ancestor, Math.max(found.get(ancestor) ?? -Infinity, valueAt[node]));
  }
  // Of equal values the first stays first.
  const sorted = [...found].sort(([, one], [, other]) => other - one).slice(0, OPTIONS);
  return sorted.map(([node, value]) => ({ ...reached(position, keyAt[node], rules), value: value / scale }));
}

/** How a key's position is reached: the first way that leads there. */
function reached(position: Position, key: bigint, rules: Rules) {
  const slots = key >> SLOTS_SHIFT;
  const cards = position.hand.filter((_, slot) => (slots >> BigInt(slot)) & 1n);
  const [made, after] = way(position, cards, key & HEIGHTS, rules) ?? [[], position];
  return { plays: made, position: notation(after) };
}

/** A way to lay exactly these cards so that the piles end at these heights. */
function way(position: Position, cards: number[], heights: bigint, rules: Rules): [Play[], Position] | null {
  if (!cards.length) return keyOf(position, rules) === heights ? [[], position] : null;
  for (const play of plays(position, rules)) {
    if (!cards.includes(play.card)) continue;
    const found = way(
      laid(position, play),
      cards.filter((card) => card !== play.card),
      heights,
      rules,
    );
    if (found) return [[play, ...found[0]], found[1]];
  }
  return null;
}

/** The piles' heights as the kernels write them; piles of the same direction are sorted. */
function keyOf(position: Position, rules: Rules) {
  const starts = startsOf(rules);
  const heights = topsOf(position, rules).map((top, pile) => Math.abs(top - starts[pile]));
  const sorted = [heights.slice(0, rules.ups), heights.slice(rules.ups)].flatMap((some) => some.sort((a, b) => b - a));
  return sorted.reduce((key, height, pile) => key | (BigInt(height) << (HEIGHT_BITS * BigInt(pile))), 0n);
}

/** The legal plays: cards in ascending order, for each the piles in order. */
function plays(position: Position, rules: Rules): Play[] {
  const tops = topsOf(position, rules);
  return position.hand.flatMap((card) =>
    tops.flatMap((top, pile) => {
      const advance = (card - top) * directionOf(pile, rules);
      const is_trick = advance === -rules.trick;
      return advance > 0 || is_trick ? [{ move: nameOf(card, pile, rules), card, pile, is_trick, advance }] : [];
    }),
  );
}

/** A play's name: 12u1 lays 12 on the first pile that goes up. */
const nameOf = (card: number, pile: number, { ups }: Rules) =>
  pile < ups ? `${card}u${pile + 1}` : `${card}d${pile + 1 - ups}`;

const laid = ({ hand, piles }: Position, { card, pile }: { card: number; pile: number }): Position => ({
  hand: hand.filter((other) => other !== card),
  piles: piles.map((cards, at) => (at === pile ? [...cards, card] : cards)),
});

const ascending = (a: number, b: number) => a - b;

const cardsOf = ({ lowest, highest }: Rules) => highest - lowest + 1;

/** The cards in neither hand nor pile, ascending. */
function deckOf({ hand, piles }: Position, rules: Rules) {
  const gone = new Set([...hand, ...piles.flat()]);
  return Array.from({ length: cardsOf(rules) }, (_, at) => rules.lowest + at).filter((card) => !gone.has(card));
}

/** What the piles start from. */
const startsOf = ({ lowest, highest, ups, downs }: Rules) => [
  ...Array(ups).fill(lowest - 1),
  ...Array(downs).fill(highest + 1),
];

/** The top of each pile; of an empty one what it starts from. */
const topsOf = ({ piles }: Position, rules: Rules): number[] =>
  startsOf(rules).map((start, pile) => piles[pile].at(-1) ?? start);

/** 1 if a pile goes up, -1 if it goes down. */
const directionOf = (pile: number, { ups }: Rules) => (pile < ups ? 1 : -1);

function refuse(problem: string): never {
  throw new EngineError(problem, "position");
}

function parse(text: string, rules: Rules): Position {
  const [, hand, rest] =
    /^([^:]*):(.*)$/s.exec(text) ?? refuse(`position ${quote(text)}: expected HAND : PILE / PILE / PILE / PILE`);
  const position = {
    hand: cardsIn(hand, text).sort(ascending),
    piles: rest.split("/").map((pile) => cardsIn(pile, text)),
  };
  check(position, rules);
  return position;
}

function cardsIn(text: string, whole: string) {
  const words = text.split(/\s+/).filter(Boolean);
  if (words.length === 1 && words[0] === "-") return [];
  if (!words.length || !words.every((word) => /^[0-9]+$/.test(word)))
    refuse(`position ${quote(whole)}: ${quote(text.trim())} is not a list of cards, expected numbers, or - for none`);
  return words.map(Number);
}

function check({ hand, piles }: Position, rules: Rules) {
  const starts = startsOf(rules);
  if (piles.length !== starts.length) refuse(`${piles.length} piles: expected ${starts.length}`);
  if (hand.length > rules.hand) refuse(`hand of ${hand.length} cards: expected ${rules.hand} or fewer`);
  const seen = new Set();
  for (const card of [...hand, ...piles.flat()]) {
    if (card < rules.lowest || card > rules.highest)
      refuse(`card ${card}: expected one from ${rules.lowest} to ${rules.highest}`);
    if (seen.has(card)) refuse(`card ${card} appears twice: expected each card once`);
    seen.add(card);
  }
  for (const [number, pile] of piles.entries()) {
    for (const [at, card] of pile.entries()) {
      const top = at ? pile[at - 1] : starts[number];
      const advance = (card - top) * directionOf(number, rules);
      if (advance <= 0 && advance !== -rules.trick)
        refuse(`card ${card} on ${top}, pile ${number + 1}: expected cards in the order laid`);
    }
  }
}
