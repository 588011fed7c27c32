/** Setting up a position by its notation, or by turning, mirroring or shifting the board and the whole game with it. */

import { cellName, nameAt, type Place, placeAt, placeOf } from "#shared/cells.ts";
import { attempt } from "#shared/commands.ts";
import { part } from "#shared/dom.ts";
import { Turn } from "../engine/turns.ts";
import { asked } from "../shared/address.ts";
import { current, type Game, movesOf, type Step } from "../shared/game.ts";
import { type Layout, landed, parted, read, SHIFTS, write } from "../shared/notation.ts";
import { sentence } from "../shared/words.ts";
import { holds } from "./lines.ts";
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

/** Where a motion takes the cells of a position, in reading order; and a shift, if its direction alone says that. */
type Motion = { to: (position: string) => string[]; shifted?: (letter: string) => string };

/** Where turns and reflections take a place; and a direction, where the last place is 0. */
const TURNS: Record<string, (place: Place, last: Place) => Place> = {
  rotate: ([column, row], [, last]) => [last - row, column],
  turn: ([column, row], [right, last]) => [right - column, last - row],
  mirror: ([column, row], [right]) => [right - column, row],
  flip: ([column, row], [, last]) => [column, last - row],
};

/** A motion of a board whose lines stick out: each position has a board of its own. */
export const spreading = (motion: string): Motion => ({
  to: (position) => {
    const { rows, columns, cells } = read(position);
    const moved = (at: number) => nameAt(TURNS[motion](placeAt(at, columns), [columns - 1, rows - 1]));
    return cells.flatMap((cell, at) => (cell ? [moved(at)] : []));
  },
  shifted: (letter) => {
    const direction = String(TURNS[motion](SHIFTS[letter], [0, 0]));
    return Object.keys(SHIFTS).find((other) => String(SHIFTS[other]) === direction) ?? "";
  },
});

export function mountMotions(root: HTMLElement, session: Session) {
  const motionOf = (name: string): Motion | undefined => {
    const found = session.rules?.motions.find(({ motion }) => motion === name);
    if (!new Turn(session.rules).spreads) return found && { to: () => found.cells };
    return found && name in TURNS ? spreading(name) : undefined;
  };
  part(root, "motions").addEventListener("click", (event) => {
    const button = (event.target as Element).closest("[data-motion]") as HTMLElement | null;
    const found = motionOf(button?.dataset.motion ?? "");
    if (found) attempt(() => session.send("turn", { game: transformed(session.game, found) }));
  });
  session.addEventListener("settled", () => {
    for (const button of part(root, "motions").querySelectorAll("[data-motion]")) {
      const { motion = "" } = (button as HTMLElement).dataset;
      (button as HTMLElement).hidden = session.rules !== undefined && !motionOf(motion);
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
  const places = to.map(placeOf);
  const [columns, rows] = [0, 1].map((axis) => Math.max(...places.map((place) => place[axis])) + 1);
  const cells: Layout["cells"] = Array(rows * columns).fill(null);
  const there = places.values();
  for (const cell of layout.cells) {
    const [column, row] = (cell && there.next().value) ?? [0, 0];
    if (cell) cells[row * columns + column] = cell;
  }
  return write({ ...layout, rows, columns, cells });
}

/** What a motion of the board does to names of cells and moves. @param position any on this board */
export function renaming(position: string, { to, shifted }: Motion): (name: string) => string {
  const { cells, rows, columns } = read(position);
  const images = to(position);
  const names = cells.flatMap((cell, place) => (cell ? [cellName(place, columns)] : []));
  const moved = new Map(names.map((name, at) => [name, images[at]]));
  const end = (name: string) => nameAt(landed(name, { rows, columns }, false));
  return (name) => {
    const { cell, shift } = parted(name);
    const to = moved.get(cell) ?? cell;
    const found = shifted ?? (() => Object.keys(SHIFTS).find((letter) => end(to + letter) === moved.get(end(name))));
    return to + (shift && found(shift));
  };
}

/** The whole game on a turned or shifted board. */
export function transformed(game: Game, motion: Motion): Game {
  const line = (steps: Step[]) =>
    steps.map(({ position, move, path, judgement }, at) => {
      const moved = renaming(steps[Math.max(at - 1, 0)].position, motion);
      const best = judgement && { best: moved(judgement.best), bestPath: judgement.bestPath.map(moved) };
      return {
        position: permuted(position, motion.to(position)),
        move: moved(move),
        path: path.map(moved),
        judgement: judgement && { ...judgement, ...best },
      };
    });
  if (!game.study) return { ...game, steps: line(game.steps) };
  const { lines: before, shown } = game.study;
  const lines = before.map(line);
  const notes = Object.entries(game.study.notes).map(([moves, note]) => {
    const on = before.findIndex((steps) => holds(steps, moves));
    return [movesOf(lines[on], moves ? moves.split(".").length : 0), note];
  });
  return { ...game, steps: lines[shown], study: { lines, shown, notes: Object.fromEntries(notes) } };
}
