/** Learn: lessons on the board, a task at a time. */

import { EngineError } from "#engine/client.js";
import { attempt } from "#shared/banner.js";
import { cellName } from "#shared/cells.js";
import { bind, showEnabled } from "#shared/commands.js";
import { html, part, set, write } from "#shared/dom.js";
import { showHeadline } from "#shared/headline.js";
import { query } from "#shared/query.js";
import * as api from "../shared/api.js";
import { Board } from "../shared/board.js";
import { PUBLISHED, toMove } from "../shared/game.js";
import { explain } from "../shared/how.js";
import { parted } from "../shared/notation.js";
import { reason } from "../shared/reason.js";
import { Session } from "../shared/explored.js";
import { check } from "../shared/session.js";
import { named } from "../shared/words.js";
import { LESSONS } from "./lessons.js";
import { doneOf, isDone, keepDone, nextOf } from "./progress.js";

/** @typedef {import("./lessons.js").Lesson} Lesson */

/** @type {import("#shared/app.js").Mount} */
export const mount = (root, app) => new LearnMode(root, app);

class LearnMode {
  /** @param {HTMLElement} root @param {import("#shared/app.js").App} app */
  constructor(root, app) {
    this.root = root;
    this.app = app;
    /** The lesson that is shown, or null for their list. @type {Lesson | null} */
    this.lesson = null;
    /** Its step. */
    this.at = 0;
    /** Whether the move of this step was right; null before it. @type {boolean | null} */
    this.right = null;
    /** What is said of the move. @type {(Node | string)[]} */
    this.words = [];
    /** The move that is being looked at, until it is known whether it is right. */
    this.judging = {};

    this.session = new Session();
    this.board = new Board(this.session, part(root, "board"), (cell, walks, shift = "") =>
      attempt(() => this.choose(cellName(cell, this.session.layout.columns) + shift, walks)),
    );
    this.session.addEventListener("change", this.render);
    this.session.addEventListener("preview", this.render);
    this.commands = [
      {
        button: "confirm",
        key: "p",
        does: "make the selected move",
        run: () => this.choose(this.session.selected),
        enabled: () => this.right === null && this.session.selected !== "",
      },
      { button: "next", key: "n", does: "next step", run: this.next, enabled: () => this.right === true },
      { button: "again", key: "t", does: "try again", run: this.again, enabled: () => this.right === false },
      { button: "show", key: "s", does: "show the move", run: this.reveal, enabled: () => this.right !== true },
    ];
    bind(root, this.commands, this.session);
    this.hide = () => this.session.stop();
    this.focus = () => {
      const link = root.querySelector("#lessons .next") ?? root.querySelector("#lessons a");
      (this.lesson ? this.board : /** @type {HTMLElement} */ (link)).focus();
    };
  }

  /** What there is for those who don't see the board. */
  tell = async () => {
    const { teller } = await import("../shared/told.js");
    return teller(this.session, () => this.lesson !== null && this.right === null, this.choose);
  };

  get step() {
    return /** @type {Lesson} */ (this.lesson).steps[this.at];
  }

  get variant() {
    return { rules: PUBLISHED, edition: "wild" };
  }

  /** The list of lessons, or a step of one. @param {URLSearchParams} asked */
  show = async (asked) => {
    const name = asked.get("lesson");
    const lesson = LESSONS.find((one) => one.name === name);
    Object.assign(this, { lesson: lesson ?? null, judging: {} });
    if (!lesson) {
      this.list();
      if (name) throw new EngineError(`There is no lesson ${name.slice(0, 20)}: choose one of these.`, "lesson");
      return;
    }
    const step = Number(asked.get("step"));
    await this.open(Number.isInteger(step) && step >= 1 && step <= lesson.steps.length ? step - 1 : nextOf(lesson));
  };

  /** @param {number} at the step */
  open = async (at) => {
    Object.assign(this, { at, right: null, words: [], judging: {} });
    this.root.classList.remove("listing");
    this.session.hidden = true;
    await this.session.open(this.step.position, this.variant);
    explain(this.app, this.session);
  };

  /** The list of all lessons. */
  list = () => {
    this.root.classList.add("listing");
    const next = LESSONS.find((lesson) => !isDone(lesson));
    const done = LESSONS.filter(isDone).length;
    const sub = next ? `${done} of ${LESSONS.length} lessons done` : "You have done all lessons: now try the puzzles";
    showHeadline(this.root, "", ["Learn Collapsi", sub]);
    this.app.title("Learn");
    const left = part(this.root, "lesson").contains(document.activeElement);
    part(this.root, "overview").hidden = false;
    part(this.root, "lesson").hidden = true;
    part(this.root, "lessons").replaceChildren(
      ...LESSONS.map((lesson, at) => html("li", {}, entry(lesson, at, lesson === next))),
    );
    if (left) this.focus();
  };

  /** The reader moves. @param {string} name @param {boolean} [walks] */
  choose = async (name, walks) => {
    const move = this.session.moveTo(name);
    if (this.right !== null || this.words.length || !move) return;
    const judging = (this.judging = {});
    this.words = ["…"]; // without a table it takes a second or two
    this.render();
    const { moves, right = "", wrong } = this.step;
    const keepsWin = () =>
      move.keeps_win ?? check(this.session.game, move.position).then(({ result }) => result === "loss");
    try {
      const found = moves ? moves.includes(name) : await keepsWin();
      const how = right || (!found && wrong) ? [] : reason(await this.lineFrom(move.position));
      if (this.judging !== judging) return; // the reader has gone on to another step
      this.right = found;
      if (found) keepDone(/** @type {Lesson} */ (this.lesson), this.at);
      this.words = found ? ["Right. ", right, ...how] : [wrong ?? `${name} loses. `, ...how];
    } catch (error) {
      if (this.judging === judging) this.words = [];
      throw error;
    }
    await this.session.play(name, walks);
  };

  /** Best play from a position. @param {string} position */
  lineFrom = async (position) => {
    if (this.session.rules?.tabled) return api.line(position, this.variant);
    const line = [await check(this.session.game, position)];
    for (let [best] = line[0].moves; best; [best] = line[line.length - 1].moves)
      line.push(await check(this.session.game, best.position));
    return line;
  };

  again = async () => {
    Object.assign(this, { right: null, words: [], judging: {} });
    await this.session.goTo(0);
  };

  reveal = async () => {
    if (this.right === false) await this.again();
    const { game } = this.session;
    if (!this.step.moves && !this.session.probe?.moves[0]?.result) await this.session.searched;
    if (this.session.game !== game) return; // the reader has gone on
    const best = this.step.moves?.[0] ?? this.session.probe?.moves[0].move ?? "";
    this.session.set({ hint: parted(best).cell });
    this.session.select(best);
  };

  /** The next step; after the last one the list, where the next lesson is marked. */
  next = async () => {
    const lesson = /** @type {Lesson} */ (this.lesson);
    const last = this.at + 1 === lesson.steps.length;
    await this.app.open(
      last ? "?mode=learn" : query({ mode: "learn", lesson: lesson.name, step: String(this.at + 2) }),
    );
  };

  render = () => {
    const { lesson, right } = this;
    if (!lesson) return;
    const puzzles = lesson.steps.length - 3;
    const what = this.at < puzzles ? "Try it" : `Puzzle ${this.at - puzzles + 1} of 3`;
    const turn = toMove(this.session.game, 0);
    showHeadline(this.root, turn, [lesson.title, `${what} · you are ${named(turn)}`]);
    this.app.title(lesson.title);
    part(this.root, "overview").hidden = true;
    part(this.root, "lesson").hidden = false;
    write(part(this.root, "lesson-title"), lesson.title);
    part(this.root, "progress").replaceChildren(...lesson.steps.map((_, at) => mark(lesson, at, at === this.at)));
    write(part(this.root, "say"), this.step.say);
    part(this.root, "say").hidden = right !== null;
    const said = part(this.root, "said");
    said.replaceChildren(...this.words);
    said.className = `said-now ${right === null ? "" : right ? "right" : "wrong"}`;
    write(part(this.root, "confirm"), `Move to ${this.session.selected}`);
    write(part(this.root, "next"), this.at + 1 === lesson.steps.length ? "Finish the lesson" : "Next");
    showEnabled(this.root, this.commands);
  };
}

/** A lesson in the list. @param {Lesson} lesson @param {number} at @param {boolean} isNext */
function entry(lesson, at, isNext) {
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

/** A step of the lesson. @param {Lesson} lesson @param {number} at @param {boolean} isShown */
function mark(lesson, at, isShown) {
  const done = doneOf(lesson).includes(at);
  const item = html(
    "li",
    { class: done && "done" },
    html("span", { "aria-hidden": "true" }, done ? "✓" : String(at + 1)),
    html("span", { class: "unseen" }, `Step ${at + 1}: ${done ? "done" : "to do"}`),
  );
  if (isShown) set(item, { "aria-current": "step" });
  return item;
}
