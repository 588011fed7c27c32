/** Learn: lessons on the board, a task at a time. */

import { EngineError } from "#engine/client.ts";
import type { Mount } from "#shared/app.ts";
import { bind, command, showEnabled } from "#shared/commands.ts";
import { html, part, show } from "#shared/dom.ts";
import { query } from "#shared/query.ts";
import { marked, showHeadline } from "#shared/sheet.ts";
import type { Move } from "../answers.d.ts";
import * as api from "../shared/api.ts";
import { Board, telling } from "../shared/board.ts";
import { PUBLISHED, toMove } from "../shared/game.ts";
import { explain } from "../shared/how.ts";
import { begun, check, Shown } from "../shared/session.ts";
import { named, reason } from "../shared/words.ts";
import { doneOf, isDone, keepDone, LESSONS, type Lesson, nextOf } from "./lessons.ts";
import { reduce, START, type State } from "./state.ts";

const VARIANT = { rules: PUBLISHED, edition: "wild" };

export const mount: Mount = (root, app) => {
  const shown: Shown<State> = new Shown(START, reduce, {
    open: async ({ lesson, step }) => {
      const found = await begun(lesson.steps[step].position, VARIANT);
      return { type: "opened", lesson, step, ...found };
    },
    /** Find out whether a move is right, and why. */
    judge: async ({ move, moved }: { move: Move; moved: boolean }) => {
      const { lesson, step, game } = state();
      const { moves, right = "", wrong } = (lesson as Lesson).steps[step];
      const keepsWin = () => move.keeps_win ?? check(game, move.position).then(({ result }) => result === "loss");
      const found = moves ? moves.includes(move.move) : await keepsWin();
      const how = right || (!found && wrong) ? [] : reason(await lineFrom(move.position));
      const words = found ? ["Right. ", right, ...how] : [wrong ?? `${move.move} loses. `, ...how];
      return { type: "judged", name: move.move, moved, right: found, words };
    },
    done: () => state().lesson && keepDone(state().lesson as Lesson, state().step),
    reveal({ move }) {
      shown.set({ hint: move });
      shown.select(move);
    },
  });
  const state = () => shown.state;
  const does = (type: string) => () => shown.send(type);

  /** The reader moves. @param moved whether the pawn is seen walking */
  const choose = (name: string, moved?: boolean) => shown.send("choose", { name, moved });
  const board = new Board(shown, part(root, "board"), choose);

  const focus = () => {
    const link = root.querySelector("#lessons .next") ?? root.querySelector("#lessons a");
    (state().lesson ? board : (link as HTMLElement)).focus();
  };

  /** Best play from a position. */
  const lineFrom = async (position: string) => {
    if (shown.rules?.tabled) return api.line(position, VARIANT);
    const line = [await check(state().game, position)];
    for (let [best] = line[0].moves; best; [best] = line[line.length - 1].moves)
      line.push(await check(state().game, best.position));
    return line;
  };

  /** The next step; after the last one the list, where the next lesson is marked. */
  const next = () => {
    const { name, steps } = state().lesson as Lesson;
    const step = state().step + 2;
    return app.open(step > steps.length ? "?mode=learn" : query({ mode: "learn", lesson: name, step: String(step) }));
  };

  const is = (right: boolean) => () => state().right === right;
  const canConfirm = () => state().right === null && shown.selected !== "";
  const commands = [
    command("confirm", "p", "make the selected move", () => choose(shown.selected), canConfirm),
    command("next", "n", "next step", next, is(true)),
    command("again", "t", "try again", does("again"), is(false)),
    command("show", "s", "show the move", does("reveal"), () => state().right !== true),
  ];

  /** The list of all lessons. */
  const list = () => {
    const next = LESSONS.find((lesson) => !isDone(lesson));
    const done = LESSONS.filter(isDone).length;
    const sub = next ? `${done} of ${LESSONS.length} lessons done` : "You have done all lessons: now try the puzzles";
    showHeadline(root, "", ["Learn Collapsi", sub]);
    app.title("Learn");
    const left = part(root, "lesson").contains(document.activeElement);
    root.classList.add("listing");
    show(root, {
      overview: { hidden: false },
      lesson: { hidden: true },
      lessons: LESSONS.map((lesson, at) => html("li", {}, entry(lesson, at, lesson === next))),
    });
    if (left) focus();
  };

  const render = () => {
    const { lesson, step, right, words, game } = state();
    if (!lesson) return;
    const puzzles = lesson.steps.length - 3;
    const what = step < puzzles ? "Try it" : `Puzzle ${step - puzzles + 1} of 3`;
    const turn = toMove(game, 0);
    showHeadline(root, turn, [lesson.title, `${what} · you are ${named(turn)}`]);
    app.title(lesson.title);
    explain(app, shown);
    root.classList.remove("listing");
    show(root, {
      overview: { hidden: true },
      lesson: { hidden: false },
      "lesson-title": lesson.title,
      progress: lesson.steps.map((_, at) => mark(lesson, at, at === step)),
      say: lesson.steps[step].say,
      said: words,
      confirm: `Move to ${shown.selected}`,
      next: step + 1 === lesson.steps.length ? "Finish the lesson" : "Next",
    });
    show(root, {
      say: { hidden: right !== null },
      said: { class: `said-now ${right === null ? "" : right ? "right" : "wrong"}` },
    });
    showEnabled(root, commands);
  };
  for (const event of ["change", "preview"]) shown.addEventListener(event, render);
  bind(root, commands, shown);

  return {
    commands,
    focus,
    hide: does("hide"),
    tell: telling(shown, () => state().lesson !== null && state().right === null, choose),
    /** The list of lessons, or a step of one. */
    show: async (asked) => {
      const name = asked.get("lesson");
      const lesson = LESSONS.find((one) => one.name === name);
      if (lesson) {
        const step = Number(asked.get("step"));
        const isStep = Number.isInteger(step) && step >= 1 && step <= lesson.steps.length;
        return shown.send("open", { lesson, step: isStep ? step - 1 : nextOf(lesson) });
      }
      await shown.send("list");
      list();
      if (name) throw new EngineError(`There is no lesson ${name.slice(0, 20)}: choose one of these.`, "lesson");
    },
  };
};

/** A lesson in the list. */
function entry(lesson: Lesson, at: number, isNext: boolean) {
  const done = doneOf(lesson).length;
  const finished = isDone(lesson);
  return html(
    "a",
    { href: query({ mode: "learn", lesson: lesson.name }), class: isNext && "next" },
    html("span", { class: `number ${finished ? "done" : ""}`, "aria-hidden": "true" }, finished ? "✓" : String(at + 1)),
    html("b", {}, lesson.title),
    html("span", { class: "count" }, finished ? "done" : `${done} of ${lesson.steps.length}`),
    html("span", { class: "about" }, lesson.about),
  );
}

/** A step of the lesson. */
function mark(lesson: Lesson, at: number, isShown: boolean) {
  const done = doneOf(lesson).includes(at);
  const attributes = { class: done && "done", "aria-current": isShown && "step" };
  return marked(attributes, done ? "✓" : String(at + 1), `Step ${at + 1}: ${done ? "done" : "to do"}`);
}
