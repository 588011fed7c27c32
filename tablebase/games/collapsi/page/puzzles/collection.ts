/** The puzzles, fetched when they are first needed, and the reader's own lost wins. */

import { keptGames } from "#shared/store.ts";
import type { Variant } from "../shared/api.ts";
import { GRADES, type Grade } from "../shared/grades.ts";

/**
 * Which puzzles: those of the days, "daily"; the reader's own lost wins, "own"; or to train with "all", or those of a
 * grade, of a theme, or of both, as "easy.trap".
 */
export type Kind = string;

export interface Puzzle {
  position: string;
  moves: string[]; // the solution, the opponent's moves too
  choices: number[]; // which of them are to be found, from 0 on
  grade: Grade | null; // null for the reader's own
  variant?: Variant; // by default the published game
  played?: string; // the move by which the reader gave the win away: any move that wins is right then
}

/** A puzzle of the collection: of a day, one after the other, or to train with. */
type Posed = Puzzle & { isDaily: boolean; themes: string[] };

/** What puzzles are about, as `studies/puzzles/themes.py` computes it. */
const THEMES = ["trap", "wrap", "quiet", "parity", "long"];

/** The puzzles of the grade and the theme that a text names between dots. */
export const trained = (text: string): Kind => Object.values(partsOf(text)).filter(Boolean).join(".") || "all";

/** The grade and the theme of puzzles to train with; "" for all. */
export function partsOf(kind: Kind) {
  const [grade, theme] = [GRADES, THEMES].map((all) => all.find((known) => kind.split(".").includes(known)) ?? "");
  return { grade, theme };
}

/** The kind to train with that a link names; undefined if there is none. */
export const linkedKind = (name: string | null): Kind | undefined =>
  ["own", trained(name ?? "")].find((kind) => kind === name);

let fetched: Promise<Posed[]> | null = null;

function collection() {
  fetched ??= fetch(new URL("collection.csv", import.meta.url)).then(async (answer) => {
    if (!answer.ok) throw new Error(`the puzzles can't be loaded: the host answered ${answer.status}`);
    return (await answer.text()).trimEnd().split("\n").slice(1).map(read);
  });
  fetched.catch(() => (fetched = null));
  return fetched;
}

/** A line of the file, see `studies/puzzles/collection.py`: day, grade, distance, position, solution, themes. */
function read(line: string): Posed {
  const [day, grade, , position, solution, themes] = line.split(",");
  const moves = solution.split(" ");
  return {
    position,
    moves: moves.map((move) => move.replace("!", "")),
    choices: moves.flatMap((move, at) => (move.endsWith("!") ? [at] : [])),
    grade: GRADES[Number(grade) - 1],
    isDaily: day !== "",
    themes: themes.split(" "),
  };
}

const rank = ({ grade }: Puzzle) => (grade ? GRADES.indexOf(grade) : 0);

/** All puzzles of a kind; those to train with begin with easy ones. */
export async function puzzlesOf(kind: Kind): Promise<Puzzle[]> {
  if (kind === "own") return ownPuzzles();
  const found = await collection();
  if (kind === "daily") return found.filter(({ isDaily }) => isDaily);
  const { grade, theme } = partsOf(kind);
  return found
    .filter((each) => !each.isDaily && (!grade || each.grade === grade) && (!theme || each.themes.includes(theme)))
    .sort((one, other) => rank(one) - rank(other));
}

/** @param number from 1 on; after the last puzzle the first comes again */
export const puzzleOf = (all: Puzzle[], number: number) => all[(number - 1) % all.length];

/** How many puzzles there are. */
export const countOf = async (kind: Kind) => (await puzzlesOf(kind)).length;

/** As Play notes it with a game: the position, the move that was played, and the best one. */
export type Mistake = { position: string; edition: string; move: string; best: string };

/** Those of the latest games first, each position once. */
function ownPuzzles(): Puzzle[] {
  const found = keptGames().games.flatMap(({ about }) =>
    (about.mistakes ?? []).map((mistake: Mistake) => madeOf(mistake, about.rules)),
  );
  const names = found.map(({ position, variant }) => JSON.stringify([position, variant]));
  return found.filter((_, at) => names.indexOf(names[at]) === at);
}

const madeOf = ({ position, edition, move, best }: Mistake, rules: string): Puzzle => ({
  position,
  moves: [best],
  choices: [0],
  grade: null,
  variant: { rules, edition },
  played: move,
});
