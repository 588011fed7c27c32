/**
 * Random deals; in the published game of some winner, length, number of winning first moves and
 * difficulty.
 *
 * @typedef {import("../answers.js").RandomDeal} RandomDeal
 * @typedef {import("./rules.js").Rules} Rules
 * @typedef {import("./rules.js").Edition} Edition
 * @typedef {import("../../../../engine/answers.js").Work} Work
 * @typedef {import("./probe.js").Probe} Probe
 */

import { EngineError } from "../../../../engine/errors.js";
import { choiceOf, numberOf } from "../../../../engine/query.js";
import { generator, oneOf } from "../../../../engine/random.js";
import { Deal } from "./position.js";
import { winnerOf } from "./probe.js";
import { automorphisms } from "./symmetry.js";

const FILTERS = ["winner", "length", "winning_moves", "difficulty"];
const MOST = 14;

/** Deals looked at before giving up on a grade; at least one deal in twenty is of each grade. */
const TRIES = 300;

export class RandomDeals {
  /**
   * @param {import("./probe.js").Prober} prober
   * @param {[NonNullable<RandomDeal["difficulty"]>, number | null][]} grades of difficulty, and where each ends, in bits
   * @param {import("./book.js").Book} book
   */
  constructor(prober, grades, book) {
    this.prober = prober;
    this.grades = grades;
    this.book = book;
  }

  /**
   * @param {Rules} rules @param {Edition} edition @param {Record<string, any>} query
   * @param {number} seed @param {boolean} published whether these are the published game's rules
   * @param {Work} work
   * @returns {Promise<RandomDeal>}
   */
  async draw(rules, edition, query, seed, published, work) {
    const random = generator(seed);
    const filters = FILTERS.filter((name) => name in query);
    if (published) return this.#published(rules, edition, query, seed, random, work);
    if (filters.length)
      throw new EngineError(`${filters[0]}: only the published game's deals have an opening book`, filters[0]);
    const start = Deal.random(random, rules).asDealt(edition).settled(this.prober.tables.kernels);
    return { ...dealt(start, seed), winner: null, dte: null, winning_moves: null, difficulty: null };
  }

  /** @param {Rules} rules @param {Edition} edition @param {Record<string, any>} query @param {number} seed @param {() => number} random @param {Work} work */
  async #published(rules, edition, query, seed, random, work) {
    const names = this.grades.map(([name]) => name);
    const difficulty = choiceOf(query, "difficulty", names);
    const next = await this.#deals(rules, edition, query, random);
    for (let tries = 0; tries < TRIES; tries++) {
      const deal = await next();
      if (!deal) break;
      const line = await this.prober.line(deal.asDealt(edition), work);
      const bits = difficultyOf(line);
      const grade = this.grades.find(([, end]) => end === null || bits < end)?.[0];
      if (difficulty && grade !== difficulty) {
        await work.pause();
        continue;
      }
      const [start] = line;
      return {
        ...dealt(start.position, seed),
        winner: /** @type {RandomDeal["winner"]} */ (winnerOf(start)),
        dte: start.value.dte,
        winning_moves: start.moves.filter(({ value }) => value.result === "win").length,
        difficulty: grade ?? null,
      };
    }
    const given = FILTERS.filter((name) => name in query)
      .map((name) => `${name} ${query[name]}`)
      .join(", ");
    throw new EngineError(`no deal found with ${given}: expected filters that a deal can match`, null, 404);
  }

  /** A source of one deal after the other. @param {Rules} rules @param {Edition} edition @param {Record<string, any>} query @param {() => number} random */
  async #deals(rules, edition, query, random) {
    const winner = choiceOf(query, "winner", ["red", "blue"]);
    const length = numberOf(query, "length", 0, MOST, null);
    const winning = numberOf(query, "winning_moves", 0, MOST, null);
    if (winner && length !== null && (winner === "red") !== Boolean(length % 2))
      throw new EngineError(
        `length ${length} with winner ${winner}: red wins in an odd number of plies, blue in an even one`,
        "length",
      );
    if (!winner && length === null && winning === null) return async () => Deal.random(random, rules);
    const { values } = this.prober.codings.nibble;
    const places = await this.book.find(
      edition.name,
      (code, moves) =>
        (length === null || values[code].dte === length) &&
        (!winner || (values[code].result === "win") === (winner === "red")) &&
        (winning === null || moves === winning),
    );
    return async () => {
      if (!places.length) return null;
      const [place] = places.splice(Math.floor(random() * places.length), 1);
      const { cards, starts } = await this.book.at(place);
      return new Deal(cards, starts, rules).image(oneOf(automorphisms(rules), random));
    };
  }
}

/** @param {import("./position.js").Position} start @param {number} seed */
function dealt(start, seed) {
  return {
    deal: String(start.deal),
    rules: start.rules.name,
    edition: start.edition.name,
    seed,
    position: String(start),
  };
}

/** How hard a position is for the side that wins it, in bits. docs: `tablebase/engine/play/review.py`. @param {Probe[]} line */
function difficultyOf(line) {
  const first = line[0].value.result === "win" ? 0 : 1;
  const turns = line.filter(({ moves }, at) => at % 2 === first && moves.length);
  return turns.reduce((bits, { moves }) => {
    const kept = moves.filter(({ value }) => value.result === "win").length;
    return bits + Math.log2(moves.length / kept);
  }, 0);
}
