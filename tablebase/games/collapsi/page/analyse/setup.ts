/** Setting up a position by its notation, or by turning, mirroring or shifting the board and the whole game with it. */

import { cellName, cellNumber, nameAt } from "#shared/cells.ts";
import { attempt } from "#shared/commands.ts";
import { part } from "#shared/dom.ts";
import { Turn } from "../engine/turns.ts";
import { asked } from "../shared/address.ts";
import { current, type Game, type Step } from "../shared/game.ts";
import { landed, parted, read, SHIFTS, write } from "../shared/notation.ts";
import { sentence } from "../shared/words.ts";
import type { Session } from "./state.ts";

export function mountNotation(root: HTMLElement, session: Session) {
  const form = part(root, "enter") as HTMLFormElement;
  const input = part(root, "notation") as HTMLInputElement;
  /** The position that the field is of: another one replaces what is typed, and what was said of it. */
  let shown = "";
  const say = (error: string) => {
    shown = current(session.game).position;
    part(root, "notation-error").textContent = error;
    input.setAttribute("aria-invalid", String(error !== ""));
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    say("");
    if (!input.value.trim()) return say("Enter a deal, a position or a link to one.");
    const typed = input.value;
    session.send("open", entered(session, typed)).catch((error) => {
      input.value = typed; // a part of it may be shown
      say(sentence(error.message));
    });
  });
  session.addEventListener("settled", () => {
    const { position } = current(session.game);
    if (position === shown || (document.activeElement === input && input.value !== "" && session.line)) return;
    input.value = position;
    say("");
  });
}

/** What was pasted: a deal, a position, a game, or a link to one. */
function entered(session: Session, text: string) {
  const link = URL.canParse(text.trim()) ? new URL(text.trim()).searchParams : null;
  return link && asked(link).position ? { query: link.toString() } : { ...taken(text), variant: session.game };
}

/**
 * A text as a position and the moves from there. Numbers of moves and marks such as `??` are
 * overlooked.
 */
export function taken(text: string) {
  const words = text.trim().split(/[\s,;]+/);
  const first = words.findIndex(
    (word, at) => at > 0 && /^(\d+\.*)?([a-z]\d+[LRUD]?[?!]*)?$/.test(word) && !/^\d+$/.test(word),
  );
  const [position, played] = first < 0 ? [words, []] : [words.slice(0, first), words.slice(first)];
  const moves = played.map((word) => word.replace(/^\d+\.+/, "").replace(/[?!]+$/, "")).filter(Boolean);
  return { position: position.join(" "), moves };
}

export function mountMotions(root: HTMLElement, session: Session) {
  part(root, "motions").addEventListener("click", (event) => {
    const button = (event.target as Element).closest("[data-motion]");
    const found = session.rules?.motions.find((known) => known.motion === (button as any)?.dataset.motion);
    if (found) attempt(() => session.send("turn", { game: transformed(session.game, found.cells) }));
  });
  session.addEventListener("settled", () => {
    // Where lines stick out, each position has a board of its own.
    const known = new Turn(session.rules).spreads ? [] : session.rules?.motions.map(({ motion }) => motion);
    for (const button of part(root, "motions").querySelectorAll("[data-motion]")) {
      const { motion = "" } = (button as HTMLElement).dataset;
      (button as HTMLElement).hidden = known !== undefined && !known.includes(motion);
    }
  });
}

/**
 * A position after its cells have been moved. Neighbours stay neighbours, so values stay too.
 *
 * @param to the name of the cell where each cell goes, in reading order
 */
export function permuted(position: string, to: string[]) {
  const layout = read(position);
  const cells = [...layout.cells];
  const there = to.values();
  for (const cell of layout.cells) {
    if (cell) cells[cellNumber(there.next().value ?? "", layout.columns)] = cell;
  }
  return write({ ...layout, cells });
}

/**
 * What a motion of the board does to names of cells and moves.
 *
 * @param position any on this board
 * @param to as for `permuted`
 */
export function renaming(position: string, to: string[]): (name: string) => string {
  const { cells, rows, columns } = read(position);
  const names = cells.flatMap((cell, place) => (cell ? [cellName(place, columns)] : []));
  const moved = new Map(names.map((name, at) => [name, to[at]]));
  const end = (name: string) => nameAt(landed(name, { rows, columns }, false));
  return (name) => {
    const { cell, shift } = parted(name);
    const to = moved.get(cell) ?? cell;
    return to + (shift && Object.keys(SHIFTS).find((letter) => end(to + letter) === moved.get(end(name))));
  };
}

/** The whole game on a turned or shifted board. @param to where each cell goes */
export function transformed(game: Game, to: string[]): Game {
  const moved = renaming(current(game).position, to);
  const line = (steps: Step[]) =>
    steps.map(({ position, move, path, judgement }) => ({
      position: permuted(position, to),
      move: moved(move),
      path: path.map(moved),
      judgement: judgement && { ...judgement, best: moved(judgement.best), bestPath: judgement.bestPath.map(moved) },
    }));
  if (!game.study) return { ...game, steps: line(game.steps) };
  const lines = game.study.lines.map(line);
  const notes = Object.entries(game.study.notes).map(([moves, note]) => [moves.split(".").map(moved).join("."), note]);
  const { shown } = game.study;
  return { ...game, steps: lines[shown], study: { lines, shown, notes: Object.fromEntries(notes) } };
}
