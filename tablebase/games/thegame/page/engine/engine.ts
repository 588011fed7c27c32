/**
 * The Game: what may be laid, and what a strategy lays. docs: `tablebase/games/thegame/`.
 *
 *     thegame/deal   {seed?}    {seed, cards: [number]}, in the order of drawing
 *     thegame/probe  {position}   "4 9 15 : 2 12 / - / 99 98 / -"
 *         {position, hand, piles, tops, deck: [card], remaining, plays: [{move, card, pile,
 *         is_trick, advance, position}]}: what may be laid, as 12u1 or 88d2
 *     thegame/advice {position, laid?}   `laid`: cards laid this turn, by default 0
 *         {position, strategy, options: [{plays, position, value}]}: what the strategy lays, then
 *         what else it has seen; none means to draw, and the value null that the game ends
 *     thegame/game   {seed?}    {seed, remaining}: how many cards the strategy cannot lay
 */

import type { Query, Work } from "#engine/answers.ts";
import { json } from "#engine/data.ts";
import { quote, refuse } from "#engine/errors.ts";
import { type Kernels, loader } from "#engine/kernels.ts";
import { numberOf, required } from "#engine/query.ts";
import { seedOf } from "#engine/random.ts";
import type { Advice, Deal, Ending, LegalPlays, Option } from "../answers.d.ts";
import { notation } from "../notation.ts";

type Rules = { lowest: number; highest: number; hand: number; ups: number; downs: number; minimum: number };

/** With what the piles start from, and what the kernels take first. */
type Equipped = { rules: Rules; strategy: string; starts: number[]; kernels: Kernels; fixed: number[] };

/** The cards in hand ascending, and those on each pile, the top last. */
type Position = { hand: number[]; piles: number[][] };

/** How many plays are compared. */
const OPTIONS = 5;

const WORD = BigInt64Array.BYTES_PER_ELEMENT;
const NO_CARDS = "is not a list of cards, expected numbers, or - for none";

const data = json(new URL("strategy.json", import.meta.url));
const load = loader(new URL("kernels.wasm", import.meta.url));

export const answers = { deal, probe, advice, game };

/** What Python wrote down, and the kernels, with nothing else in their memory. */
async function equipped(): Promise<Equipped> {
  const [{ context, rules, strategy }, kernels] = [await data(), await load("turns")];
  const starts = [...Array(rules.ups).fill(rules.lowest - 1), ...Array(rules.downs).fill(rules.highest + 1)];
  kernels.clear();
  return { rules, strategy, starts, kernels, fixed: [context.length, kernels.put(Float64Array.from(context))] };
}

/** The cards of a seed in the order in which they are drawn, as in the library's first game of it. */
async function deal(query: Query): Promise<Deal> {
  const seed = seedOf(query);
  const { rules, kernels } = await equipped();
  const count = cardsOf(rules).length;
  const order = kernels.room(8 * count);
  kernels.run("shuffle_thegame", count, kernels.put(BigUint64Array.of(BigInt(seed))), order);
  return {
    seed,
    cards: [...kernels.get(BigInt64Array, order, count)].map((index) => Number(index) + rules.lowest - 1),
  };
}

/** What may be laid. */
async function probe(query: Query): Promise<LegalPlays> {
  const known = await equipped();
  const position = parse(required(query, "position"), known);
  const tops = topsOf(position, known);
  const deck = deckOf(position, known.rules);
  const plays = position.hand.flatMap((card) =>
    tops.flatMap((top, pile) => {
      const advance = advanceOf(card, pile, top, known);
      const after = laid(position, { card, pile });
      return advance ? [{ ...named(card, pile, advance, known.rules), position: notation(after) }] : [];
    }),
  );
  const remaining = position.hand.length + deck.length;
  return { position: notation(position), ...position, tops, deck, remaining, plays };
}

/**
 * What the strategy lays, and what else it has looked at, best first.
 *
 * @param query with `laid`, the number of cards laid this turn
 */
async function advice(query: Query): Promise<Advice> {
  const known = await equipped();
  const { rules, strategy } = known;
  const position = parse(required(query, "position"), known);
  const missing = Math.max(0, rules.minimum - numberOf(query, "laid", 0, rules.hand, 0));
  const draws = !missing && deckOf(position, rules).length;
  const options = draws ? [] : optionsIn(position, missing || rules.minimum, known);
  return { position: notation(position), strategy, options };
}

/** How the strategy ends the game of a seed: how many cards it cannot lay. */
async function game(query: Query, work: Work): Promise<Ending> {
  const { seed, cards } = await deal(query);
  const { rules, starts } = await equipped();
  let position: Position = { hand: [], piles: starts.map(() => []) };
  for (let value: number | null = 0; value !== null; await work.pause()) {
    position.hand.push(...cards.splice(0, rules.hand - position.hand.length));
    if (!position.hand.length) break;
    position.hand.sort(ascending);
    const [best] = optionsIn(position, rules.minimum, await equipped());
    position = best.plays.reduce(laid, position);
    value = best.value;
  }
  return { seed, remaining: cards.length + position.hand.length };
}

/** Ways to lay the minimum, the strategy's own first. */
function optionsIn(position: Position, minimum: number, known: Equipped): Option[] {
  const { rules, starts, kernels, fixed } = known;
  const { hand } = position;
  const deck = deckOf(position, rules);
  const tops = topsOf(position, known);
  const found = [1, 3 * hand.length, 1].map((size) => kernels.room(WORD * OPTIONS * size));
  const put = (numbers: number[]) => kernels.put(BigInt64Array.from(numbers, BigInt));
  const count = kernels.run(
    "advise_thegame",
    ...[...fixed, minimum, put(tops.map((top, pile) => Math.abs(top - starts[pile]))), hand.length, deck.length],
    ...[put([...hand, ...deck].map((card) => card - rules.lowest + 1)), OPTIONS, ...found],
  );
  const numbers = (at: number, length: number) => [...kernels.get(BigInt64Array, at, length)].map(Number);
  const [lengths, ways, values] = found;
  const worth = kernels.get(Float64Array, values, count);
  return numbers(lengths, count).map((length, option) => {
    const way = Array.from({ length }, (_, at) => numbers(ways + WORD * 3 * (option * hand.length + at), 3));
    const plays = way.map(([slot, pile, advance]) => named(hand[slot], pile, advance, rules));
    const value = Number.isNaN(worth[option]) ? null : worth[option];
    return { plays, position: notation(plays.reduce(laid, position)), value };
  });
}

/** How far a card takes a pile on, less than 0 for a backwards trick; 0 if it may not be laid. */
const advanceOf = (card: number, pile: number, top: number, { rules, starts, kernels, fixed }: Equipped) =>
  kernels.run("advance_thegame", ...fixed, card - rules.lowest + 1, pile, Math.abs(top - starts[pile]));

/** A play, by its name: 12u1 lays 12 on the first pile that goes up. */
function named(card: number, pile: number, advance: number, { ups }: Rules) {
  const move = pile < ups ? `${card}u${pile + 1}` : `${card}d${pile + 1 - ups}`;
  return { move, card, pile, is_trick: advance < 0, advance };
}

const laid = ({ hand, piles }: Position, { card, pile }: { card: number; pile: number }): Position => ({
  hand: hand.filter((other) => other !== card),
  piles: piles.map((cards, at) => (at === pile ? [...cards, card] : cards)),
});

const ascending = (a: number, b: number) => a - b;

const cardsOf = ({ lowest, highest }: Rules) => Array.from({ length: highest - lowest + 1 }, (_, at) => lowest + at);

/** The cards in neither hand nor pile, ascending. */
const deckOf = ({ hand, piles }: Position, rules: Rules) =>
  cardsOf(rules).filter((card) => ![hand, ...piles].flat().includes(card));

/** The top of each pile; of an empty one what it starts from. */
const topsOf = ({ piles }: Position, { starts }: Equipped) => starts.map((start, pile) => piles[pile].at(-1) ?? start);

function parse(text: string, known: Equipped): Position {
  const { rules, starts } = known;
  const [, before, after] =
    /^([^:]*):(.*)$/s.exec(text) ?? refuse(`position ${quote(text)}: expected HAND : PILE / PILE / PILE / PILE`);
  const [hand, ...piles] = [before, ...after.split("/")].map((part) => {
    const words = part.split(/\s+/).filter(Boolean);
    if (words.length === 1 && words[0] === "-") return [];
    if (words.length && words.every((word) => /^[0-9]+$/.test(word))) return words.map(Number);
    return refuse(`position ${quote(text)}: ${quote(part.trim())} ${NO_CARDS}`);
  });
  hand.sort(ascending);
  if (piles.length !== starts.length) refuse(`${piles.length} piles: expected ${starts.length}`);
  if (hand.length > rules.hand) refuse(`hand of ${hand.length} cards: expected ${rules.hand} or fewer`);
  const cards = [hand, ...piles].flat();
  for (const [at, card] of cards.entries()) {
    if (card < rules.lowest || card > rules.highest)
      refuse(`card ${card}: expected one from ${rules.lowest} to ${rules.highest}`);
    if (cards.indexOf(card) < at) refuse(`card ${card} appears twice: expected each card once`);
  }
  for (const [pile, laid] of piles.entries()) {
    for (const [at, card] of laid.entries()) {
      const top = at ? laid[at - 1] : starts[pile];
      if (!advanceOf(card, pile, top, known))
        refuse(`card ${card} on ${top}, pile ${pile + 1}: expected cards in the order laid`);
    }
  }
  return { hand, piles };
}
