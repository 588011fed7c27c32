/**
 * Random deals; with an opening book of some winner, length and number of winning first moves, and
 * with tables of some difficulty. A seed draws the same deal as the library: its generator is
 * Python's. docs: `tablebase/games/collapsi/studies/finder.py`.
 */

import { EngineError } from "#engine/errors.ts";
import { choiceOf, numberOf } from "#engine/query.ts";
import { generator } from "#engine/random.ts";
import { Deal, type Position } from "./position.ts";
import { type Probe as ProbeType, type Prober, winnerOf } from "./probe.ts";
import { imageOf } from "./symmetry.ts";
import type { Edition, Rules } from "./rules.ts";
import type { Probe, RandomDeal } from "../answers.d.ts";
import type { Work } from "#engine/answers.ts";

/** The book is loaded with the first deal that needs it. */
const bookOnce = () => import("./book.ts").then(({ BOOK }) => BOOK);

/** The filters that the opening book answers; the last one needs tables, too. */
const FILTERS = ["winner", "length", "winning_moves", "difficulty"];
const MOST = 14;

/** Deals looked at before giving up on a grade; at least one deal in twenty is of each grade. */
const TRIES = 300;

export class RandomDeals {
  prober: Prober;
  grades: [NonNullable<RandomDeal["difficulty"]>, number | null][];

  /** @param grades of difficulty, and where each ends, in bits */
  constructor(prober: Prober, grades: [NonNullable<RandomDeal["difficulty"]>, number | null][]) {
    this.prober = prober;
    this.grades = grades;
  }

  /** @param hasBook whether there is an opening book of the rules */
  async draw(
    rules: Rules,
    edition: Edition,
    query: Record<string, any>,
    seed: number,
    hasBook: boolean,
    work: Work,
  ): Promise<RandomDeal> {
    const random = generator(seed);
    if (hasBook) return this.#graded(rules, edition, query, seed, random, work);
    const refused = FILTERS.find((name) => name in query);
    if (refused) throw new EngineError(`${refused}: expected no such filter with rules ${rules.name}`, refused, 501);
    const start = Deal.random(random, rules).asDealt(edition).settled(this.prober.tables.kernels);
    return { ...dealt(start, seed), winner: null, dte: null, winning_moves: null, difficulty: null };
  }

  /** A deal of some difficulty. */
  async #graded(
    rules: Rules,
    edition: Edition,
    query: Record<string, any>,
    seed: number,
    random: () => number,
    work: Work,
  ) {
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
        winner: sideOf(winnerOf(start)),
        dte: start.value.dte,
        winning_moves: start.moves.filter(({ value }) => value.result === "win").length,
        difficulty: grade ?? null,
      };
    }
    throw noneFound(query);
  }

  /** A source of one deal after the other. */
  async #deals(rules: Rules, edition: Edition, query: Record<string, any>, random: () => number) {
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
    const book = await bookOnce();
    const places = await book.find(
      edition.name,
      (code, moves) =>
        (length === null || values[code].dte === length) &&
        (!winner || (values[code].result === "win") === (winner === "red")) &&
        (winning === null || moves === winning),
    );
    const { kernels } = this.prober.tables;
    let first = 0;
    return async () => {
      if (first === places.length) return null;
      const other = first + Math.floor(random() * (places.length - first));
      [places[first], places[other]] = [places[other], places[first]];
      const { cards, starts } = await book.at(places[first++]);
      const { all } = imageOf(rules, cards, starts, kernels);
      const { image } = imageOf(rules, cards, starts, kernels, Math.floor(random() * all));
      return new Deal(cards, starts, rules).image(image);
    };
  }
}

/** The error if no deal passes the filters. */
function noneFound(query: Record<string, any>) {
  const given = FILTERS.filter((name) => name in query).map((name) => `${name} ${query[name]}`);
  const graded = "another seed or other filters may find one"; // a grade is looked for in a sample
  const hint = "difficulty" in query ? graded : "expected filters that a deal can match";
  return new EngineError(`no deal found with ${given.join(", ")}: ${hint}`, null, 404);
}

/** A winner among two. */
const sideOf = (winner: Probe["winner"]) => winner as RandomDeal["winner"];

function dealt(start: Position, seed: number) {
  return {
    deal: String(start.deal),
    rules: start.rules.name,
    edition: start.edition.name,
    seed,
    position: String(start),
  };
}

/** How hard a position is for the side that wins it, in bits. docs: `tablebase/engine/play/playthrough.py`. */
function difficultyOf(line: ProbeType[]) {
  const first = line[0].value.result === "win" ? 0 : 1;
  const turns = line.filter(({ moves }, at) => at % 2 === first && moves.length);
  return turns.reduce((bits, { moves }) => {
    const kept = moves.filter(({ value }) => value.result === "win").length;
    return bits + Math.log2(moves.length / kept);
  }, 0);
}
