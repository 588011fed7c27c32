/** Learn: lessons on the board, a task at a time. */

import { EngineError } from "#engine/client.ts";
import type { Mount } from "#shared/app.ts";
import { bind, command, presses, showEnabled } from "#shared/commands.ts";
import { draw, html, part, show } from "#shared/dom.ts";
import { counted } from "#shared/judge.ts";
import { query } from "#shared/query.ts";
import { marked, showHeadline } from "#shared/sheet.ts";
import * as api from "../shared/api.ts";
import { Board, telling } from "../shared/board.ts";
import { diagram } from "../shared/diagram.ts";
import { PUBLISHED, toMove } from "../shared/game.ts";
import { explain } from "../shared/how.ts";
import { begun, Shown } from "../shared/session.ts";
import { moveText, named } from "../shared/words.ts";
import { earn, earnedOf, isDone, type Lesson, lessonsIn, nextOf, type Step } from "./lessons.ts";
import { reduce, START, type State } from "./state.ts";

const VARIANT = { rules: PUBLISHED, edition: "wild" };

export const mount: Mount = (root, app) => {
  const lessons = lessonsIn(root);
  const shown: Shown<State> = new Shown(START, reduce, {
    open: async ({ lesson, step }) => {
      const found = await begun(lesson.steps[step].position, VARIANT);
      return { type: "opened", lesson, step, ...found };
    },
    done({ star }) {
      const { lesson, step } = state();
      earn(lesson as Lesson, step, "lessons");
      if (star) earn(lesson as Lesson, step, "stars");
    },
    reveal: () => shown.showHint(),
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

  /** The next step; after the last one the list, where the next lesson is marked. */
  const next = () => {
    const { name, steps } = state().lesson as Lesson;
    const step = state().step + 2;
    return app.open(step > steps.length ? "?mode=learn" : query({ mode: "learn", lesson: name, step: String(step) }));
  };

  const is = (right: boolean) => () => state().right === right;
  /** The first lesson goes on by itself. */
  const canStep = () =>
    state().right !== null && state().lesson !== lessons[0] && shown.game.at + 1 < shown.game.steps.length;
  const canConfirm = () => state().right === null && shown.selected !== "";
  const commands = [
    command("confirm", "p", "make the selected move", () => choose(shown.selected), canConfirm),
    command("next", "n", "next step", next, is(true)),
    command("again", "t", "try again", does("again"), is(false)),
    command("on", "f", "step through what follows", does("step"), canStep),
    command("show", "s", "show the move", does("reveal"), () => state().right !== true),
  ];

  /** The list of all lessons. */
  const renderList = () => {
    const next = lessons.find((lesson) => !isDone(lesson));
    const done = lessons.filter(isDone).length;
    const sub = next ? `${done} of ${lessons.length} lessons done` : "You have done all lessons: now try the puzzles";
    showHeadline(root, "", ["Learn Collapsi", sub]);
    app.title("Learn");
    for (const lesson of lessons) showEarned(lesson, lesson === next);
  };

  const render = () => {
    const { lesson } = state();
    const left = !lesson && part(root, "lesson").contains(document.activeElement);
    root.classList.toggle("listing", !lesson);
    show(root, { overview: { hidden: lesson !== null }, lesson: { hidden: !lesson } });
    if (lesson) renderStep(lesson);
    else renderList();
    if (left) focus();
  };

  const renderStep = (lesson: Lesson) => {
    const { step, right, game, helped, missed } = state();
    const puzzles = lesson.steps.filter(({ isPuzzle }) => isPuzzle);
    const number = puzzles.indexOf(lesson.steps[step]) + 1;
    const what = number ? `Puzzle ${number} of ${puzzles.length}` : "Try it";
    const earned = helped ? " It was shown, so it earns no tick." : missed ? "" : " ★";
    const turn = toMove(game, 0);
    showHeadline(root, turn, [lesson.title, `${what} · you are ${named(turn)}`]);
    app.title(lesson.title);
    explain(app, shown);
    show(root, {
      "lesson-title": lesson.title,
      progress: lesson.steps.map((_, at) => mark(lesson, at, at === step)),
      say: lesson.steps[step].say,
      said: right === null ? "" : saidOf(lesson.steps[step], right, shown) + (right ? earned : ""),
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
  // In the first lesson a finger moves at once: who has never seen the game needs no second thought.
  shown.addEventListener("preview", () => state().lesson === lessons[0] && shown.selected && choose(shown.selected));
  bind(root, commands, shown);

  /** Print boards with their tasks, and on the second page the answers. */
  const print = async (title: string, steps: Step[]) => {
    const answers = await Promise.all(steps.map(({ position }) => api.line(position, VARIANT)));
    show(root, {
      "paper-title": title,
      tasks: steps.map(({ say }, at) => html("li", {}, html("p", {}, say), diagram(answers[at][0].position, [], say))),
      answers: answers.map((line) => html("li", {}, answerText(line))),
    });
    addEventListener("afterprint", () => show(root, { tasks: [], answers: [] }), { once: true });
    window.print();
  };
  presses(root, {
    print: () => state().lesson && print(state().lesson?.title ?? "", state().lesson?.steps ?? []),
    "print-all": () =>
      print(
        "puzzles",
        lessons.flatMap(({ steps }) => steps.find(({ isPuzzle }) => isPuzzle) ?? []),
      ),
  });

  return {
    commands,
    focus,
    hide: does("hide"),
    tell: telling(shown, () => state().lesson !== null && state().right === null, choose),
    /** The list of lessons, or a step of one. */
    show: async (asked) => {
      const name = asked.get("lesson");
      const lesson = lessons.find((one) => one.name === name);
      if (lesson) {
        const step = Number(asked.get("step"));
        const isStep = Number.isInteger(step) && step >= 1 && step <= lesson.steps.length;
        return shown.send("open", { lesson, step: isStep ? step - 1 : nextOf(lesson) });
      }
      await shown.send("list");
      if (name) throw new EngineError(`There is no lesson ${name.slice(0, 20)}: choose one of these.`, "lesson");
    },
  };
};

/** What is said of the reader's move, with how the game goes on once that is known. */
function saidOf(step: Step, isRight: boolean, { game, probe }: Shown<State>) {
  const [, { move }, reply] = game.steps;
  const side = named(toMove(game, 1));
  const answer = reply && `${side} answers ${moveText(reply.move)} and ${isRight ? "still loses" : "wins"}.`;
  const goesOn = answer ?? (probe && `${side} cannot move.`);
  const said = isRight ? step.right || goesOn : step.wrong || (goesOn && `${move} loses: ${goesOn}`);
  return said ? `${isRight ? "Right. " : ""}${said}` : "…"; // not begun, or it would be spoken twice
}

/** The moves that win, and best play after the first of them. @param line best play from the position */
function answerText(line: api.Probe[]) {
  const winning = line[0].moves.filter(({ keeps_win: keeps }) => keeps).map(({ move }) => moveText(move));
  const played = line.slice(0, -1).map(({ moves: [{ move }] }) => moveText(move));
  const loser = named(line[line.length - 1].side_to_move);
  return `${winning.join(", ")}. With best play: ${played.join(" ")}, and ${loser} cannot move.`;
}

/** What a lesson in the list has earned. */
function showEarned(lesson: Lesson, isNext: boolean) {
  const stars = earnedOf(lesson, "stars");
  const sign = lesson.steps.map((_, at) => (stars.includes(at) ? "★" : "☆")).join("");
  const text = `${earnedOf(lesson).length} of ${lesson.steps.length} done, ${counted(stars.length, "star")}`;
  lesson.entry.classList.toggle("done", isDone(lesson));
  lesson.entry.querySelector("a")?.classList.toggle("next", isNext);
  draw(lesson.entry.querySelector(".count") as Element, [
    html("span", { "aria-hidden": "true" }, sign),
    html("span", { class: "unseen" }, text),
  ]);
}

/** A step of the lesson. */
function mark(lesson: Lesson, at: number, isShown: boolean) {
  const done = earnedOf(lesson).includes(at);
  const attributes = { class: done && "done", "aria-current": isShown && "step" };
  return marked(attributes, done ? "✓" : String(at + 1), `Step ${at + 1}: ${done ? "done" : "to do"}`);
}
