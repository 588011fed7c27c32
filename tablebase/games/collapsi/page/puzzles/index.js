/** Puzzles: today's, the same for everybody, and a trainer by difficulty. */

import { attempt } from "#shared/banner.js";
import { dateOf, dayOf } from "#shared/calendar.js";
import { cellName } from "#shared/cells.js";
import { bind, showEnabled } from "#shared/commands.js";
import { html, part, show, write } from "#shared/dom.js";
import { showFigures } from "#shared/figures.js";
import { showHeadline } from "#shared/headline.js";
import { shareResult } from "#shared/share.js";
import { counted } from "#shared/words.js";
import { EngineError } from "#engine/client.js";
import { addressOf } from "../shared/address.js";
import { Board } from "../shared/board.js";
import { explain } from "../shared/how.js";
import { PUBLISHED } from "../shared/game.js";
import { begun, Shown } from "../shared/session.js";
import { named } from "../shared/words.js";
import { countOf, partsOf, puzzle, TRAINED, trained } from "./collection.js";
import { days, keepTraining, keepTry, shareText, training } from "./results.js";
import { due, isMissed, isOver, reduce, START } from "./state.js";
import { about, emptyText, nameOf, saying, solver, won } from "./words.js";

/**
 * @typedef {import("../shared/grades.js").Grade} Grade
 * @typedef {import("./collection.js").Kind} Kind
 */

/** @type {import("#shared/app.js").Mount} */
export const mount = (root, app) => new PuzzlesMode(root, app);

class PuzzlesMode {
  /** Without a day, an address is of today's puzzle. */
  daily = true;

  /** @param {HTMLElement} root @param {import("#shared/app.js").App} app */
  constructor(root, app) {
    this.root = root;
    this.app = app;
    this.shown = new Shown(START, reduce, {
      find: this.find,
      note: this.remember,
      mark: this.keep,
      pause,
    });
    const board = new Board(this.shown, part(this.root, "board"), (cell, walks) =>
      attempt(() => this.shown.send("choose", { name: cellName(cell, this.shown.layout.columns), walks })),
    );
    this.commands = this.toolbar();
    bind(this.root, this.commands, this.shown);
    part(this.root, "choices").addEventListener("change", (event) => {
      attempt(() => this.choose(/** @type {HTMLInputElement} */ (event.target)));
    });
    this.shown.addEventListener("change", this.render);
    this.shown.addEventListener("preview", this.render);
    this.focus = () => board.focus();
    this.hide = () => this.shown.send("hide");
  }

  get state() {
    return this.shown.state;
  }

  /** What there is for those who don't see the board. */
  tell = async () => {
    const { teller } = await import("../shared/told.js");
    return teller(
      this.shown,
      () => this.state.phase === "solving",
      (name) => this.shown.send("choose", { name }),
    );
  };

  /** What buttons and keys do. */
  toolbar() {
    return [
      {
        button: "confirm",
        key: "p",
        does: "make the selected move",
        run: () => this.shown.send("choose", { name: this.shown.selected }),
        enabled: () => this.state.phase === "solving" && this.shown.selected !== "",
      },
      {
        button: "next",
        key: "n",
        does: "next puzzle",
        run: () => this.shown.send("find", { kind: this.state.which.kind }),
        enabled: () => this.state.which.kind !== "daily",
      },
      {
        button: "again",
        key: "t",
        does: "try again",
        run: () => this.shown.send("again"),
        enabled: () => this.state.phase === "failed",
      },
      {
        button: "solution",
        key: "s",
        does: "show the solution",
        run: () => this.shown.send("solve"),
        enabled: () => this.state.phase === "failed" || (this.state.phase === "solving" && !counts(this.state.which)),
      },
      {
        button: "back",
        key: "b",
        does: "step back",
        run: () => this.shown.send("step", { by: -1 }),
        enabled: () => isOver(this.state) && this.shown.game.at > 0,
      },
      {
        button: "on",
        key: "f",
        does: "next step",
        run: () => this.shown.send("step", { by: 1 }),
        enabled: () => isOver(this.state) && this.shown.probe?.moves.length !== 0,
      },
      {
        button: "share",
        key: "c",
        does: "share the result",
        run: this.share,
        enabled: () => isOver(this.state) && this.state.which.kind === "daily",
      },
      {
        button: "analyse",
        key: "a",
        does: "analyse this position",
        run: () => this.app.open(addressOf(this.shown.game)),
        enabled: () => isOver(this.state),
      },
    ];
  }

  /** Today's puzzle, that of another day, or one to train with. @param {URLSearchParams} query */
  show = (query) => this.shown.send("find", { query: query.toString() });

  /** A puzzle that was asked for: by an address, or the next one of a kind. @param {{query?: string, kind?: Kind}} asked @param {import("#shared/machine.js").Late} late @returns {Promise<object>} an event */
  find = async ({ query, kind }, { tell }) => {
    const own = (await countOf("own")) > 0;
    await tell({ type: "own", own });
    if (kind) {
      if (await countOf(kind)) return this.opened({ kind, number: nextOf(kind) }, true);
      return { type: "empty", text: emptyText(kind) };
    }
    const linked = new URLSearchParams(query);
    const kinds = /** @type {Kind[]} */ ([...TRAINED, "own"]);
    const trained = kinds.find((known) => known === linked.get("train"));
    if (trained && (trained !== "own" || own)) return this.train(trained, linked.get("n"));
    const day = Math.min(Number(linked.get("day")) || Infinity, dayOf(new Date()));
    return this.opened({ kind: "daily", number: Math.max(1, Math.floor(day)) });
  };

  /** A puzzle to train with: by its number in a link, if there is one. @param {Kind} kind @param {string | null} linked */
  train = async (kind, linked) => {
    const number = Number(linked);
    const many = await countOf(kind);
    const known = Number.isInteger(number) && number >= 1 && number <= many;
    if (!many) {
      const wrong = new EngineError(`${emptyText(kind)} Today’s puzzle is shown instead.`, "train");
      return this.opened({ kind: "daily", number: nextOf("daily") }, false, wrong);
    }
    const said = `There is no ${nameOf(kind)} puzzle ${linked?.slice(0, 20)}: there are 1 to ${many}. Your next one is shown instead.`;
    const wrong = linked === null || known ? null : new EngineError(said, "n");
    return this.opened({ kind, number: known ? number : Math.min(nextOf(kind), many) }, false, wrong);
  };

  /** @param {import("./state.js").Which} which @param {boolean} [noted] whether the browser's history gets a new entry @param {Error | null} [wrong] with the address */
  opened = async (which, noted = false, wrong = null) => {
    const found = await puzzle(which.kind, which.number);
    const many = await countOf(which.kind);
    const chosen = which.kind !== "daily" || counts(which) ? which.kind : "";
    const marks = (counts(which) && days.of(which.number)?.marks) || "";
    const moves = found.moves.slice(0, due({ puzzle: found, marks }));
    const { game } = await begun(found.position, found.variant ?? VARIANT, moves);
    return { type: "opened", which, chosen, many, puzzle: found, marks, game, noted, wrong };
  };

  /** Find a puzzle of the kind that is chosen. @param {HTMLInputElement} input that was changed */
  choose = ({ name, value }) => {
    const checked = [...this.inputs()].filter((input) => input.checked).map((input) => input.value);
    const { grade, theme } = partsOf(checked.join("."));
    const kind = name === "kind" && (value === "daily" || value === "own") ? value : trained(grade, theme);
    return this.shown.send("find", { kind });
  };

  /** Note the puzzle in the browser's history. */
  remember = () => {
    const { kind, number } = this.state.which;
    const day = number === dayOf(new Date()) ? "" : `&day=${number}`;
    this.app.remember(`?mode=puzzles${kind === "daily" ? day : `&train=${kind}&n=${number}`}`, null);
  };

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

  /** A move was found or missed: keep it, once. */
  keep = () => {
    const { marks, puzzle, which, many } = this.state;
    const missed = isMissed(this.state);
    const done = missed || marks.length === puzzle?.choices.length;
    if (counts(which)) {
      if (!days.of(which.number)?.done) days.keep(which.number, { marks, done });
    } else if (which.kind !== "daily" && done) {
      const { kind, number } = which;
      const { next } = training();
      const after = Math.max(next[kind] ?? 1, number + 1);
      keepTraining({ next: { ...next, [kind]: after > many ? 1 : after } }); // after the last the first comes again
      keepTry({ kind, number, solved: !missed, position: puzzle?.position }, puzzle?.grade ?? null);
    }
  };

  share = async () => {
    const { which, puzzle } = this.state;
    const { marks = "" } = (counts(which) && days.of(which.number)) || this.state;
    const streak = counts(which) ? days.streaks(which.number).streak : 0;
    const text = shareText(which.number, marks, puzzle?.choices.length ?? 0, streak);
    const done = await shareResult(text, `?mode=puzzles&day=${which.number}`);
    if (done) write(part(this.root, "said"), done);
  };

  render = () => {
    const { puzzle, phase, which, chosen, empty, marks, own } = this.state;
    for (const input of this.inputs()) if (input.value === "own") input.disabled = !own;
    if (!puzzle) return;
    explain(this.app, this.shown);
    const side = solver(puzzle);
    const day = which.kind === "daily" ? `${dateOf(which.number)} · ` : "";
    showHeadline(this.root, side, [
      `${named(side)} ${phase === "solved" ? won(this.shown) : "to move and win"}`,
      `No. ${which.number} · ${day}${puzzle.grade ?? "from your game"}`,
    ]);
    this.app.title(which.kind === "daily" ? `Puzzle ${which.number}` : "Puzzle");
    this.check(chosen);
    show(this.root, {
      empty,
      task: `${counted(puzzle.choices.length, "move")} to find`,
      progress: puzzle.choices.map((_, at) => this.step(marks[at], at)),
      said: saying(this.state, this.shown),
      confirm: `Move to ${this.shown.selected}`,
    });
    showEnabled(this.root, this.commands);
    const main = this.main();
    for (const id of ["again", "next", "share"]) part(this.root, id).classList.toggle("primary", id === main);
    this.renderRecord();
  };

  /** The button that most readers want when the try is over. */
  main = () => {
    if (this.state.phase === "failed") return "again";
    if (this.state.phase !== "solved") return "";
    return this.state.which.kind === "daily" ? "share" : "next";
  };

  /** @param {string | undefined} mark @param {number} at */
  step = (mark, at) => {
    const [kind, sign, said] =
      mark === "+"
        ? ["found", "✓", "found"]
        : mark === "-"
          ? ["missed", "✗", "missed"]
          : ["open", String(at + 1), "to be found"];
    const isDue = at === this.state.marks.length && this.state.phase === "solving";
    return html(
      "li",
      { class: kind, "aria-current": isDue && "step" },
      html("span", { "aria-hidden": "true" }, sign),
      html("span", { class: "unseen" }, `Move ${at + 1}: ${said}`),
    );
  };

  renderRecord = () => {
    const { kind } = this.state.which;
    const daily = kind === "daily";
    const { streak, best } = days.streaks(dayOf(new Date()));
    const { row, rating, tries } = training();
    /** @type {Record<string, number>} */
    const figures = daily
      ? { "days in a row": streak, longest: best }
      : { "your rating": Math.round(rating), "solved in a row": row };
    const midnight = "A new puzzle comes at midnight: easy on Monday, master on Sunday. You have one try per move.";
    showFigures(part(this.root, "record"), figures);
    show(this.root, {
      "record-title": daily ? "Your streak" : "Training",
      "record-note": daily ? midnight : about(kind),
      history: daily ? [] : tries.slice(0, SHOWN_TRIES).map(pastTry),
    });
  };
}

/** Whether this is today's puzzle, which allows one try per move. @param {import("./state.js").Which} which */
const counts = ({ kind, number }) => kind === "daily" && number === dayOf(new Date());

/** @param {Kind} kind */
const nextOf = (kind) => (kind === "daily" ? dayOf(new Date()) : (training().next[kind] ?? 1));

/** The pause before a move that the page makes; a shorter one if no pawn is animated. */
async function pause() {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  await new Promise((resolve) => setTimeout(resolve, still ? 250 : 650));
  return { type: "tick" };
}

const VARIANT = { rules: PUBLISHED, edition: "" };

/** How many of the latest tries are listed. */
const SHOWN_TRIES = 12;

/** A try, as a link to its puzzle. @param {import("./results.js").Try} made */
function pastTry({ kind, number, solved }) {
  const label = `${nameOf(kind)} puzzle ${number}: ${solved ? "solved" : "missed"}`;
  const named = { title: label, "aria-label": label, class: solved ? "found" : "missed" };
  const link = { href: `?mode=puzzles&train=${kind}&n=${number}`, ...named };
  return html("li", {}, html("a", link, solved ? "✓" : "✗"));
}
