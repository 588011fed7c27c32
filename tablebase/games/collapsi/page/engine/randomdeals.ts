/**
 * Random deals; with an opening book of some winner, length and number of winning first moves, and
 * with tables of some difficulty. A seed draws the same deal as the library: its generator is
 * Python's. docs: `tablebase/games/collapsi/studies/finder.py`.
 */

import type { Query, Work } from "#engine/answers.ts";
import { refuse } from "#engine/errors.ts";
import { choiceOf, numberOf } from "#engine/query.ts";
import { generator, seedOf } from "#engine/random.ts";
import type { Edition, RandomDeal } from "../answers.d.ts";
import { imageOf } from "./layout.ts";
import { Deal, type Position } from "./position.ts";
import { type Probe, type Prober, winnerOf, winning } from "./probe.ts";
import type { Rules } from "./rules.ts";

/** The filters that the opening book answers; the last one needs tables, too. */
const FILTERS = ["winner", "length", "winning_moves", "difficulty"];
const MOST = 14;

/** Deals looked at before giving up on a grade; at least one deal in twenty is of each grade. */
const TRIES = 300;

type Grades = [NonNullable<RandomDeal["difficulty"]>, number | null][];
type Wanted = { rules: Rules; edition: Edition; prober: Prober; query: Query; work: Work };
type Known = Pick<RandomDeal, "winner" | "dte" | "winning_moves" | "difficulty">;

/**
 * A random deal.
 *
 * @param grades of difficulty, and where each ends, in bits; null if there is no opening book of the rules
 */
export async function drawn(wanted: Wanted, grades: Grades | null): Promise<RandomDeal> {
  const { rules, edition, prober, query, work } = wanted;
  const seed = seedOf(query);
  const random = generator(seed);
  const dealt = (start: Position, known: Known) => {
    const [deal, position] = [start.deal, start].map(String);
    return { deal, rules: rules.name, edition: edition.name, seed, position, ...known };
  };
  const given = FILTERS.filter((name) => name in query);
  if (!grades) {
    const [refused] = given;
    if (refused) refuse(`${refused}: expected no such filter with rules ${rules.name}`, refused, 501);
    const start = Deal.random(random, rules).asDealt(edition).settled(prober.kernels);
    return dealt(start, { winner: null, dte: null, winning_moves: null, difficulty: null });
  }
  const names = grades.map(([name]) => name);
  const grade = choiceOf(query, "difficulty", names);
  let tries = 0;
  for await (const deal of source(wanted, random)) {
    if (tries++ === TRIES) break;
    const line = await prober.line(deal.asDealt(edition), work);
    const [start] = line;
    const bits = difficultyOf(line);
    const difficulty = grades.find(([, end]) => end === null || bits < end)?.[0] ?? null;
    const winner = winnerOf(start.position.sides, start.values) as RandomDeal["winner"];
    if (!grade || difficulty === grade)
      return dealt(start.position, { winner, dte: start.value.dte, winning_moves: winning(start), difficulty });
    await work.pause();
  }
  const graded = "another seed or other filters may find one"; // a grade is looked for in a sample
  const hint = grade ? graded : "expected filters that a deal can match";
  return refuse(`no deal found with ${given.map((name) => `${name} ${query[name]}`).join(", ")}: ${hint}`, null, 404);
}

/** One deal after the other. */
async function* source({ rules, edition, prober, query }: Wanted, random: () => number) {
  const winner = choiceOf(query, "winner", ["red", "blue"]);
  const length = numberOf(query, "length", 0, MOST, null);
  const winning = numberOf(query, "winning_moves", 0, MOST, null);
  if (winner && length !== null && (winner === "red") !== Boolean(length % 2))
    refuse(`length ${length} with winner ${winner}: red wins in an odd number of plies, blue in an even one`, "length");
  while (!winner && length === null && winning === null) yield Deal.random(random, rules);
  const { values } = prober.codings.nibble;
  const book = await import("./book.ts"); // with the first deal that needs it
  const places = await book.find(
    edition.name,
    (code, moves) =>
      (length === null || values[code].dte === length) &&
      (!winner || (values[code].result === "win") === (winner === "red")) &&
      (winning === null || moves === winning),
  );
  for (let first = 0; first < places.length; first++) {
    const other = first + Math.floor(random() * (places.length - first));
    [places[first], places[other]] = [places[other], places[first]];
    const { cards, starts } = await book.at(places[first]);
    const deal = new Deal(cards, starts, rules);
    const { all } = imageOf(deal, prober.kernels);
    yield imageOf(deal, prober.kernels, Math.floor(random() * all)).deal;
  }
}

/** How hard a position is for the side that wins it, in bits. docs: `tablebase/engine/play/playthrough.py`. */
function difficultyOf(line: Probe[]) {
  const first = line[0].value.result === "win" ? 0 : 1;
  const turns = line.filter(({ moves }, at) => at % 2 === first && moves.length);
  return turns.reduce((bits, turn) => bits + Math.log2(turn.moves.length / winning(turn)), 0);
}
