/**
 * Lines and notes in an address: after the main line, which is `m`, fields that older pages overlook.
 *
 *     v=2.b2.c3~1-3.d4   after the main line's 2nd move b2 and c3; after the 3rd of that line d4
 *     line=1             the line shown, and `at` counts its moves
 *     note=1-3.text      on the position after its 3rd move; without a number of the main line
 */

import { illegalText, shownOf } from "#shared/query.ts";
import { addressOf, asked } from "../../shared/address.ts";
import { type Game, movesOf, newGame, type Step } from "../../shared/game.ts";
import { begins, common, holds, MOST_LINES, origin, studyOf, tidy, withStudy } from "../lines.ts";

/**
 * The most moves of all variations of a link that is read, its most notes, and the most characters of one that is copied.
 */
const MOST_MOVES = 64 * MOST_LINES; // a board has at most 64 cells: what can be made can be read
const MOST_NOTES = 1000;
export const MOST_CHARACTERS = 2000;

const VARIATION = /^(?:(\d+)-)?(\d+)((?:\.[^.]+)+)$/;
const NOTE = /^(?:(\d+)-)?(\d+)\.(.*)$/s;

/** A line's number and a number of its moves, as they are written. */
const place = (line: number, moves: number) => `${line ? `${line}-` : ""}${moves}`;

/**
 * The address of a game with all its lines and notes, or with as many as there is room for: first
 * the main line, then the line shown, then the others in their order, and then notes, by lines and
 * moves. What comes after the first that does not fit is left out.
 *
 * @returns and how much is left out
 */
export function written(
  game: Game,
  { notes = true, fits = () => true }: { notes?: boolean; fits?: (address: string) => boolean } = {},
): { address: string; left: { lines: number; notes: number } } {
  const { lines, shown, notes: texts } = studyOf(game);
  const order = [...new Set([0, shown, ...lines.keys()])];
  const wanted = notes
    ? notesOf(
        order.map((number) => lines[number]),
        texts,
      )
    : [];
  const address = (some: number, many: number) => addressOfLines(game, order.slice(0, some), wanted.slice(0, many));
  const some = longest(order.length, (count) => count < 2 || fits(address(count, 0)));
  const whole = some === order.length;
  const many = whole ? longest(wanted.length, (count) => count === 0 || fits(address(some, count))) : 0;
  return { address: address(some, many), left: { lines: order.length - some, notes: wanted.length - many } };
}

/** The largest number up to some that fits, as all smaller ones do. */
function longest(most: number, fits: (count: number) => boolean) {
  if (fits(most)) return most;
  let count = 0;
  while (count < most && fits(count + 1)) count++;
  return count;
}

/** The notes on positions of lines, as they are written. */
function notesOf(lines: Step[][], notes: Record<string, string>) {
  const places = Object.entries(notes).map(([moves, text]) => {
    const line = lines.findIndex((each) => holds(each, moves));
    return { line, moves: moves ? moves.split(".").length : 0, text };
  });
  return places
    .sort((one, other) => one.line - other.line || one.moves - other.moves)
    .map(({ line, moves, text }) => `${place(line, moves)}.${text}`);
}

/** @param order the numbers of the lines to write */
function addressOfLines(game: Game, order: number[], notes: string[]) {
  const { lines, shown } = studyOf(game);
  const some = order.map((number) => lines[number]);
  const line = Math.max(0, order.indexOf(shown));
  const at = order.includes(shown) ? game.at : Math.min(game.at, common(lines[0], lines[shown]));
  const variations = some.slice(1).map((steps, before) => {
    const { line: from, moves } = origin(some, before + 1);
    return `${place(from, moves)}.${movesOf(steps).split(".").slice(moves).join(".")}`;
  });
  const main = { ...game, steps: some[0], at: some[0].length - 1 };
  const others = {
    at: at === some[line].length - 1 ? "" : String(at),
    v: variations.join("~"),
    line: line ? String(line) : "",
  };
  return [addressOf(main, others), ...notes.map((note) => new URLSearchParams({ note }))].join("&");
}

/**
 * A game with the lines and notes of an address. What is wrong there is left out, and said.
 *
 * @param game the main line, as far as it is legal
 * @param follow plays moves
 */
export async function read(
  query: URLSearchParams,
  game: Game,
  follow: (game: Game, moves: string[]) => Promise<{ game: Game; illegal: string }>,
): Promise<{ game: Game; said: string[] }> {
  const { lines, said } = await readLines(query.get("v") ?? "", game, follow);
  const distinct = lines.filter((line, at) => !lines.some((other, before) => isIn(line, other, before < at)));
  const whole = (line: Step[]) => distinct.findIndex((other) => begins(line, other));
  const line = lines[Number(query.get("line") ?? 0)] ?? lines[0];
  const at = shownOf(query, line.length - 1);
  const notes = readNotes(query.getAll("note"), lines, said);
  return { game: withStudy(game, { lines: distinct, shown: whole(line), notes }, at), said };
}

/** The notes of an address that a game has been written as: no engine need follow its moves. */
export async function notesIn(address: string): Promise<Record<string, string>> {
  const query = new URLSearchParams(address);
  const { position, moves, ...variant } = asked(query);
  const follow = async (game: Game, names: string[]) => {
    const played = names.map((move) => ({ position: "", move, path: [], judgement: null }));
    return { game: { ...game, steps: [...game.steps, ...played] }, illegal: "" };
  };
  const { game: main } = await follow(newGame(position ?? "", variant), moves);
  return studyOf((await read(query, main, follow)).game).notes;
}

/**
 * Notes by the moves that lead to their positions.
 *
 * @param lines as they are written
 * @param said what is wrong is added to it
 */
function readNotes(texts: string[], lines: Step[][], said: string[]) {
  const notes: Record<string, string> = {};
  if (texts.length > MOST_NOTES) said.push(`this link has too many notes: only the first ${MOST_NOTES} are read`);
  for (const [before, text] of texts.slice(0, MOST_NOTES).entries()) {
    const [, on = "0", moves, note] = NOTE.exec(text) ?? [];
    const steps = lines[Number(on)];
    if (steps && Number(moves) < steps.length) notes[movesOf(steps, Number(moves))] = tidy(note);
    else said.push(`note ${before + 1} of this link is on a position that it does not have`);
  }
  return notes;
}

/** Whether a line is the beginning of another; of two that are the same the later one is. */
const isIn = (line: Step[], other: Step[], isLater: boolean) =>
  begins(line, other) && (isLater || !begins(other, line));

/** The lines as they are written, each from the first position on. */
async function readLines(
  text: string,
  game: Game,
  follow: (game: Game, moves: string[]) => Promise<{ game: Game; illegal: string }>,
) {
  const lines = [game.steps];
  const said: string[] = [];
  let moves = 0;
  for (const [before, variation] of text.split("~").filter(Boolean).entries()) {
    const which = `line ${before + 1} of this link`;
    const [, from = "0", at, names = ""] = VARIATION.exec(variation) ?? [];
    const parent = lines[Number(from)];
    const played = names.split(".").slice(1);
    moves += played.length;
    if (lines.length === MOST_LINES || moves > MOST_MOVES) {
      said.push(`this link has too many lines: only the first ${before} are shown`);
      break;
    }
    if (!parent || !(Number(at) < parent.length)) {
      said.push(`${which} begins at a position that it does not have`);
      lines.push(game.steps);
      continue;
    }
    const start = { ...game, steps: parent.slice(0, Number(at) + 1), at: Number(at) };
    const { game: line, illegal } = await follow(start, played);
    lines.push(line.steps);
    if (illegal) said.push(illegalText(line.steps.length, which, illegal));
  }
  return { lines, said };
}
