/**
 * The engine: each of the API's questions, answered by kernels.
 *
 * @typedef {import("./tables.js").Work} Work
 * @typedef {Record<string, any>} Query
 */

import { Book } from "./book.js";
import { DealTable } from "./deals.js";
import { EngineError, quote } from "./errors.js";
import { Kernels } from "./kernels.js";
import { chosen } from "./opponent.js";
import { Deal, Position } from "./position.js";
import { Prober, named, shown, untabled } from "./probe.js";
import { numberOf, required } from "./query.js";
import { RandomDeals } from "./randomdeals.js";
import { SEEDS, freshSeed, generator } from "./random.js";
import { cellName, editionOf, rulesOf } from "./rules.js";
import { described, inBrowser } from "./described.js";
import { Tables, checkSolved, isSolved } from "./tables.js";

// What is not needed for the first values is loaded on first use.
const statistics = () => import("./statistics.js");
const search = () => import("./search.js");
const strategy = () => import("./strategy.js");
const many = () => import("./many.js");
const nim = () => import("./nim.js");
const pairs = () => import("./pairs.js");
const solo = () => import("./solo.js");
const thegame = () => import("./thegame.js");

/** The published game's rules. */
const PUBLISHED = "collapsi";

export class Engine {
  /** @param {Kernels} kernels @param {any} data what Python wrote down: rules, strengths, codings */
  constructor(kernels, data) {
    this.kernels = kernels;
    this.data = data;
    this.tables = new Tables(kernels);
    this.prober = new Prober(this.tables, data.codings);
    this.random = new RandomDeals(this.prober, data.grades, new Book(new URL("book.bin.gz", import.meta.url)));
  }

  /** @param {string} path @param {Query} query @param {Work} work @returns {Promise<any>} */
  async answer(path, query, work) {
    const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== "" && value != null));
    const answer = this.#answers[path];
    if (!answer) throw new EngineError(`unknown path ${quote(path)}`, null, 404);
    return answer(given, work);
  }

  /** @type {Record<string, (query: Query, work: Work) => any>} */
  #answers = {
    probe: async (query, work) => {
      const position = this.#position(query);
      if (position.rules.players > 2 && !isSolved(position.rules)) return untabled(position, this.kernels);
      return shown(await this.prober.probe(position, work));
    },
    moves: async (query) => untabled(this.#position(query), this.kernels),
    line: async (query, work) => {
      const position = this.#position(query);
      if (position.rules.players > 2 && !isSolved(position.rules)) return { line: [untabled(position, this.kernels)] };
      return { line: (await this.prober.line(position, work)).map(shown) };
    },
    search: async (query, work) => (await search()).search(this.#position(query), numberOf(query, "seconds", 1, 3600, 10), this.prober, work),
    reply: async (query, work) => {
      const position = this.#position(query);
      const seed = this.#seed(query);
      const player = this.#player(query.level, position.rules);
      if (!position.moves(this.kernels).length)
        throw new EngineError(`position ${position}: the game is over, expected a position with moves`, "position");
      const { cell, path, after } = await player.choose(position, generator(seed), work);
      return {
        move: cellName(position.rules, cell),
        position: String(after),
        path: named(position, path),
        level: player.name,
        seed,
      };
    },
    advice: async (query, work) => {
      const probe = await this.prober.probe(this.#position(query), work);
      return (await strategy()).advice(probe, required(query, "strategy"));
    },
    strategies: async () => (await strategy()).strategies(),
    deal: async (query, work) => {
      const { rules, edition } = this.#variant(query);
      const deal = Deal.parse(required(query, "deal"), rules);
      if (rules.players > 2)
        throw new EngineError(`rules ${rules.name}: a deal's statistics need one value for each position, expected rules for two players`, "rules");
      const { table, layout } = await this.tables.find(deal.cards, rules, work, "deal");
      if (!(table instanceof DealTable)) throw new EngineError("no counts", "rules");
      const start = await this.prober.probe(deal.asDealt(edition), work);
      return (await statistics()).statistics(deal, start, table, layout, this.prober.coding(table), this.kernels);
    },
    random: async (query, work) => {
      const { rules, edition } = this.#variant(query);
      return this.random.draw(rules, edition, query, this.#seed(query), rules.name === PUBLISHED && typeof query.rules !== "object", work);
    },
    rules: async (query) => {
      const { rules: offered } = this.data;
      if (!("rules" in query)) return offered.map(inBrowser);
      const known = offered.find((/** @type {any} */ { name }) => name === query.rules);
      return [known ? inBrowser(known) : await described(rulesOf(query.rules, offered))];
    },
    levels: async () => this.data.levels,
    "nim/probe": async (query, work) =>
      (await nim()).probe(query, this.data.codings.misere, this.data.codings.byte, work),
    "pairs/probe": async (query) => (await pairs()).probe(query),
    "pairs/solve": async (query, work) => (await pairs()).solve(query, work),
    "pairs/random": async (query) => (await pairs()).random(this.#seed(query)),
    "solo/probe": async (query) => (await solo()).probe(query, this.data.tries, this.kernels),
    "thegame/deal": async (query) => (await thegame()).deal(this.#seed(query)),
    "thegame/game": async (query, work) => (await thegame()).game(this.#seed(query), work),
    "thegame/probe": async (query) => (await thegame()).probe(query),
    "thegame/advice": async (query) => (await thegame()).advice(query),
    "solo/random": async (query, work) => (await solo()).random(query, this.#seed(query), this.data.tries, this.kernels, work),
  };

  /** @param {Query} query */
  #variant(query) {
    const rules = rulesOf(query.rules ?? PUBLISHED, this.data.rules);
    return { rules, edition: editionOf(rules, query.edition) };
  }

  /** @param {Query} query */
  #position(query) {
    const { rules } = this.#variant(query);
    return Position.parse(required(query, "position"), query.edition, rules).settled(this.kernels);
  }

  /** @param {Query} query @returns {number} */
  #seed(query) {
    return "seed" in query ? numberOf(query, "seed", 0, SEEDS - 1, 0) : freshSeed();
  }

  /**
   * A computer player: of a strength or, for three and four, one that expects something of others.
   *
   * @param {any} level @param {import("./rules.js").Rules} rules
   * @returns {{name: string, choose: (position: Position, random: () => number, work: Work) => Promise<any>}}
   */
  #player(level, rules) {
    if (rules.players > 2 && level && !this.data.levels.some((/** @type {any} */ { name }) => name === level)) {
      checkSolved(rules, "position");
      return { name: level, choose: async (position, random, work) => (await many()).choose(position, level, random, this.kernels, work) };
    }
    const strength = this.#strength(level);
    return { name: strength.name, choose: async (position, random, work) => chosen(await this.prober.probe(position, work), strength, random) };
  }

  /** @param {any} name */
  #strength(name) {
    const { levels } = this.data;
    const found = name === undefined ? levels[0] : levels.find((/** @type {any} */ level) => level.name === name);
    const names = levels.map((/** @type {any} */ level) => level.name).join(" or ");
    if (!found) throw new EngineError(`unknown level ${quote(String(name))}: expected ${names}`, "level");
    return found;
  }
}
