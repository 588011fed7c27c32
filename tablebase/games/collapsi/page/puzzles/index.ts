/** Puzzles: today's, the same for everybody, and a trainer by difficulty. */

import { attempt } from "#shared/banner.ts";
import { dateOf, dayOf } from "#shared/calendar.ts";
import { cellName } from "#shared/cells.ts";
import { bind, showEnabled } from "#shared/commands.ts";
import { html, part, show, write } from "#shared/dom.ts";
import { showFigures } from "#shared/figures.ts";
import { showHeadline } from "#shared/headline.ts";
import { shareResult } from "#shared/share.ts";
import { counted } from "#shared/words.ts";
import { EngineError } from "#engine/client.ts";
import { addressOf } from "../shared/address.ts";
import { Board } from "../shared/board.ts";
import { explain } from "../shared/how.ts";
import { PUBLISHED } from "../shared/game.ts";
import { begun, Shown } from "../shared/session.ts";
import { named } from "../shared/words.ts";
import { countOf, type Kind, partsOf, puzzle, TRAINED, trained } from "./collection.ts";
import { days, keepTraining, keepTry, shareText, training, type Try } from "./results.ts";
import { due, isMissed, isOver, reduce, START, type State, type Which } from "./state.ts";
import { about, emptyText, nameOf, saying, solver, won } from "./words.ts";
import type { App, Mount } from "#shared/app.ts";
import type { Late } from "#shared/machine.ts";

export const mount: Mount = (root, app) => new PuzzlesMode(root, app);

class PuzzlesMode {
  root: HTMLElement;
  app: App;
  shown: Shown<State>;
  commands: { button: string; key: string; does: string; run: () => unknown; enabled: () => boolean }[];
  focus: () => void;
  hide: () => Promise<void>;

  /** Without a day, an address is of today's puzzle. */
  daily = true;

  constructor(root: HTMLElement, app: App) {
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
      attempt(() => this.choose(event.target as HTMLInputElement));
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
    const { teller } = await import("../shared/told.ts");
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

  /** Today's puzzle, that of another day, or one to train with. */
  show = (query: URLSearchParams) => this.shown.send("find", { query: query.toString() });

  /** A puzzle that was asked for: by an address, or the next one of a kind. @returns an event */
  find = async ({ query, kind }: { query?: string; kind?: Kind }, { tell }: Late): Promise<object> => {
    const own = (await countOf("own")) > 0;
    await tell({ type: "own", own });
    if (kind) {
      if (await countOf(kind)) return this.opened({ kind, number: nextOf(kind) }, true);
      return { type: "empty", text: emptyText(kind) };
    }
    const linked = new URLSearchParams(query);
    const kinds = [...TRAINED, "own"] as Kind[];
    const trained = kinds.find((known) => known === linked.get("train"));
    if (trained && (trained !== "own" || own)) return this.train(trained, linked.get("n"));
    const day = Math.min(Number(linked.get("day")) || Infinity, dayOf(new Date()));
    return this.opened({ kind: "daily", number: Math.max(1, Math.floor(day)) });
  };

  /** A puzzle to train with: by its number in a link, if there is one. */
  train = async (kind: Kind, linked: string | null) => {
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

  /**
   * @param noted whether the browser's history gets a new entry
   * @param wrong with the address
   */
  opened = async (which: Which, noted: boolean = false, wrong: Error | null = null) => {
    const found = await puzzle(which.kind, which.number);
    const many = await countOf(which.kind);
    const chosen = which.kind !== "daily" || counts(which) ? which.kind : "";
    const marks = (counts(which) && days.of(which.number)?.marks) || "";
    const moves = found.moves.slice(0, due({ puzzle: found, marks }));
    const { game } = await begun(found.position, found.variant ?? VARIANT, moves);
    return { type: "opened", which, chosen, many, puzzle: found, marks, game, noted, wrong };
  };

  /** Find a puzzle of the kind that is chosen. @param input that was changed */
  choose = ({ name, value }: HTMLInputElement) => {
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
  inputs = () => this.root.querySelectorAll("#kinds input, #themes input") as NodeListOf<HTMLInputElement>;

  /** Show which choices a kind is. */
  check = (kind: Kind | "") => {
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

  step = (mark: string | undefined, at: number) => {
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
    const figures: Record<string, number> = daily
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

/** Whether this is today's puzzle, which allows one try per move. */
const counts = ({ kind, number }: Which) => kind === "daily" && number === dayOf(new Date());

const nextOf = (kind: Kind) => (kind === "daily" ? dayOf(new Date()) : (training().next[kind] ?? 1));

/** The pause before a move that the page makes; a shorter one if no pawn is animated. */
async function pause() {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  await new Promise((resolve) => setTimeout(resolve, still ? 250 : 650));
  return { type: "tick" };
}

const VARIANT = { rules: PUBLISHED, edition: "" };

/** How many of the latest tries are listed. */
const SHOWN_TRIES = 12;

/** A try, as a link to its puzzle. */
function pastTry({ kind, number, solved }: Try) {
  const label = `${nameOf(kind)} puzzle ${number}: ${solved ? "solved" : "missed"}`;
  const named = { title: label, "aria-label": label, class: solved ? "found" : "missed" };
  const link = { href: `?mode=puzzles&train=${kind}&n=${number}`, ...named };
  return html("li", {}, html("a", link, solved ? "✓" : "✗"));
}
