/** Learn: lessons on the board, a task at a time. */

import { EngineError } from "#engine/client.ts";
import { attempt } from "#shared/banner.ts";
import { cellName } from "#shared/cells.ts";
import { bind, showEnabled } from "#shared/commands.ts";
import { html, part, show } from "#shared/dom.ts";
import { showHeadline } from "#shared/headline.ts";
import { query } from "#shared/query.ts";
import * as api from "../shared/api.ts";
import { Board } from "../shared/board.ts";
import { PUBLISHED, toMove } from "../shared/game.ts";
import { explain } from "../shared/how.ts";
import { reason } from "../shared/reason.ts";
import { begun, check, Shown } from "../shared/session.ts";
import { named } from "../shared/words.ts";
import { type Lesson, LESSONS } from "./lessons.ts";
import { doneOf, isDone, keepDone, nextOf } from "./progress.ts";
import { reduce, START, type State } from "./state.ts";
import type { App, Mount } from "#shared/app.ts";
import type { Move } from "../answers.d.ts";

const VARIANT = { rules: PUBLISHED, edition: "wild" };

export const mount: Mount = (root, app) => new LearnMode(root, app);

class LearnMode {
  root: HTMLElement;
  app: App;
  shown: Shown<State>;
  board: Board;
  commands: { button: string; key: string; does: string; run: () => Promise<void>; enabled: () => boolean }[];
  hide: () => Promise<void>;

  constructor(root: HTMLElement, app: App) {
    this.root = root;
    this.app = app;
    this.shown = new Shown(START, reduce, {
      open: async ({ lesson, step }) => ({
        type: "opened",
        lesson,
        step,
        ...(await begun(lesson.steps[step].position, VARIANT)),
      }),
      judge: this.judge,
      done: () => this.state.lesson && keepDone(this.state.lesson, this.state.step),
      reveal: ({ move }) => {
        this.shown.set({ hint: move });
        this.shown.select(move);
      },
    });
    this.board = new Board(this.shown, part(root, "board"), (cell, walks, shift = "") =>
      attempt(() => this.choose(cellName(cell, this.shown.layout.columns) + shift, walks)),
    );
    this.shown.addEventListener("change", this.render);
    this.shown.addEventListener("preview", this.render);
    const { send } = this;
    const is = (right: boolean) => () => this.state.right === right;
    this.commands = [
      {
        button: "confirm",
        key: "p",
        does: "make the selected move",
        run: () => this.choose(this.shown.selected),
        enabled: () => this.state.right === null && this.shown.selected !== "",
      },
      { button: "next", key: "n", does: "next step", run: this.next, enabled: is(true) },
      { button: "again", key: "t", does: "try again", run: () => send("again"), enabled: is(false) },
      {
        button: "show",
        key: "s",
        does: "show the move",
        run: () => send("reveal"),
        enabled: () => this.state.right !== true,
      },
    ];
    bind(root, this.commands, this.shown);
    this.hide = () => send("hide");
  }

  get state() {
    return this.shown.state;
  }

  send = (type: string, about?: object) => this.shown.send(type, about);

  focus = () => {
    const link = this.root.querySelector("#lessons .next") ?? this.root.querySelector("#lessons a");
    (this.state.lesson ? this.board : (link as HTMLElement)).focus();
  };

  /** What there is for those who don't see the board. */
  tell = async () => {
    const { teller } = await import("../shared/told.ts");
    return teller(this.shown, () => this.state.lesson !== null && this.state.right === null, this.choose);
  };

  /** The list of lessons, or a step of one. */
  show = async (asked: URLSearchParams) => {
    const name = asked.get("lesson");
    const lesson = LESSONS.find((one) => one.name === name);
    if (lesson) {
      const step = Number(asked.get("step"));
      const isStep = Number.isInteger(step) && step >= 1 && step <= lesson.steps.length;
      return this.send("open", { lesson, step: isStep ? step - 1 : nextOf(lesson) });
    }
    await this.send("list");
    this.list();
    if (name) throw new EngineError(`There is no lesson ${name.slice(0, 20)}: choose one of these.`, "lesson");
  };

  /** The list of all lessons. */
  list() {
    const next = LESSONS.find((lesson) => !isDone(lesson));
    const done = LESSONS.filter(isDone).length;
    const sub = next ? `${done} of ${LESSONS.length} lessons done` : "You have done all lessons: now try the puzzles";
    showHeadline(this.root, "", ["Learn Collapsi", sub]);
    this.app.title("Learn");
    const left = part(this.root, "lesson").contains(document.activeElement);
    this.root.classList.add("listing");
    show(this.root, {
      overview: { hidden: false },
      lesson: { hidden: true },
      lessons: LESSONS.map((lesson, at) => html("li", {}, entry(lesson, at, lesson === next))),
    });
    if (left) this.focus();
  }

  /** The reader moves. @param moved whether the pawn is seen walking */
  choose = (name: string, moved?: boolean) => this.send("choose", { name, moved });

  /** Find out whether a move is right, and why. */
  judge = async ({ move, moved }: { move: Move; moved: boolean }) => {
    const { lesson, step, game } = this.state;
    const { moves, right = "", wrong } = (lesson as Lesson).steps[step];
    const keepsWin = () => move.keeps_win ?? check(game, move.position).then(({ result }) => result === "loss");
    const found = moves ? moves.includes(move.move) : await keepsWin();
    const how = right || (!found && wrong) ? [] : reason(await this.lineFrom(move.position));
    const words = found ? ["Right. ", right, ...how] : [wrong ?? `${move.move} loses. `, ...how];
    return { type: "judged", name: move.move, moved, right: found, words };
  };

  /** Best play from a position. */
  lineFrom = async (position: string) => {
    if (this.shown.rules?.tabled) return api.line(position, VARIANT);
    const line = [await check(this.state.game, position)];
    for (let [best] = line[0].moves; best; [best] = line[line.length - 1].moves)
      line.push(await check(this.state.game, best.position));
    return line;
  };

  /** The next step; after the last one the list, where the next lesson is marked. */
  next = async () => {
    const { name, steps } = this.state.lesson as Lesson;
    const step = this.state.step + 2;
    await this.app.open(
      step > steps.length ? "?mode=learn" : query({ mode: "learn", lesson: name, step: String(step) }),
    );
  };

  render = () => {
    const { lesson, step, right, words, game } = this.state;
    if (!lesson) return;
    const puzzles = lesson.steps.length - 3;
    const what = step < puzzles ? "Try it" : `Puzzle ${step - puzzles + 1} of 3`;
    const turn = toMove(game, 0);
    showHeadline(this.root, turn, [lesson.title, `${what} · you are ${named(turn)}`]);
    this.app.title(lesson.title);
    explain(this.app, this.shown);
    this.root.classList.remove("listing");
    show(this.root, {
      overview: { hidden: true },
      lesson: { hidden: false },
      "lesson-title": lesson.title,
      progress: lesson.steps.map((_, at) => mark(lesson, at, at === step)),
      say: lesson.steps[step].say,
      said: words,
      confirm: `Move to ${this.shown.selected}`,
      next: step + 1 === lesson.steps.length ? "Finish the lesson" : "Next",
    });
    show(this.root, {
      say: { hidden: right !== null },
      said: { class: `said-now ${right === null ? "" : right ? "right" : "wrong"}` },
    });
    showEnabled(this.root, this.commands);
  };
}

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
  return html(
    "li",
    { class: done && "done", "aria-current": isShown && "step" },
    html("span", { "aria-hidden": "true" }, done ? "✓" : String(at + 1)),
    html("span", { class: "unseen" }, `Step ${at + 1}: ${done ? "done" : "to do"}`),
  );
}
