/** The puzzles, fetched when they are first needed, and the reader's own lost wins. */

import { keptGames } from "#shared/store.ts";
import type { Variant } from "../shared/api.ts";
import { GRADES, type Grade } from "../shared/grades.ts";

export type Theme = (typeof THEMES)[number];

/** Which puzzles: of the days, the reader's own lost wins, or those to train with. */
export type Kind = "daily" | "own" | Trained;

/** All of them, or those of a grade, of a theme, or of both. */
type Trained = "all" | Grade | Theme | `${Grade}.${Theme}`;

export interface Puzzle {
  position: string;
  moves: string[]; // the solution, the opponent's moves too
  choices: number[]; // which of them are to be found, from 0 on
  grade: Grade | null; // null for the reader's own
  variant?: Variant; // by default the published game
  played?: string; // the move by which the reader gave the win away: any move that wins is right then
}

type Collection = Record<Exclude<Kind, "own">, Puzzle[]>;

/** What puzzles are about, as `studies/puzzles/themes.py` computes it. */
const THEMES = ["trap", "wrap", "quiet", "parity", "long"] as const;

/**
 * The puzzles of a grade and a theme.
 *
 * @param grade "" for all
 * @param theme "" for all
 */
export function trained(grade: Grade | "", theme: Theme | ""): Trained {
  if (grade && theme) return `${grade}.${theme}`;
  return grade || theme || "all";
}

/** The grade and the theme of puzzles to train with; "" for all. */
export function partsOf(kind: string): { grade: Grade | ""; theme: Theme | "" } {
  const parts = kind.split(".");
  const [grade = ""] = GRADES.filter((known) => parts.includes(known));
  const [theme = ""] = THEMES.filter((known) => parts.includes(known));
  return { grade, theme };
}

/** All kinds to train with. */
export const TRAINED: Trained[] = ["", ...GRADES].flatMap((grade) =>
  ["", ...THEMES].map((theme) => trained(grade as Grade | "", theme as Theme | "")),
);

let fetched: Promise<Collection> | null = null;

function collection() {
  fetched ??= fetch(new URL("collection.csv", import.meta.url)).then(async (answer) => {
    if (!answer.ok) throw new Error(`the puzzles can't be loaded: the host answered ${answer.status}`);
    return read(await answer.text());
  });
  fetched.catch(() => (fetched = null));
  return fetched;
}

/** The file, see `studies/puzzles/collection.py`: lines of day, grade, distance, position, solution, themes. */
function read(text: string) {
  const empty: any = Object.fromEntries(["daily", ...TRAINED].map((kind) => [kind, []]));
  const found: Collection = empty;
  for (const line of text.trimEnd().split("\n").slice(1)) {
    const [day, grade, , position, solution, themes] = line.split(",");
    const moves = solution.split(" ");
    const puzzle = {
      position,
      moves: moves.map((move) => move.replace("!", "")),
      choices: moves.flatMap((move, at) => (move.endsWith("!") ? [at] : [])),
      grade: GRADES[Number(grade) - 1],
    };
    if (day) found.daily.push(puzzle);
    else for (const kind of kindsOf(puzzle.grade, themes)) found[kind].push(puzzle);
  }
  for (const kind of TRAINED) found[kind].sort((one, other) => rank(one) - rank(other)); // easy ones first
  return found;
}

const kindsOf = (grade: Grade, themes: string) => {
  const about = THEMES.filter((theme) => themes.split(" ").includes(theme));
  return [
    trained("", ""),
    trained(grade, ""),
    ...about.flatMap((theme) => [trained("", theme), trained(grade, theme)]),
  ];
};

const rank = ({ grade }: Puzzle) => (grade ? GRADES.indexOf(grade) : 0);

const all = async (from: Kind) => (from === "own" ? ownPuzzles() : (await collection())[from]);

/** How many puzzles there are. */
export const countOf = async (from: Kind) => (await all(from)).length;

/** A puzzle; after the last the first comes again. @param number from 1 on */
export async function puzzle(from: Kind, number: number): Promise<Puzzle> {
  const found = await all(from);
  return found[(number - 1) % found.length];
}

/** As Play notes it with a game: the position, the move that was played, and the best one. */
export type Mistake = { position: string; edition: string; move: string; best: string };

/** Those of the latest games first, each position once. */
function ownPuzzles(): Puzzle[] {
  const found = keptGames().games.flatMap(({ about }) =>
    (about.mistakes ?? []).map((mistake: Mistake) => puzzleOf(mistake, about.rules)),
  );
  const names = found.map(({ position, variant }) => JSON.stringify([position, variant]));
  return found.filter((_, at) => names.indexOf(names[at]) === at);
}

const puzzleOf = ({ position, edition, move, best }: Mistake, rules: string): Puzzle => ({
  position,
  moves: [best],
  choices: [0],
  grade: null,
  variant: { rules, edition },
  played: move,
});
