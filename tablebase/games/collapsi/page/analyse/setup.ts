/** Setting up a position by its notation, or by turning, mirroring or shifting the board and the whole game with it. */

import { nameAt, type Place, placeAt, placeOf } from "#shared/cells.ts";
import { attempt } from "#shared/commands.ts";
import { part, set } from "#shared/dom.ts";
import { MOTIONS, TURNS } from "../engine/motions.ts";
import { Turn } from "../engine/turns.ts";
import { asked } from "../shared/address.ts";
import { current, type Game, movesOf, type Step } from "../shared/game.ts";
import { type Layout, parted, read, SHIFTS, write } from "../shared/notation.ts";
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

export function mountMotions(root: HTMLElement, session: Session) {
  /** Whether a motion keeps values; where lines stick out, each position has a board of its own. */
  const isOffered = (motion: string) =>
    new Turn(session.rules).spreads
      ? motion in TURNS
      : session.rules?.motions.some((known) => known.motion === motion) !== false;
  for (const button of part(root, "motions").querySelectorAll("[data-motion]") as NodeListOf<HTMLElement>) {
    const { motion = "" } = button.dataset;
    const turn = () => isOffered(motion) && session.send("turn", { game: transformed(session.game, motion) });
    button.addEventListener("click", () => attempt(turn));
    session.addEventListener("settled", () => set(button, { hidden: !isOffered(motion) }));
  }
}

/** A position after its cells have been moved. Neighbours stay neighbours, so values stay too. */
export function permuted(position: string, motion: string) {
  const layout = read(position);
  const last: Place = [layout.columns - 1, layout.rows - 1];
  const places = layout.cells.map((_, at) => MOTIONS[motion](placeAt(at, layout.columns), last));
  const [columns, rows] = [0, 1].map((axis) => Math.max(...places.map((place) => place[axis])) + 1);
  const cells: Layout["cells"] = Array(rows * columns);
  for (const [at, [column, row]] of places.entries()) cells[row * columns + column] = layout.cells[at];
  return write({ ...layout, rows, columns, cells });
}

/** What a motion of the board does to names of cells and moves. @param position any on this board */
export function renaming(position: string, motion: string): (name: string) => string {
  const { rows, columns } = read(position);
  const turned = (shift: string) => {
    const step = String((TURNS[motion] ?? ((same) => same))(SHIFTS[shift], [0, 0]));
    return Object.keys(SHIFTS).find((letter) => String(SHIFTS[letter]) === step) ?? "";
  };
  return (name) => {
    const { cell, shift } = parted(name);
    return nameAt(MOTIONS[motion](placeOf(cell), [columns - 1, rows - 1])) + turned(shift);
  };
}

/** The whole game on a turned or shifted board. */
export function transformed(game: Game, motion: string): Game {
  const line = (steps: Step[]) =>
    steps.map(({ position, move, path, judgement }, at) => {
      const moved = renaming(steps[Math.max(at - 1, 0)].position, motion);
      const best = judgement && { best: moved(judgement.best), bestPath: judgement.bestPath.map(moved) };
      return {
        position: permuted(position, motion),
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
