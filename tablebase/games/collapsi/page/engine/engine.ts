/**
 * The engine: each of the API's questions, answered by kernels. Paths and queries are those of
 * docs/api-http.md, and so is the JSON of every answer:
 *
 *     probe    {position, edition?, rules?}              values of a position and of every move
 *     line     {position, edition?, rules?}              {line: probes of best play to the end}
 *     moves    {position, edition?, rules?}              a probe whose values are null: what is legal
 *     search   {position, edition?, rules?, seconds?}    what a forward search has proven
 *     reply    {position, edition?, rules?, level?}      {move, position, path, level, seed}
 *     deal     {deal, edition?, rules?}                  counts by value, and the opening
 *     random   {edition?, rules?, winner?, length?, winning_moves?, difficulty?}   a deal
 *     rules    {rules?}                                  the rules that are offered, or one of them
 *     levels   {}                                        the computer's strengths
 *
 * Beyond the API, `rules` may be an object, `{rows, columns, wrap?, picture?, deck, editions?,
 * landing?, players?, out?, name?}`: like an answer of `rules`, with the deck as letters ("AAAA22223333 44JJ") and
 * editions as `[{name, joker_steps}]`, by default wild and single. The path `rules` with such an
 * object completes it, or says what is wrong with it. Answers name it by `name`, else "custom".
 *
 * With three and four players `level` in `reply` may be `alone`, `maxn` or `pair` (of four), the
 * computer players of `tablebase play`, instead of a strategy.
 *
 * Only the engine, not the API, answers:
 *
 *     advice       {position, edition?, rules?, strategy}   what a rule of thumb says
 *         {strategy, position, order: [{feature: weight}], made: [move], moves: [{move, keeps_win,
 *         features: {name: number}}]}: the moves that it makes, all as likely, the best of them
 *         first; `order` compares the features. Two players, no landing, at most 16 cells.
 *     strategies   {}   strategies.json: the strategies, and the features in words
 */

import { EngineError } from "#engine/errors.ts";
import { Kernels } from "#engine/kernels.ts";
import { chosen } from "#engine/opponent.ts";
import { numberOf, required } from "#engine/query.ts";
import { generator, seedOf } from "#engine/random.ts";
import { DealTable } from "./deals.ts";
import { described, inBrowser } from "./described.ts";
import { Deal, Position } from "./position.ts";
import { Prober, named, shown, untabled } from "./probe.ts";
import { RandomDeals } from "./randomdeals.ts";
import { editionOf, PUBLISHED, rulesOf } from "./rules.ts";
import { Tables, checkSolved, isSolved } from "./tables.ts";
import { Turn } from "./turns.ts";
import type { Answers, Equipment, Query, Work } from "#engine/answers.ts";
import type { Options } from "./known.ts";

export type CustomRules = {
  name?: string;
  rows: number;
  columns: number;
  wrap?: boolean;
  picture?: string[];
  deck: string;
  editions?: { name: string; joker_steps: number[] }[];
} & Partial<Options>;

// What is not needed for the first values is loaded on first use.
const statistics = () => import("./statistics.ts");
const search = () => import("./search.ts");
const strategy = () => import("./strategy.ts");
const many = () => import("./many.ts");

export class Engine {
  kernels: Kernels;
  data: any;
  tables: Tables;
  prober: Prober;
  random: RandomDeals;

  /** @param data what Python wrote down: rules, strengths, codings */
  constructor(kernels: Kernels, data: any) {
    this.kernels = kernels;
    this.data = data;
    this.tables = new Tables(kernels);
    this.prober = new Prober(this.tables, data.codings);
    this.random = new RandomDeals(this.prober, data.grades);
  }

  answers: Answers = {
    probe: async (query, work) => {
      const position = await this.#position(query);
      if (!position.rules.turn.twoSided && !isSolved(position.rules)) return untabled(position, this.kernels);
      return shown(await this.prober.probe(position, work));
    },
    moves: async (query) => untabled(await this.#position(query), this.kernels),
    line: async (query, work) => {
      const position = await this.#position(query);
      if (!position.rules.turn.twoSided && !isSolved(position.rules))
        return { line: [untabled(position, this.kernels)] };
      return { line: (await this.prober.line(position, work)).map(shown) };
    },
    search: async (query, work) =>
      (await search()).search(await this.#position(query), numberOf(query, "seconds", 1, 3600, 10), this.prober, work),
    reply: async (query, work) => {
      const position = await this.#position(query);
      const seed = seedOf(query);
      const { level = this.data.levels[0].name } = query;
      if (!position.moves(this.kernels).length)
        throw new EngineError(`position ${position}: the game is over, expected a position with moves`, "position");
      const { name, path, after } = await this.#chosen(level, position, generator(seed), work);
      return {
        move: name,
        position: String(after),
        path: named(position, path),
        level,
        seed,
      };
    },
    advice: async (query, work) => {
      const probe = await this.prober.probe(await this.#position(query), work);
      return (await strategy()).advice(probe, required(query, "strategy"));
    },
    strategies: async () => (await strategy()).strategies(),
    deal: async (query, work) => {
      const { rules, edition } = this.#variant(query);
      const deal = Deal.parse(required(query, "deal"), rules);
      if (!rules.turn.twoSided)
        throw new EngineError(
          `rules ${rules.name}: a deal's statistics need one value for each position, expected rules for two players`,
          "rules",
        );
      const { table, layout } = await this.tables.find(deal.cards, rules, work, "deal");
      if (!(table instanceof DealTable)) throw new EngineError("no counts", "rules");
      const start = await this.prober.probe(deal.asDealt(edition), work);
      return (await statistics()).statistics(deal, start, table, layout, this.prober.coding(table), this.kernels);
    },
    random: async (query, work) => {
      const { rules, edition } = this.#variant(query);
      return this.random.draw(rules, edition, query, seedOf(query), this.#hasBook(query), work);
    },
    rules: async (query) => {
      const { rules: offered } = this.data;
      if (!("rules" in query)) return offered.filter((rules: any) => new Turn(rules).near >= 0).map(inBrowser);
      const known = offered.find(({ name }: any) => name === query.rules);
      return [known ? inBrowser(known) : await described(rulesOf(query.rules, offered, this.data.gone))];
    },
    levels: async () => this.data.levels,
  };

  #variant(query: Query) {
    const rules = rulesOf(query.rules ?? PUBLISHED, this.data.rules, this.data.gone);
    return { rules, edition: editionOf(rules, query.edition) };
  }

  /** Whether there is an opening book of the rules asked for. */
  #hasBook({ rules = PUBLISHED }: Query) {
    return this.data.rules.some((known: any) => known.name === rules && known.book);
  }

  async #position(query: Query) {
    const { rules } = this.#variant(query);
    return Position.parse(required(query, "position"), query.edition, rules, this.kernels);
  }

  /**
   * A computer player's move: of a strength, for two of a strategy, or for three and four one that
   * expects something of others.
   */
  async #chosen(level: string, position: Position, random: () => number, work: Work) {
    const { levels } = this.data;
    const strength = levels.find(({ name }: any) => name === level);
    if (!strength && !position.rules.turn.twoSided) {
      checkSolved(position.rules, "position");
      return (await many()).choose(position, level, random, this.kernels, work);
    }
    const probe = () => this.prober.probe(position, work);
    return strength ? chosen(await probe(), strength, random) : (await strategy()).choose(probe, level, random, levels);
  }
}

let start: (engine: Engine) => void;
const engine: Promise<Engine> = new Promise((resolve) => (start = resolve));

/** Begin, with the kernels and data.json. */
export const begin = ({ module, data }: Equipment) => start(new Engine(new Kernels(module), data));

export const answers = engine.then((begun) => begun.answers);
