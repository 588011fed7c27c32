/**
 * The Game: what may be laid, and what a strategy lays. docs: `tablebase/games/thegame/`. Its questions
 * and answers are those of docs/api-http.md.
 */

import type { Query, Work } from "#engine/answers.ts";
import { json } from "#engine/data.ts";
import { quote, refuse } from "#engine/errors.ts";
import { loader } from "#engine/kernels.ts";
import { numberOf, required } from "#engine/query.ts";
import { seedOf } from "#engine/random.ts";
import type { Advice, Deal, Ending, LegalPlays, Option } from "../answers.d.ts";
import { notation } from "../notation.ts";

type Rules = { lowest: number; highest: number; hand: number; ups: number; downs: number; minimum: number };

/** The cards in hand ascending, and those on each pile, the top last. */
type Position = { hand: number[]; piles: number[][] };

/** How many plays are compared. */
const OPTIONS = 5;

const WORD = BigInt64Array.BYTES_PER_ELEMENT;
const NO_CARDS = "is not a list of cards, expected numbers, or - for none";

const data = json(new URL("strategy.json", import.meta.url));
const load = loader(new URL("kernels.wasm", import.meta.url));

export const answers = { deal, probe, advice, game };

/** The cards of a seed in the order in which they are drawn, as in the library's first game of it. */
async function deal(query: Query): Promise<Deal> {
  const seed = seedOf(query);
  const { shuffled } = await equipped();
  return { seed, cards: shuffled(seed) };
}

/** What may be laid. */
async function probe(query: Query): Promise<LegalPlays> {
  const { parse, topsOf, deckOf, advanceOf, named } = await equipped();
  const position = parse(required(query, "position"));
  const [tops, deck] = [topsOf(position), deckOf(position)];
  const plays = position.hand.flatMap((card) =>
    tops.flatMap((top, pile) => {
      const advance = advanceOf(card, pile, top);
      return advance ? [{ ...named(card, pile, advance), position: notation(laid(position, { card, pile })) }] : [];
    }),
  );
  const remaining = position.hand.length + deck.length;
  return { position: notation(position), ...position, tops, deck, remaining, plays };
}

/** What the strategy lays, and what else it has looked at, best first. */
async function advice(query: Query): Promise<Advice> {
  const { rules, strategy, parse, deckOf, optionsIn } = await equipped();
  const position = parse(required(query, "position"));
  const missing = Math.max(0, rules.minimum - numberOf(query, "laid", 0, rules.hand, 0));
  const draws = !missing && deckOf(position).length;
  const options = draws ? [] : optionsIn(position, missing || rules.minimum);
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
    const { optionsIn } = await equipped(); // other questions may have used the memory
    const [best] = optionsIn(position, rules.minimum);
    position = best.plays.reduce(laid, position);
    value = best.value;
  }
  return { seed, remaining: cards.length + position.hand.length };
}

const laid = ({ hand, piles }: Position, { card, pile }: { card: number; pile: number }): Position => ({
  hand: hand.filter((other) => other !== card),
  piles: piles.map((cards, at) => (at === pile ? [...cards, card] : cards)),
});

const ascending = (a: number, b: number) => a - b;

/** What Python wrote down, and what follows from it, by kernels with nothing else in their memory. */
async function equipped() {
  const { context, rules, strategy }: { context: number[]; rules: Rules; strategy: string } = await data();
  const kernels = await load("turns");
  kernels.clear();
  const fixed = [context.length, kernels.put(Float64Array.from(context))];
  const { lowest, highest, ups, downs } = rules;
  const deck = Array.from({ length: highest - lowest + 1 }, (_, at) => lowest + at);
  const starts: number[] = [...Array(ups).fill(lowest - 1), ...Array(downs).fill(highest + 1)];

  /** The cards in neither hand nor pile, ascending. */
  const deckOf = ({ hand, piles }: Position) => deck.filter((card) => ![hand, ...piles].flat().includes(card));

  /** The top of each pile; of an empty one what it starts from. */
  const topsOf = ({ piles }: Position) => starts.map((start, pile) => piles[pile].at(-1) ?? start);

  /** How far a card takes a pile on, less than 0 for a backwards trick; 0 if it may not be laid. */
  const advanceOf = (card: number, pile: number, top: number) =>
    kernels.run("advance_thegame", ...fixed, card - lowest + 1, pile, Math.abs(top - starts[pile]));

  /** A play, by its name: 12u1 lays 12 on the first pile that goes up. */
  function named(card: number, pile: number, advance: number) {
    const move = pile < ups ? `${card}u${pile + 1}` : `${card}d${pile + 1 - ups}`;
    return { move, card, pile, is_trick: advance < 0, advance };
  }

  /** The cards in the order of drawing. */
  function shuffled(seed: number) {
    const order = kernels.room(WORD * deck.length);
    kernels.run("shuffle_thegame", deck.length, kernels.put(BigUint64Array.of(BigInt(seed))), order);
    return numbers(order, deck.length).map((index) => index + lowest - 1);
  }

  const numbers = (at: number, length: number) => [...kernels.get(BigInt64Array, at, length)].map(Number);

  /** Ways to lay the minimum, the strategy's own first. */
  function optionsIn(position: Position, minimum: number): Option[] {
    const { hand } = position;
    const [others, tops] = [deckOf(position), topsOf(position)];
    const [lengths, ways, values] = [1, 3 * hand.length, 1].map((size) => kernels.room(WORD * OPTIONS * size));
    const put = (numbers: number[]) => kernels.put(BigInt64Array.from(numbers, BigInt));
    const heights = put(tops.map((top, pile) => Math.abs(top - starts[pile])));
    const order = put([...hand, ...others].map((card) => card - lowest + 1));
    const given = [minimum, heights, hand.length, others.length, order, OPTIONS, lengths, ways, values];
    const count = kernels.run("advise_thegame", ...fixed, ...given);
    const worth = kernels.get(Float64Array, values, count);
    return numbers(lengths, count).map((length, option) => {
      const way = Array.from({ length }, (_, at) => numbers(ways + WORD * 3 * (option * hand.length + at), 3));
      const plays = way.map(([slot, pile, advance]) => named(hand[slot], pile, advance));
      const value = Number.isNaN(worth[option]) ? null : worth[option];
      return { plays, position: notation(plays.reduce(laid, position)), value };
    });
  }

  function parse(text: string): Position {
    const [, before, after] =
      /^([^:]*):(.*)$/s.exec(text) ?? refuse(`position ${quote(text)}: expected HAND : PILE / PILE / PILE / PILE`);
    const [hand, ...piles] = [before, ...after.split("/")].map((part) => {
      const words = part.split(/[\s_]+/).filter(Boolean);
      if (words.length === 1 && words[0] === "-") return [];
      if (words.length && words.every((word) => /^[0-9]+$/.test(word))) return words.map(Number);
      return refuse(`position ${quote(text)}: ${quote(part.trim())} ${NO_CARDS}`);
    });
    hand.sort(ascending);
    if (piles.length !== starts.length) refuse(`${piles.length} piles: expected ${starts.length}`);
    if (hand.length > rules.hand) refuse(`hand of ${hand.length} cards: expected ${rules.hand} or fewer`);
    const cards = [hand, ...piles].flat();
    for (const [at, card] of cards.entries()) {
      if (!deck.includes(card)) refuse(`card ${card}: expected one from ${lowest} to ${highest}`);
      if (cards.indexOf(card) < at) refuse(`card ${card} appears twice: expected each card once`);
    }
    for (const [pile, laid] of piles.entries())
      for (const [at, card] of laid.entries()) {
        const top = laid[at - 1] ?? starts[pile];
        if (!advanceOf(card, pile, top))
          refuse(`card ${card} on ${top}, pile ${pile + 1}: expected cards in the order laid`);
      }
    return { hand, piles };
  }

  return { rules, strategy, starts, shuffled, deckOf, topsOf, advanceOf, named, optionsIn, parse };
}
