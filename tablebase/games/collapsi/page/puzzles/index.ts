/** Puzzles: today's, the same for everybody, and a trainer by difficulty. */

import { EngineError } from "#engine/client.ts";
import type { Mount } from "#shared/app.ts";
import { bind, chooses, command, showEnabled } from "#shared/commands.ts";
import { dateOf, dayOf } from "#shared/days.ts";
import { fill, html, only, part, set, show, write } from "#shared/dom.ts";
import { counted } from "#shared/judge.ts";
import type { Late } from "#shared/machine.ts";
import { shareResult } from "#shared/share.ts";
import { marked, showFigures, showHeadline } from "#shared/sheet.ts";
import { addressOf } from "../shared/address.ts";
import { Board, telling } from "../shared/board.ts";
import { PUBLISHED } from "../shared/game.ts";
import { explain } from "../shared/how.ts";
import { begun, Shown } from "../shared/session.ts";
import { moveText, named } from "../shared/words.ts";
import { countOf, type Kind, linkedKind, partsOf, puzzleOf, puzzlesOf, trained } from "./collection.ts";
import { days, isMissed, keepTraining, keepTry, shareText, type Try, training } from "./results.ts";
import { due, isOver, reduce, START, type State, type Which } from "./state.ts";
import { NONE, nameOf, saying, solver, won } from "./words.ts";

export const mount: Mount = (root, app) => {
  const shown = new Shown(START, reduce, {
    /** A puzzle that was asked for: by an address, or the next one of a kind. @returns an event */
    find: async ({ query, kind }: { query?: string; kind?: Kind }, { tell }: Late): Promise<object> => {
      const own = (await countOf("own")) > 0;
      await tell({ type: "set", changes: { own } });
      if (kind) {
        if (await countOf(kind)) return opened({ kind, number: nextOf(kind) }, "push");
        return { type: "set", changes: { empty: `${NONE} Choose another grade or theme.`, left: false } };
      }
      const linked = new URLSearchParams(query);
      const trained = linkedKind(linked.get("train"));
      if (trained && (trained !== "own" || own)) return train(trained, linked.get("n"));
      const day = Math.min(Number(linked.get("day")) || Infinity, dayOf(new Date()));
      return opened({ kind: "daily", number: Math.max(1, Math.floor(day)) });
    },
    /** Note the puzzle in the browser's history. */
    note({ replace }: { replace: boolean }) {
      const { kind, number } = state().which;
      const day = number === dayOf(new Date()) ? "" : `&day=${number}`;
      app.remember(`?mode=puzzles${kind === "daily" ? day : `&train=${kind}&n=${number}`}`, null, replace);
    },
    mark: () => keepMarks(state()),
    pause,
  });
  const state = () => shown.state;
  const does = (type: string) => () => shown.send(type);
  const choose = (name: string, walks?: boolean) => shown.send("choose", { name, walks });
  const board = new Board(shown, part(root, "board"), choose);

  const share = async () => {
    const { which, puzzle, counts } = state();
    const { marks = "" } = (counts && days.of(which.number)) || state();
    const streak = counts ? days.streaks(which.number).streak : 0;
    const text = shareText(which.number, marks, puzzle?.choices.length ?? 0, streak);
    const done = await shareResult(text, `?mode=puzzles&day=${which.number}`);
    if (done) write(part(root, "said"), done);
  };

  const step = (by: number) => () => shown.send("step", { by });
  const over = () => isOver(state());
  const isDaily = () => state().which.kind === "daily";
  const hasFailed = () => state().phase === "failed";
  const isSolving = () => state().phase === "solving";
  const canConfirm = () => isSolving() && !!shown.selected;
  const canSolve = () => hasFailed() || (isSolving() && !state().counts);
  const next = () => shown.send("find", { kind: state().which.kind });
  const analyse = () => app.open(addressOf(shown.game));
  const commands = [
    command("confirm", "p", "make the selected move", () => choose(shown.selected), canConfirm),
    command("next", "n", "next puzzle", next, () => !isDaily()),
    command("again", "t", "try again", does("again"), hasFailed),
    command("solution", "s", "show the solution", does("solve"), canSolve),
    command("back", "b", "step back", step(-1), () => over() && shown.game.at > 0),
    command("on", "f", "next step", step(1), () => over() && shown.game.at + 1 < shown.game.steps.length),
    command("share", "c", "share the result", share, () => over() && isDaily()),
    command("analyse", "a", "analyse this position", analyse, over),
  ];

  /** Find a puzzle of the kind that is chosen. */
  const find = ({ value }: HTMLInputElement) => {
    const checked = [...root.querySelectorAll("#choices :checked")] as HTMLInputElement[];
    const alone = ["daily", "own"].includes(value);
    return shown.send("find", { kind: alone ? value : trained(checked.map(({ value }) => value).join(".")) });
  };

  const render = () => {
    const { puzzle, phase, which, chosen, empty, marks, own } = state();
    set(part(root, "own"), { disabled: !own });
    if (!puzzle) return;
    explain(app, shown);
    const side = solver(puzzle);
    const day = isDaily() ? `${dateOf(which.number)} · ` : "";
    showHeadline(root, side, [
      `${named(side)} ${phase === "solved" ? won(shown) : "to move and win"}`,
      `No. ${which.number} · ${day}${puzzle.grade ?? "from your game"}`,
    ]);
    app.title(isDaily() ? `Puzzle ${which.number}` : "Puzzle");
    const { grade, theme } = partsOf(chosen);
    fill(root, { kind: ["daily", "own", ""].includes(chosen) ? chosen || "none" : grade, theme });
    show(root, {
      empty,
      task: `${counted(puzzle.choices.length, "move")} to find`,
      progress: puzzle.choices.map((_, at) => sought(marks[at], at, at === marks.length && isSolving())),
      said: saying(state(), shown),
      confirm: `Move to ${moveText(shown.selected)}`,
    });
    showEnabled(root, commands);
    // The button that most readers want when the try is over.
    const main = hasFailed() ? "again" : phase === "solved" ? (isDaily() ? "share" : "next") : "";
    for (const id of ["again", "next", "share"]) part(root, id).classList.toggle("primary", id === main);
    renderRecord(root, which.kind);
  };
  for (const event of ["change", "preview"]) shown.addEventListener(event, render);
  chooses(root, { choices: find });
  bind(root, commands, shown);

  return {
    commands,
    renew: () => state().counts && (over() || !state().marks) && shown.send("find", { kind: "daily" }),
    focus: () => board.focus(),
    hide: does("hide"),
    tell: telling(shown, isSolving, choose),
    /** Today's puzzle, that of another day, or one to train with. */
    show: (query) => shown.send("find", { query: query.toString() }),
  };
};

/** A puzzle to train with: by its number in a link, if there is one. */
async function train(kind: Kind, linked: string | null) {
  const number = Number(linked);
  const many = await countOf(kind);
  const known = Number.isInteger(number) && number >= 1 && number <= many;
  if (!many) {
    const wrong = new EngineError(`${NONE} Today’s puzzle is shown instead.`, "train");
    return opened({ kind: "daily", number: nextOf("daily") }, "", wrong);
  }
  const said = `There is no ${nameOf(kind)} puzzle ${linked?.slice(0, 20)}: there are 1 to ${many}. Your next one is shown instead.`;
  const wrong = linked === null || known ? null : new EngineError(said, "n");
  return opened({ kind, number: known ? number : Math.min(nextOf(kind), many) }, "", wrong);
}

/**
 * @param noted in the browser's history, as in game.ts
 * @param wrong with the address
 */
async function opened(which: Which, noted: string = "", wrong: Error | null = null) {
  const all = await puzzlesOf(which.kind);
  const found = puzzleOf(all, which.number);
  const counts = which.kind === "daily" && which.number === dayOf(new Date());
  const chosen = which.kind !== "daily" || counts ? which.kind : "";
  const marks = (counts && days.of(which.number)?.marks) || "";
  const moves = found.moves.slice(0, due({ puzzle: found, marks }));
  const { game } = await begun(found.position, found.variant ?? VARIANT, moves);
  const changes = { which, chosen, counts, many: all.length, puzzle: found, marks };
  return { type: "opened", changes, game, noted, wrong };
}

/** A move was found or missed: keep it, once. */
function keepMarks(state: State) {
  const { marks, puzzle, which, many, counts } = state;
  const missed = isMissed(state);
  const done = missed || marks.length === puzzle?.choices.length;
  if (counts) {
    if (!days.of(which.number)?.done) days.keep(which.number, { marks, done });
  } else if (which.kind !== "daily" && done) {
    const { kind, number } = which;
    const { next } = training();
    const after = Math.max(next[kind] ?? 1, number + 1);
    keepTraining({ next: { ...next, [kind]: after > many ? 1 : after } }); // after the last the first comes again
    keepTry({ kind, number, solved: !missed, position: puzzle?.position }, puzzle?.grade ?? null);
  }
}

/** A move of the solution, and whether it has been found. @param mark as in the state */
function sought(mark: string | undefined, at: number, isDue: boolean) {
  const marks: Record<string, [string, string]> = { "+": ["✓", "found"], "-": ["✗", "missed"] };
  const [sign, kind] = marks[mark ?? ""] ?? [String(at + 1), "open"];
  const attributes = { class: kind, "aria-current": isDue && "step" };
  return marked(attributes, sign, `Move ${at + 1}: ${mark ? kind : "to be found"}`);
}

function renderRecord(root: HTMLElement, kind: Kind) {
  const daily = kind === "daily";
  const { streak, best } = days.streaks(dayOf(new Date()));
  const { row, rating, tries } = training();
  const figures: Record<string, number> = daily
    ? { "days in a row": streak, longest: best }
    : { "your rating": Math.round(rating), "solved in a row": row };
  showFigures(part(root, "record"), figures);
  only(part(root, "record-note"), kind.split("."));
  show(root, {
    "record-title": daily ? "Your streak" : "Training",
    history: daily ? [] : tries.slice(0, SHOWN_TRIES).map(pastTry),
  });
}

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
