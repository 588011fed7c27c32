/** Puzzles: today's, the same for everybody, and a trainer by difficulty. */

import { attempt } from "../../../../shared/banner.js";
import { dateOf, dayOf } from "../../../../shared/calendar.js";
import { cellName } from "../../../../shared/cells.js";
import { bind, showEnabled } from "../../../../shared/commands.js";
import { html, part, set } from "../../../../shared/dom.js";
import { showFigures } from "../../../../shared/figures.js";
import { showHeadline } from "../../../../shared/headline.js";
import { shareResult } from "../../../../shared/share.js";
import { counted } from "../../../../shared/words.js";
import { EngineError } from "../../../../engine/client.js";
import { addressOf } from "../shared/address.js";
import { Board } from "../shared/board.js";
import { explain } from "../shared/how.js";
import { Session } from "../shared/session.js";
import { named } from "../shared/words.js";
import { countOf, partsOf, puzzle, TRAINED, trained } from "./collection.js";
import { days, keepTraining, keepTry, shareText, training } from "./results.js";
import { Trial } from "./trial.js";
import { about, emptyText, nameOf, saying, solver, won } from "./words.js";

/**
 * @typedef {import("../shared/grades.js").Grade} Grade
 * @typedef {import("./collection.js").Kind} Kind
 */

/** @type {import("../../../../shared/app.js").Mount} */
export const mount = (root, app) => new PuzzlesMode(root, app);

class PuzzlesMode {
  /** @param {HTMLElement} root @param {import("../../../../shared/app.js").App} app */
  constructor(root, app) {
    this.root = root;
    this.app = app;
    this.session = new Session();
    this.trial = new Trial(this.session);
    /** Which puzzle is shown: of a day, or the number of another kind's. @type {{kind: Kind, number: number}} */
    this.shown = { kind: "daily", number: 1 };
    /** How many puzzles there are of its kind. */
    this.many = 1;
    /** How many were asked for: one that is ready late must not hide what was chosen meanwhile. */
    this.asked = 0;

    const board = new Board(this.session, part(this.root, "board"), (cell, walks) =>
      attempt(() => this.trial.choose(cellName(cell, this.session.layout.columns), walks)),
    );
    this.over = () => this.trial.phase === "failed" || this.trial.phase === "solved";
    this.commands = this.toolbar();
    bind(this.root, this.commands, this.session);
    part(this.root, "choices").addEventListener("change", (event) => {
      attempt(() => this.choose(/** @type {HTMLInputElement} */ (event.target)));
    });
    this.trial.addEventListener("mark", this.note);
    this.session.addEventListener("change", this.render);
    this.session.addEventListener("preview", this.render);
    this.focus = () => board.focus();
    this.hide = () => this.trial.stop();
  }

  /** What there is for those who don't see the board. */
  tell = async () => {
    const { teller } = await import("../shared/told.js");
    return teller(
      this.session,
      () => this.trial.phase === "solving",
      (move) => this.trial.choose(move),
    );
  };

  /** What buttons and keys do. */
  toolbar() {
    return [
      {
        button: "confirm",
        key: "p",
        does: "make the selected move",
        run: () => this.trial.choose(this.session.selected),
        enabled: () => this.trial.phase === "solving" && this.session.selected !== "",
      },
      { button: "next", key: "n", does: "next puzzle", run: this.next, enabled: () => this.shown.kind !== "daily" },
      {
        button: "again",
        key: "t",
        does: "try again",
        run: () => this.trial.again(),
        enabled: () => this.trial.phase === "failed",
      },
      {
        button: "solution",
        key: "s",
        does: "show the solution",
        run: () => this.trial.solve(),
        enabled: () => this.trial.phase === "failed" || (this.trial.phase === "solving" && !this.counts()),
      },
      {
        button: "back",
        key: "b",
        does: "step back",
        run: () => this.trial.step(-1),
        enabled: () => this.over() && this.session.game.at > 0,
      },
      {
        button: "on",
        key: "f",
        does: "next step",
        run: () => this.trial.step(1),
        enabled: () => this.over() && this.session.probe?.moves.length !== 0,
      },
      {
        button: "share",
        key: "c",
        does: "share the result",
        run: this.share,
        enabled: () => this.over() && this.shown.kind === "daily",
      },
      {
        button: "analyse",
        key: "a",
        does: "analyse this position",
        run: () => this.app.open(addressOf(this.session.game)),
        enabled: this.over,
      },
    ];
  }

  /** Today's puzzle, that of another day, or one to train with. @param {URLSearchParams} query */
  show = async (query) => {
    const asked = ++this.asked;
    const kinds = /** @type {Kind[]} */ ([...TRAINED, "own"]);
    const kind = kinds.find((known) => known === query.get("train"));
    const own = await countOf("own");
    for (const input of this.inputs()) {
      if (input.value === "own") input.disabled = own === 0;
    }
    const day = Math.min(Number(query.get("day")) || Infinity, dayOf(new Date()));
    if (kind && (kind !== "own" || own)) return this.train(kind, query.get("n"), asked);
    return this.open({ kind: "daily", number: Math.max(1, Math.floor(day)) }, asked);
  };

  /** Open a puzzle to train with: by its number in a link, if there is one. @param {Kind} kind @param {string | null} linked @param {number} asked */
  train = async (kind, linked, asked) => {
    const number = Number(linked);
    const many = await countOf(kind);
    const known = Number.isInteger(number) && number >= 1 && number <= many;
    if (!many) {
      await this.open({ kind: "daily", number: this.nextOf("daily") }, asked);
      throw new EngineError(`${emptyText(kind)} Today’s puzzle is shown instead.`, "train");
    }
    await this.open({ kind, number: known ? number : Math.min(this.nextOf(kind), many) }, asked);
    if (linked !== null && !known)
      throw new EngineError(
        `There is no ${nameOf(kind)} puzzle ${linked.slice(0, 20)}: there are 1 to ${many}. Your next one is shown instead.`,
        "n",
      );
  };

  /** Open a puzzle of the kind that is chosen, unless there is none. @param {HTMLInputElement} input that was changed */
  choose = async ({ name, value }) => {
    const asked = ++this.asked;
    const checked = [...this.inputs()].filter((input) => input.checked).map((input) => input.value);
    const { grade, theme } = partsOf(checked.join("."));
    const kind = name === "kind" && (value === "daily" || value === "own") ? value : trained(grade, theme);
    const many = await countOf(kind);
    if (asked !== this.asked) return;
    if (many) return this.begin({ kind, number: this.nextOf(kind) });
    part(this.root, "empty").textContent = emptyText(kind);
  };

  /** Open a puzzle as a new entry of the browser's history. @param {PuzzlesMode["shown"]} which */
  begin = async (which) => {
    const { kind, number } = which;
    const day = number === dayOf(new Date()) ? "" : `&day=${number}`;
    this.app.remember(`?mode=puzzles${kind === "daily" ? day : `&train=${kind}&n=${number}`}`, null);
    await this.open(which, ++this.asked);
  };

  /** @param {PuzzlesMode["shown"]} which @param {number} asked */
  open = async (which, asked) => {
    const found = await puzzle(which.kind, which.number);
    const many = await countOf(which.kind);
    if (asked !== this.asked) return;
    this.many = many;
    this.shown = which;
    part(this.root, "empty").textContent = "";
    const kept = this.counts() ? days.of(which.number) : undefined;
    await this.trial.begin(found, kept?.marks);
  };

  /** Whether this is today's puzzle, which allows one try per move. */
  counts = () => this.shown.kind === "daily" && this.shown.number === dayOf(new Date());

  /** @param {Kind} kind */
  nextOf = (kind) => (kind === "daily" ? dayOf(new Date()) : (training().next[kind] ?? 1));

  /** The choices of a kind. */
  inputs = () =>
    /** @type {NodeListOf<HTMLInputElement>} */ (this.root.querySelectorAll("#kinds input, #themes input"));

  /** Show which choices a kind is. @param {Kind | ""} kind */
  check = (kind) => {
    const { grade, theme } = partsOf(kind || "daily");
    const other = kind === "daily" || kind === "own" || kind === "";
    for (const input of this.inputs())
      input.checked = input.value === (input.name === "theme" ? theme : other ? kind || "none" : grade);
  };

  next = () => this.begin({ kind: this.shown.kind, number: this.nextOf(this.shown.kind) });

  /** A move was found or missed: keep it, once. */
  note = () => {
    const { marks, missed, puzzle } = this.trial;
    const done = missed || marks.length === puzzle?.choices.length;
    if (this.counts()) {
      if (!days.of(this.shown.number)?.done) days.keep(this.shown.number, { marks, done });
    } else if (this.shown.kind !== "daily" && done) {
      const { kind, number } = this.shown;
      const { next } = training();
      const after = Math.max(next[kind] ?? 1, number + 1);
      keepTraining({ next: { ...next, [kind]: after > this.many ? 1 : after } }); // after the last the first comes again
      keepTry({ kind, number, solved: !missed, position: puzzle?.position }, puzzle?.grade ?? null);
    }
  };

  share = async () => {
    const { marks = "" } = (this.counts() && days.of(this.shown.number)) || this.trial;
    const text = shareText(
      this.shown.number,
      marks,
      this.trial.puzzle?.choices.length ?? 0,
      this.counts() ? days.streaks(this.shown.number).streak : 0,
    );
    const done = await shareResult(text, `?mode=puzzles&day=${this.shown.number}`);
    if (done) part(this.root, "said").textContent = done;
  };

  render = () => {
    const { puzzle, phase } = this.trial;
    if (!puzzle) return;
    explain(this.app, this.session);
    const side = solver(puzzle);
    const day = this.shown.kind === "daily" ? `${dateOf(this.shown.number)} · ` : "";
    showHeadline(this.root, side, [
      `${named(side)} ${phase === "solved" ? won(this.session) : "to move and win"}`,
      `No. ${this.shown.number} · ${day}${puzzle.grade ?? "from your game"}`,
    ]);
    this.app.title(this.shown.kind === "daily" ? `Puzzle ${this.shown.number}` : "Puzzle");
    if (!part(this.root, "empty").textContent)
      this.check(this.shown.kind !== "daily" || this.counts() ? this.shown.kind : "");
    part(this.root, "task").textContent = `${counted(puzzle.choices.length, "move")} to find`;
    part(this.root, "progress").replaceChildren(...puzzle.choices.map((_, at) => this.step(this.trial.marks[at], at)));
    part(this.root, "said").textContent = saying(this.trial, this.session);
    part(this.root, "confirm").textContent = `Move to ${this.session.selected}`;
    showEnabled(this.root, this.commands);
    const main = this.main();
    for (const id of ["again", "next", "share"]) part(this.root, id).classList.toggle("primary", id === main);
    this.renderRecord();
  };

  /** The button that most readers want when the try is over. */
  main = () => {
    if (this.trial.phase === "failed") return "again";
    if (this.trial.phase !== "solved") return "";
    return this.shown.kind === "daily" ? "share" : "next";
  };

  /** @param {string | undefined} mark @param {number} at */
  step = (mark, at) => {
    const [kind, sign, said] =
      mark === "+"
        ? ["found", "✓", "found"]
        : mark === "-"
          ? ["missed", "✗", "missed"]
          : ["open", String(at + 1), "to be found"];
    const item = html(
      "li",
      { class: kind },
      html("span", { "aria-hidden": "true" }, sign),
      html("span", { class: "unseen" }, `Move ${at + 1}: ${said}`),
    );
    if (at === this.trial.marks.length && this.trial.phase === "solving") set(item, { "aria-current": "step" });
    return item;
  };

  renderRecord = () => {
    const { kind } = this.shown;
    const daily = kind === "daily";
    const { streak, best } = days.streaks(dayOf(new Date()));
    const { row, rating, tries } = training();
    /** @type {Record<string, number>} */
    const figures = daily
      ? { "days in a row": streak, longest: best }
      : { "your rating": Math.round(rating), "solved in a row": row };
    part(this.root, "record-title").textContent = daily ? "Your streak" : "Training";
    showFigures(part(this.root, "record"), figures);
    part(this.root, "record-note").textContent = daily
      ? "A new puzzle comes at midnight: easy on Monday, master on Sunday. You have one try per move."
      : about(kind);
    part(this.root, "history").replaceChildren(...(daily ? [] : tries.slice(0, SHOWN_TRIES).map(pastTry)));
  };
}

/** How many of the latest tries are listed. */
const SHOWN_TRIES = 12;

/** A try, as a link to its puzzle. @param {import("./results.js").Try} made */
function pastTry({ kind, number, solved }) {
  const label = `${nameOf(kind)} puzzle ${number}: ${solved ? "solved" : "missed"}`;
  const link = html(
    "a",
    {
      href: `?mode=puzzles&train=${kind}&n=${number}`,
      title: label,
      "aria-label": label,
      class: solved ? "found" : "missed",
    },
    solved ? "✓" : "✗",
  );
  return html("li", {}, link);
}
