/**
 * The engine: each of the API's questions, answered by kernels. Paths and queries are those of
 * docs/api-http.md, and so is the JSON of every answer; `moves` is a probe whose values are null.
 *
 * Beyond the API, `rules` may be an object, `{rows, columns, wrap?, picture?, deck, editions?,
 * landing?, players?, out?, name?}`: like an answer of `rules`, with the deck as letters ("AAAA22223333 44JJ") and
 * editions as `[{name, joker_steps}]`, by default wild and single. The path `rules` with such an
 * object completes it, or says what is wrong with it. Answers name it by `name`, else "custom".
 *
 * With three and four players `level` in `reply` may be `alone`, `maxn` or `pair` (of four), the
 * computer players of `tablebase play`, instead of a strategy.
 *
 * Only the library and a server answer `deal`: the engine refuses it.
 *
 * Only the engine, not the API, answers:
 *
 *     advice       {position, edition?, rules?, strategy}   what a rule of thumb says
 *         {strategy, position, order: [{feature: weight}], made: [move], moves: [{move, keeps_win,
 *         features: {name: number}}]}: the moves that it makes, all as likely, the best of them
 *         first; `order` compares the features. Two players, no landing, at most 16 cells.
 *     strategies   {}   strategies.json: the strategies, and the features' names
 */

import type { Answers, Equipment, Query, Work } from "#engine/answers.ts";
import { quote, refuse } from "#engine/errors.ts";
import { Kernels } from "#engine/kernels.ts";
import { chosen } from "#engine/opponent.ts";
import { numberOf, required } from "#engine/query.ts";
import { generator, seedOf } from "#engine/random.ts";
import type { Rules } from "../answers.d.ts";
import { described } from "./described.ts";
import { Position } from "./position.ts";
import { checkSolved, isSolved, named, Prober, shown, untabled } from "./probe.ts";
import { drawn } from "./randomdeals.ts";
import { editionOf, PUBLISHED, rulesOf } from "./rules.ts";
import { type Options, Turn } from "./turns.ts";

export type CustomRules = Pick<Rules, "rows" | "columns" | "deck"> &
  Partial<Pick<Rules, "name" | "wrap" | "picture" | "editions"> & Options>;

// What is not needed for the first values is loaded on first use.
const search = () => import("./search.ts");
const strategy = () => import("./strategy.ts");
const many = () => import("./placings.ts");

/** A position in the notation of the published Rust solver, which only the library reads, and so a server. */
const NUMERIC = /^\s*[0-9rb]+(\/[0-9rb]+)+\s*$/;

/** @param data what Python wrote down: rules, strengths, codings */
function answersOf(kernels: Kernels, data: any): Answers {
  const prober = new Prober(kernels, data.codings);

  function variant(query: Query) {
    const rules = rulesOf(query.rules ?? PUBLISHED, data.rules, data.gone);
    return { rules, edition: editionOf(rules, query.edition) };
  }

  async function read(query: Query) {
    const text = required(query, "position");
    const { rules } = variant(query);
    if (rules.turn.twoSided && NUMERIC.test(text))
      refuse(`${quote(text)} has digits for all cards: expected A for 1 and J or x for 0`, "position", 501);
    return Position.parse(text, query.edition, rules, kernels);
  }

  const levels: string[] = data.levels.map(({ name }: any) => name);

  /** Whether a position has values: one, or what each player can force. */
  const isValued = ({ rules }: Position) => rules.turn.twoSided || isSolved(rules);

  /**
   * A computer player's move: of a strength, for two of a strategy, or for three and four one that
   * expects something of others.
   */
  async function choose(level: string, position: Position, random: () => number, work: Work) {
    const strength = data.levels[levels.indexOf(level)];
    if (!strength && !position.rules.turn.twoSided) {
      checkSolved(position.rules);
      return (await many()).choose(position, level, random, prober, work);
    }
    const probe = () => prober.probe(position, work);
    return strength ? chosen(await probe(), strength, random) : (await strategy()).choose(probe, level, random, levels);
  }

  return {
    probe: async (query, work) => {
      const position = await read(query);
      return isValued(position) ? shown(await prober.probe(position, work)) : untabled(position, kernels);
    },
    moves: async (query) => untabled(await read(query), kernels),
    line: async (query, work) => {
      const position = await read(query);
      if (!isValued(position)) return { line: [untabled(position, kernels)] };
      return { line: (await prober.line(position, work)).map(shown) };
    },
    search: async (query, work) =>
      (await search()).search(await read(query), numberOf(query, "seconds", 1, 3600, 10), prober, work),
    reply: async (query, work) => {
      const position = await read(query);
      const seed = seedOf(query);
      const { level = levels[0] } = query;
      if (!position.moves(kernels).length)
        refuse(`position ${position}: the game is over, expected a position with moves`);
      const { keyOf } = await import("#engine/seeds.ts");
      const random = generator(...keyOf(`${seed} ${level} ${position}`));
      const { name, path, after } = await choose(level, position, random, work);
      return { move: name, position: String(after), path: named(position, path), level, seed };
    },
    advice: async (query, work) => {
      const probe = await prober.probe(await read(query), work);
      return (await strategy()).advice(probe, required(query, "strategy"));
    },
    strategies: async () => (await strategy()).strategies(),
    deal: () => refuse("no statistics of a deal in the browser: expected the library or a server", null, 501),
    random: async (query, work) => {
      const { rules, edition } = variant(query);
      const hasBook = data.rules.some(({ name, book }: any) => name === (query.rules ?? PUBLISHED) && book);
      return drawn({ rules, edition, prober, query, work }, hasBook ? data.grades : null);
    },
    rules: async (query) => {
      const isAsked = (rules: any) => ("rules" in query ? rules.name === query.rules : new Turn(rules).isKnown);
      const known = data.rules.filter(isAsked);
      if (!known.length) return [await described(rulesOf(query.rules, data.rules, data.gone))];
      return Promise.all(known.map((rules: any) => described(rulesOf(rules, []), rules)));
    },
    levels: async () => data.levels,
  };
}

let start: (answers: Answers) => void;

export const answers: Promise<Answers> = new Promise((resolve) => (start = resolve));

/** Begin, with the kernels and data.json. */
export const begin = ({ module, data }: Equipment) => start(answersOf(new Kernels(module), data));
