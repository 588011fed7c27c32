/** Setting up a position by its notation, or by turning, mirroring or shifting the board and the whole game with it. */

import { cellName, cellNumber } from "#shared/cells.ts";
import { attempt } from "#shared/commands.ts";
import { part } from "#shared/dom.ts";
import { Turn } from "../engine/turns.ts";
import { asked } from "../shared/address.ts";
import { current, type Game, movesOf, type Step } from "../shared/game.ts";
import {
  added,
  type Layout,
  landed,
  nameOf,
  type Place,
  parted,
  placeAt,
  placeOf,
  read,
  SHIFTS,
  write,
} from "../shared/notation.ts";
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
    const { rules, game } = session;
    const found = rules?.motions.find((known) => known.motion === (button as any)?.dataset.motion);
    const columns = new Turn(rules).spreads ? rules?.columns : 0;
    if (found) attempt(() => session.send("turn", { game: transformed(game, found.cells, columns) }));
  });
  session.addEventListener("settled", () => {
    const known = session.rules?.motions.map(({ motion }) => motion);
    for (const button of part(root, "motions").querySelectorAll("[data-motion]")) {
      const { motion = "" } = (button as HTMLElement).dataset;
      (button as HTMLElement).hidden = known !== undefined && !known.includes(motion);
    }
  });
}

/**
 * Where a motion of the board takes the places of a layout.
 *
 * @param to the name of the cell where each cell of the rules' board goes, in reading order
 * @param columns of that board, if layouts differ from it
 */
function motion({ cells, rows, columns: width }: Layout, to: string[], columns: number): (place: Place) => Place {
  if (!columns) {
    const names = cells.flatMap((cell, at) => (cell ? [cellName(at, width)] : []));
    return (place) => placeOf(to[names.indexOf(nameOf(place))] ?? nameOf(place));
  }
  const [first, right, down] = [to[0], to[1], to[columns]].map(placeOf);
  const turned = (place: Place) =>
    [0, 1].map((axis) => place[0] * (right[axis] - first[axis]) + place[1] * (down[axis] - first[axis])) as Place;
  const corner = turned([width - 1, rows - 1]).map((at) => Math.max(-at, 0)) as Place;
  return (place) => added(turned(place), corner);
}

/**
 * A position after a motion of the board, and what the motion does to names of cells and moves. Neighbours
 * stay neighbours, so values stay too. The parameters are those of `motion`.
 */
export function turned(position: string, to: string[], columns: number = 0) {
  const layout = read(position);
  const moved = motion(layout, to, columns);
  const there = layout.cells.flatMap((cell, at) => (cell ? [{ cell, place: moved(placeAt(at, layout.columns)) }] : []));
  const [width, rows] = [0, 1].map((axis) => 1 + Math.max(...there.map(({ place }) => place[axis])));
  const size = columns ? { rows, columns: width } : { rows: layout.rows, columns: layout.columns };
  const cells: Layout["cells"] = Array(size.rows * size.columns).fill(null);
  for (const { cell, place } of there) cells[cellNumber(nameOf(place), size.columns)] = cell;
  const named = (name: string) => {
    if (!name) return name;
    const { cell, shift } = parted(name);
    const to = nameOf(moved(placeOf(cell)));
    const end = String(moved(landed(name, layout, columns > 0)));
    return to + (shift && Object.keys(SHIFTS).find((letter) => String(landed(to + letter, size, columns > 0)) === end));
  };
  return { position: write({ ...size, cells, turn: layout.turn }), named };
}

/** The whole game on a turned or shifted board. The parameters are those of `motion`. */
export function transformed(game: Game, to: string[], columns?: number): Game {
  const line = (steps: Step[]) => {
    const there = steps.map(({ position }) => turned(position, to, columns));
    return steps.map(({ move, path, judgement }, at) => {
      const { named } = there[Math.max(at - 1, 0)]; // a move is named in the layout before it
      return {
        position: there[at].position,
        move: named(move),
        path: path.map(named),
        judgement: judgement && { ...judgement, best: named(judgement.best), bestPath: judgement.bestPath.map(named) },
      };
    });
  };
  if (!game.study) return { ...game, steps: line(game.steps) };
  const { shown, lines: before } = game.study;
  const lines = before.map(line);
  const texts = before.flatMap((steps, line) => steps.map((_, at) => [movesOf(steps, at), movesOf(lines[line], at)]));
  const renamed = new Map(texts as [string, string][]);
  const notes = Object.entries(game.study.notes).map(([moves, note]) => [renamed.get(moves), note]);
  return { ...game, steps: lines[shown], study: { lines, shown, notes: Object.fromEntries(notes) } };
}
