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
 *
 * @typedef {import("#engine/answers.js").Query} Query
 * @typedef {import("#engine/answers.js").Work} Work
 * @typedef {import("#engine/kernels.js").Kernels} Kernels
 * @typedef {{lowest: number, highest: number, hand: number, ups: number, downs: number,
 *   trick: number, minimum: number}} Rules
 * @typedef {{kind: number, weights: number[], far: number[], near: number[], bridges: number,
 *   reach: number, held: number, scale: number, symmetric: number}} Evaluation
 * @typedef {{rules: Rules, strategy: string, depth: number, beam: number, nodes: number,
 *   places: number, evaluation: Evaluation}} Known what Python wrote down
 * @typedef {{hand: number[], piles: number[][]}} Position the cards in hand ascending, and those on
 *   each pile, the top last
 * @typedef {{move: string, card: number, pile: number, is_trick: boolean, advance: number}} Play
 *   `advance` is how far the pile goes on, less than 0 for a backwards trick
 * @typedef {{plays: Play[], position: string, value: number | null}} Advice as in the library
 */

import { json } from "#engine/data.js";
import { EngineError, quote } from "#engine/errors.js";
import { loader } from "#engine/kernels.js";
import { numberOf, required } from "#engine/query.js";
import { seedOf } from "#engine/random.js";
import { notation } from "../notation.js";

/** Bits of a pile's height in a key, and where the slots laid begin. */
const HEIGHT_BITS = 7n;
const PILES = 4;
const SLOTS_SHIFT = HEIGHT_BITS * BigInt(PILES);
const HEIGHTS = (1n << SLOTS_SHIFT) - 1n;

/** How many plays are compared. */
const OPTIONS = 5;

/** What Python wrote down. @type {() => Promise<Known>} */
const data = json(new URL("strategy.json", import.meta.url));

const loaded = loader(new URL("kernels.wasm", import.meta.url));

/** @type {Kernels | null} */
let memory = null;

/** The kernels, with nothing in their memory. */
async function kernels() {
  memory ??= await loaded();
  memory.clear();
  return memory;
}

export const answers = { deal, probe, advice, game };

/** The cards of a seed in the order in which they are drawn, as in the library's first game of it. @param {Query} query @returns {Promise<import("../answers.js").Deal>} */
async function deal(query) {
  const { rules } = await data();
  const seed = seedOf(query);
  return { seed, cards: shuffled(seed, rules, await kernels()) };
}

/** @param {number} seed @param {Rules} rules @param {Kernels} kernels */
function shuffled(seed, rules, kernels) {
  const count = cardsOf(rules);
  const order = kernels.room(8 * count);
  kernels.run("shuffle_thegame", count, kernels.put(BigUint64Array.of(BigInt(seed))), order);
  return [...kernels.get(BigInt64Array, order, count)].map((index) => Number(index) + rules.lowest - 1);
}

/** What may be laid. @param {Query} query @returns {Promise<import("../answers.js").LegalPlays>} */
async function probe(query) {
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
 * @param {Query} query with `laid`, the number of cards laid this turn
 * @returns {Promise<import("../answers.js").Advice>}
 */
async function advice(query) {
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

/** How the strategy ends the game of a seed: how many cards it cannot lay. @param {Query} query @param {Work} work @returns {Promise<import("../answers.js").Ending>} */
async function game(query, work) {
  const { rules, ...strategy } = await data();
  const seed = seedOf(query);
  const cards = shuffled(seed, rules, await kernels());
  let position = {
    hand: cards.splice(0, rules.hand).sort(ascending),
    piles: Array.from({ length: rules.ups + rules.downs }, () => /** @type {number[]} */ ([])),
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
 *
 * @param {Position} position @param {Rules} rules @param {Omit<Known, "rules">} strategy @param {Kernels} kernels
 * @returns {Advice[]}
 */
function options(position, rules, { depth, beam, nodes, places, evaluation }, kernels) {
  const index = (/** @type {number} */ card) => BigInt(card - rules.lowest + 1);
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
  /** @type {Map<number, number>} */
  const found = new Map([[ancestorAt[best], valueAt[best]]]);
  for (let node = firsts[rules.minimum]; node < end; node++) {
    const ancestor = ancestorAt[node];
    found.set(ancestor, Math.max(found.get(ancestor) ?? -Infinity, valueAt[node]));
  }
  // Of equal values the first stays first.
  const sorted = [...found].sort(([, one], [, other]) => other - one).slice(0, OPTIONS);
  return sorted.map(([node, value]) => ({ ...reached(position, keyAt[node], rules), value: value / scale }));
}

/** How a key's position is reached: the first way that leads there. @param {Position} position @param {bigint} key @param {Rules} rules */
function reached(position, key, rules) {
  const slots = key >> SLOTS_SHIFT;
  const cards = position.hand.filter((_, slot) => (slots >> BigInt(slot)) & 1n);
  const [made, after] = way(position, cards, key & HEIGHTS, rules) ?? [[], position];
  return { plays: made, position: notation(after) };
}

/** A way to lay exactly these cards so that the piles end at these heights. @param {Position} position @param {number[]} cards @param {bigint} heights @param {Rules} rules @returns {[Play[], Position] | null} */
function way(position, cards, heights, rules) {
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

/** The piles' heights as the kernels write them; piles of the same direction are sorted. @param {Position} position @param {Rules} rules */
function keyOf(position, rules) {
  const starts = startsOf(rules);
  const heights = topsOf(position, rules).map((top, pile) => Math.abs(top - starts[pile]));
  const sorted = [heights.slice(0, rules.ups), heights.slice(rules.ups)].flatMap((some) => some.sort((a, b) => b - a));
  return sorted.reduce((key, height, pile) => key | (BigInt(height) << (HEIGHT_BITS * BigInt(pile))), 0n);
}

/** The legal plays: cards in ascending order, for each the piles in order. @param {Position} position @param {Rules} rules @returns {Play[]} */
function plays(position, rules) {
  const tops = topsOf(position, rules);
  return position.hand.flatMap((card) =>
    tops.flatMap((top, pile) => {
      const advance = (card - top) * directionOf(pile, rules);
      const is_trick = advance === -rules.trick;
      return advance > 0 || is_trick ? [{ move: nameOf(card, pile, rules), card, pile, is_trick, advance }] : [];
    }),
  );
}

/** A play's name: 12u1 lays 12 on the first pile that goes up. @param {number} card @param {number} pile @param {Rules} rules */
const nameOf = (card, pile, { ups }) => (pile < ups ? `${card}u${pile + 1}` : `${card}d${pile + 1 - ups}`);

/** @param {Position} position @param {{card: number, pile: number}} play @returns {Position} */
const laid = ({ hand, piles }, { card, pile }) => ({
  hand: hand.filter((other) => other !== card),
  piles: piles.map((cards, at) => (at === pile ? [...cards, card] : cards)),
});

/** @param {number} a @param {number} b */
const ascending = (a, b) => a - b;

/** @param {Rules} rules */
const cardsOf = ({ lowest, highest }) => highest - lowest + 1;

/** The cards in neither hand nor pile, ascending. @param {Position} position @param {Rules} rules */
function deckOf({ hand, piles }, rules) {
  const gone = new Set([...hand, ...piles.flat()]);
  return Array.from({ length: cardsOf(rules) }, (_, at) => rules.lowest + at).filter((card) => !gone.has(card));
}

/** What the piles start from. @param {Rules} rules */
const startsOf = ({ lowest, highest, ups, downs }) => [
  ...Array(ups).fill(lowest - 1),
  ...Array(downs).fill(highest + 1),
];

/** The top of each pile; of an empty one what it starts from. @param {Position} position @param {Rules} rules @returns {number[]} */
const topsOf = ({ piles }, rules) => startsOf(rules).map((start, pile) => piles[pile].at(-1) ?? start);

/** 1 if a pile goes up, -1 if it goes down. @param {number} pile @param {Rules} rules */
const directionOf = (pile, { ups }) => (pile < ups ? 1 : -1);

/** @param {string} problem @returns {never} */
function refuse(problem) {
  throw new EngineError(problem, "position");
}

/** @param {string} text @param {Rules} rules @returns {Position} */
function parse(text, rules) {
  const [, hand, rest] =
    /^([^:]*):(.*)$/s.exec(text) ?? refuse(`position ${quote(text)}: expected HAND : PILE / PILE / PILE / PILE`);
  const position = {
    hand: cardsIn(hand, text).sort(ascending),
    piles: rest.split("/").map((pile) => cardsIn(pile, text)),
  };
  check(position, rules);
  return position;
}

/** @param {string} text @param {string} whole */
function cardsIn(text, whole) {
  const words = text.split(/\s+/).filter(Boolean);
  if (words.length === 1 && words[0] === "-") return [];
  if (!words.length || !words.every((word) => /^[0-9]+$/.test(word)))
    refuse(`position ${quote(whole)}: ${quote(text.trim())} is not a list of cards, expected numbers, or - for none`);
  return words.map(Number);
}

/** @param {Position} position @param {Rules} rules */
function check({ hand, piles }, rules) {
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
