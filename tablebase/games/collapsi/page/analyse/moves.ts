/** The moves that can be played, best first; the moves of the game; best play from the position. */

import { button } from "#shared/commands.ts";
import { classes, html, part, refill, set } from "#shared/dom.ts";
import { markOf, valueText } from "#shared/judge.ts";
import { type Shown as ShownType, showSteps } from "#shared/sheet.ts";
import { Turn } from "../engine/turns.ts";
import { mistakes } from "../play/record.ts";
import type { Side } from "../shared/api.ts";
import { type Game, isForMany, movesOf, toMove } from "../shared/game.ts";
import { other, SIDES } from "../shared/notation.ts";
import { type Go, jumps, strip } from "../shared/strip.ts";
import { moveText, named } from "../shared/words.ts";
import type { Session } from "./state.ts";

export function mountMoves(root: HTMLElement, session: Session) {
  session.addEventListener("settled", () => {
    const { linesMove } = new Turn(session.rules);
    set(part(root, "choices"), { class: classes("choices", { long: linesMove }) });
    refill(part(root, "choices"), choices(session, part(root, "frame")));
    showSteps(
      root,
      session.game,
      (type, about) => session.send(type, about),
      (at) => played(session.game, at),
    );
    refill(part(root, "line"), bestLine(session));
    course(session);
    point();
  });
  session.addEventListener("preview", point);

  /** Who was winning after each move, and the mistakes. */
  function course({ game, hidden, rules }: Session) {
    const go = (at: number) => session.send("go", { at });
    const judged = !hidden && !isForMany(rules) && game.steps.some((step) => step.judgement);
    refill(part(root, "strip"), judged ? strip(game, "red", go) : []);
    refill(part(root, "mistakes"), Object.values(SIDES).flatMap(mistakesBy(game, go)));
  }

  /** Mark the move that is pointed at. */
  function point() {
    const pointed = session.pointed?.move;
    for (const button of part(root, "choices").querySelectorAll("button")) {
      button.classList.toggle("pointed", button.dataset.move === pointed);
      button.setAttribute("aria-pressed", String(button.dataset.move === session.selected));
    }
  }
}

/** Each move with its value; a click selects it. If values are hidden, moves are sorted by name. */
function choices(session: Session, board: HTMLElement) {
  const { probe, hidden, side } = session;
  if (!probe?.moves.length) return [html("li", { class: "note" }, probe ? "The game is over." : "")];
  const moves = hidden ? probe.moves.toSorted((a, b) => a.move.localeCompare(b.move)) : probe.moves;
  return moves.map((move) => {
    const value = hidden ? "" : valueText(move);
    const kind = hidden || move.keeps_win === null ? "" : move.keeps_win ? "win" : "loss";
    const select = () => {
      session.select(session.selected === move.move ? "" : move.move);
      board.scrollIntoView({ block: "nearest" });
    };
    const made = button(
      {
        class: `choice ${kind}`,
        "data-move": move.move,
        "aria-pressed": "false",
        title: `${named(side)} ${moveText(move.move)}`,
        onpointerenter: ({ pointerType }) => pointerType === "mouse" && session.point(move.move),
        onpointerleave: () => session.point(""),
      },
      select,
      html("b", {}, moveText(move.move)),
      html("span", {}, value),
    );
    return html("li", { "data-key": move.move }, made);
  });
}

/** What shows a side's mistakes. */
const mistakesBy = (game: Game, go: Go) => (side: Side) => {
  const made = mistakes(game, side);
  return made.length ? [html("span", {}, `${named(side)}’s mistakes:`), ...jumps(game, made, go)] : [];
};

/** A move of the game, marked if it was a mistake. */
function played(game: Game, at: number): ShownType {
  const { judgement } = game.steps[at];
  const move = moveText(game.steps[at].move);
  const [mark, meaning] = markOf(judgement);
  const side = toMove(game, at - 1);
  const noted = game.study?.notes[movesOf(game.steps, at)] !== undefined;
  return {
    text: noted ? `${move} ✎` : move,
    label: `${named(side)} ${move}${mark && `, ${meaning}`}${noted ? ", with a note" : ""}`,
    side,
    mark,
    title: mark ? meaning : undefined,
  };
}

function bestLine(session: Session) {
  const { line, hidden, draft } = session;
  const note = (text: string) => [html("span", { class: "note" }, text)];
  if (hidden) return note("hidden");
  if (!line || draft) return [];
  const [probe] = line;
  if (probe.line?.length) return found(probe.line, probe.side_to_move);
  if (!probe.moves.length) return note("The game is over.");
  if (line.length === 1) return note(probe.values === null ? "There is no table for this board." : "not known yet");
  return line.slice(0, -1).map(({ moves: [{ move }], side_to_move: side }, at) => {
    const label = `Play best moves as far as ${named(side)} ${moveText(move)}`;
    return button(
      { class: `move ${side}`, "aria-label": label },
      () => session.send("best", { count: at + 1 }),
      moveText(move),
    );
  });
}

/** A line that a search has found: a click does not play it, because it may still change. */
const found = (moves: string[], first: Side) =>
  moves.map((move, at) => html("span", { class: `move ${at % 2 ? other(first) : first}` }, moveText(move)));
