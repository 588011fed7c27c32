/** Puzzles: today's, the same for everybody, and a trainer by difficulty. */

import { attempt } from "../../../../shared/banner.js";
import { dateOf, dayOf } from "../../../../shared/calendar.js";
import { cellName } from "../../../../shared/cells.js";
import { bind } from "../../../../shared/commands.js";
import { html, part, set } from "../../../../shared/dom.js";
import { showFigures } from "../../../../shared/figures.js";
import { showHeadline } from "../../../../shared/headline.js";
import { shareResult } from "../../../../shared/share.js";
import { counted } from "../../../../shared/words.js";
import { addressOf } from "../shared/address.js";
import { Board } from "../shared/board.js";
import { GRADES } from "../shared/grades.js";
import { Session } from "../shared/session.js";
import { named } from "../shared/words.js";
import { puzzle } from "./collection.js";
import { days, keepTraining, shareText, training } from "./results.js";
import { Trial } from "./trial.js";
import { HARD, saying, solver, won } from "./words.js";

/** @typedef {import("../shared/grades.js").Grade} Grade */

/** @type {import("../../../../shared/app.js").Mount} */
export function mount(root, app) {
  const session = new Session();
  const trial = new Trial(session);
  /** Which puzzle is shown: of a day, or the number of a grade's. @type {{kind: "daily" | Grade, number: number}} */
  let shown = { kind: "daily", number: 1 };

  new Board(session, part(root, "board"), (cell, walks) =>
    attempt(() => trial.choose(cellName(cell, session.layout.columns), walks)),
  );
  const over = () => trial.phase === "failed" || trial.phase === "solved";
  const commands = [
    {
      button: "confirm",
      key: "p",
      does: "make the selected move",
      run: () => trial.choose(session.selected),
      enabled: () => trial.phase === "solving" && session.selected !== "",
    },
    { button: "next", key: "n", does: "next puzzle", run: next, enabled: () => shown.kind !== "daily" },
    { button: "again", key: "t", does: "try again", run: () => trial.again(), enabled: () => trial.phase === "failed" },
    {
      button: "solution",
      key: "s",
      does: "show the solution",
      run: () => trial.solve(),
      enabled: () => trial.phase === "failed" || (trial.phase === "solving" && !counts()),
    },
    {
      button: "back",
      key: "b",
      does: "step back",
      run: () => trial.step(-1),
      enabled: () => over() && session.game.at > 0,
    },
    {
      button: "on",
      key: "f",
      does: "next step",
      run: () => trial.step(1),
      enabled: () => over() && session.probe?.moves.length !== 0,
    },
    {
      button: "share",
      key: "c",
      does: "share the result",
      run: share,
      enabled: () => over() && shown.kind === "daily",
    },
    {
      button: "analyse",
      key: "a",
      does: "analyse this position",
      run: () => app.open(addressOf(session.game)),
      enabled: over,
    },
  ];
  bind(root, commands, session);
  part(root, "kinds").addEventListener("change", (event) => {
    const { value } = /** @type {HTMLInputElement} */ (event.target);
    attempt(() => begin({ kind: /** @type {Grade} */ (value), number: nextOf(value) }));
  });
  trial.addEventListener("mark", note);
  session.addEventListener("change", render);
  session.addEventListener("preview", render);
  return { show, hide: () => trial.stop(), commands };

  /** Today's puzzle, that of another day, or one to train with. @param {URLSearchParams} query */
  async function show(query) {
    const grade = GRADES.find((known) => known === query.get("train"));
    const day = Math.min(Number(query.get("day")) || Infinity, dayOf(new Date()));
    if (grade) return open({ kind: grade, number: Math.max(0, Math.floor(Number(query.get("n")))) || nextOf(grade) });
    return open({ kind: "daily", number: Math.max(1, Math.floor(day)) });
  }

  /** Open a puzzle as a new entry of the browser's history. @param {typeof shown} which */
  async function begin(which) {
    const { kind, number } = which;
    const day = number === dayOf(new Date()) ? "" : `&day=${number}`;
    app.remember(`?mode=puzzles${kind === "daily" ? day : `&train=${kind}&n=${number}`}`, null);
    await open(which);
  }

  /** @param {typeof shown} which */
  async function open(which) {
    const found = await puzzle(which.kind, which.number);
    shown = which;
    const kept = counts() ? days.of(which.number) : undefined;
    await trial.begin(found, kept?.marks);
  }

  /** Whether this is today's puzzle, which allows one try per move. */
  function counts() {
    return shown.kind === "daily" && shown.number === dayOf(new Date());
  }

  /** @param {string} kind */
  function nextOf(kind) {
    return kind === "daily" ? dayOf(new Date()) : (training().next[/** @type {Grade} */ (kind)] ?? 1);
  }

  function next() {
    return begin({ kind: shown.kind, number: nextOf(shown.kind) });
  }

  /** A move was found or missed: keep it, once. */
  function note() {
    const { marks, missed, puzzle } = trial;
    const done = missed || marks.length === puzzle?.choices.length;
    if (counts()) {
      if (!days.of(shown.number)?.done) days.keep(shown.number, { marks, done });
    } else if (shown.kind !== "daily" && done) {
      const { next, row } = training();
      keepTraining({
        row: missed ? 0 : row + 1,
        next: { ...next, [shown.kind]: Math.max(next[shown.kind] ?? 1, shown.number + 1) },
      });
    }
  }

  async function share() {
    const { marks = "" } = (counts() && days.of(shown.number)) || trial;
    const text = shareText(
      shown.number,
      marks,
      trial.puzzle?.choices.length ?? 0,
      counts() ? days.streaks(shown.number).streak : 0,
    );
    const done = await shareResult(text, `?mode=puzzles&day=${shown.number}`);
    if (done) part(root, "said").textContent = done;
  }

  function render() {
    const { puzzle, phase } = trial;
    if (!puzzle) return;
    const side = solver(puzzle);
    const day = shown.kind === "daily" ? `${dateOf(shown.number)} · ` : "";
    showHeadline(root, side, [
      `${named(side)} ${phase === "solved" ? won(session) : "to move and win"}`,
      `No. ${shown.number} · ${day}${puzzle.grade}`,
    ]);
    app.title(shown.kind === "daily" ? `Puzzle ${shown.number}` : `${puzzle.grade} puzzle`);
    for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (part(root, "kinds").querySelectorAll("input"))) {
      input.checked = input.value === (shown.kind !== "daily" || counts() ? shown.kind : "");
    }
    part(root, "task").textContent = `${counted(puzzle.choices.length, "move")} to find`;
    part(root, "progress").replaceChildren(...puzzle.choices.map((_, at) => step(trial.marks[at], at)));
    part(root, "said").textContent = saying(trial, session);
    part(root, "confirm").textContent = `Move to ${session.selected}`;
    for (const { button, enabled } of commands) {
      const element = /** @type {HTMLButtonElement} */ (part(root, button));
      element.hidden = element.disabled = !enabled();
    }
    renderRecord();
  }

  /** @param {string | undefined} mark @param {number} at */
  function step(mark, at) {
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
    if (at === trial.marks.length && trial.phase === "solving") set(item, { "aria-current": "step" });
    return item;
  }

  function renderRecord() {
    const daily = shown.kind === "daily";
    const { streak, best } = days.streaks(dayOf(new Date()));
    /** @type {Record<string, number>} */
    const figures = daily ? { "days in a row": streak, longest: best } : { "solved in a row": training().row };
    part(root, "record-title").textContent = daily ? "Your streak" : "Training";
    showFigures(part(root, "record"), figures);
    part(root, "record-note").textContent = daily
      ? "A new puzzle comes at midnight: easy on Monday, master on Sunday. You have one try per move."
      : HARD[/** @type {Grade} */ (shown.kind)];
  }
}
