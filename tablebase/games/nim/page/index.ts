/** 2D Nim: against the computer or a friend, and with the value of every move. */

import type { Mount } from "#shared/app.ts";
import { chooses, command } from "#shared/commands.ts";
import { fill, part, set } from "#shared/dom.ts";
import { gameMode } from "#shared/mode.ts";
import { movesIn } from "#shared/query.ts";
import { machineOf } from "#shared/rules.ts";
import type { Action } from "#shared/sheet.ts";
import { keep, setting } from "#shared/store.ts";
import { mountBoard } from "./board.ts";
import { NIM, seen, sizeOf, type Table } from "./table.ts";
import { showWays } from "./ways.ts";
import * as words from "./words.ts";

/** Who plays, on which board, with which limits: what is remembered on this device. */
const kept = () =>
  setting("nim", { against: "computer", you: 0, level: "beginner", rows: 4, columns: 4, take: 3, misere: true });

const played = ({ steps, limits, against, you, level }: Table) => ({
  ...(steps.length ? sizeOf(steps[0].position) : {}),
  ...{ ...limits, against, you, level },
});

export const mount: Mount = (root, app) => {
  const rules = { ...NIM, start: { ...NIM.start, level: kept().level } };
  const machine = machineOf(rules, { keep: () => keep("nim", { ...kept(), ...played(game()) }) });
  const { send, game, isOpened, ...mode } = gameMode(root, app, machine, seen, fields);
  const showBoard = mountBoard(part(root, "board"), game, send);
  fill(root, kept()); // until a game is there, what may be changed is what is remembered

  /** Begin a game. */
  const start = (position: string, changes?: Partial<Table>, limits = game().limits) =>
    send("open", { position, limits, changes: { ...changes, live: true }, keeps: true });
  /** The same again. */
  const again = (changes?: Partial<Table>) => start(game().steps[0].position, changes);
  const edit = () => send("draft", { draft: game().draft ? "" : game().position });
  chooses(root, {
    level: ({ value }) => send("level", { level: value }),
    against: ({ value }) => send("players", { against: value }),
    you: ({ value }) => send("players", { you: Number(value) }),
    limits({ form }) {
      const { rows, columns, take, misere } = Object.fromEntries(new FormData(form as HTMLFormElement));
      const limits = { take: Number(take), misere: misere === "true" };
      return start(`${rows}x${columns}`, {}, limits);
    },
  });

  /** Show the game of the address, or begin one. */
  async function show(query: URLSearchParams) {
    const position = query.get("p");
    if (position === null && isOpened()) return send("back");
    const { rows, columns, take, misere, ...last } = kept();
    /** What the address says; the others are the players that it does not name. */
    const named = (others: { against?: string; you?: number }, live: boolean) => ({
      against: playersOf(query.get("against") ?? others.against),
      you: sideOf(query.get("you") ?? others.you),
      live,
    });
    const full = { position: `${rows}x${columns}`, limits: { take, misere }, noted: "replace" };
    const begin = () => send("open", { ...full, changes: named(last, true) });
    if (position === null) return begin();
    const limits = { take: Number(query.get("take") ?? 3), misere: query.get("misere") !== "false" };
    return mode.openLinked({ position, ...movesIn(query), limits, changes: named({}, false), noted: "" }, begin);
  }

  /** The buttons of the sheet. */
  function actions(table: Table): Action[] {
    const { draft, selected, anchor, isOver, isYours, isComputers, answer } = table;
    const first = (label: string, run: () => unknown) => ({ label, run, primary: true });
    if (draft) {
      const all = (stone: string) => () => send("draft", { draft: draft.replaceAll(/[01]/g, stone) });
      return [
        first("Start here", () => start(draft)),
        { label: "Fill", run: all("1") },
        { label: "Clear", run: all("0") },
        { label: "Cancel", run: edit },
      ];
    }
    if (isYours && selected && anchor)
      return [first(`Take ${selected.cells.length}`, () => send("move", { name: selected.move }))];
    if (isComputers && !table.thinking && answer?.moves.length)
      return [first("Let the computer move", () => send("live"))];
    if (!isOver) return [];
    const person = table.against === "computer" ? table.you : null;
    const wrong = words.mistakes(table, person).pop();
    return [
      first("Play again", () => again()),
      ...(person !== null ? [{ label: "Swap sides", run: () => again({ you: 1 - person }) }] : []),
      ...(wrong ? [{ label: "Try again from the mistake", run: () => send("go", { at: wrong - 1 }) }] : []),
    ];
  }

  function render(table: Table) {
    showBoard(table);
    showWays(root, table, send);
    mode.showForms(played(table));
    set(part(root, "edit"), { "aria-pressed": String(table.draft !== "") });
  }

  const turn = (by: number) => () => send("turn", { by });
  const isOn = (by: number) => () => !game().draft && game().steps[game().at + by] !== undefined;
  const isYours = () => game().isYours;
  const isSelected = () => game().selected !== null;
  return mode.framed({
    title: "2D Nim",
    commands: [
      command("undo", "u", "take a move back", turn(-1), isOn(-1)),
      command("redo", "r", "play the move again", turn(1), isOn(1)),
      command("hint", "h", "show a best move", () => send("hint"), isYours),
      command("new", "n", "start a new game", () => again(), isOpened),
      command("edit", "e", "set up a position", edit, isOpened),
      { key: "Escape", does: "select nothing", run: () => send("deselect"), enabled: isSelected },
    ],
    words,
    actions,
    render,
    show,
  });
};

/** Who plays, as an address says; anything else is the analysis. */
const playersOf = (text?: string) => (text === "computer" || text === "friend" ? text : "nobody");

/** The reader's side. */
const sideOf = (text: unknown) => (String(text) === "1" ? 1 : 0);

/** The table as fields of an address. */
const fields = ({ steps, limits: { take, misere }, against, you }: Table) => ({
  mode: "nim",
  p: steps[0].position,
  take: take === 3 ? "" : String(take),
  misere: misere ? "" : "false",
  against: against === "nobody" ? "" : against,
  you: against === "computer" && you ? "1" : "",
});
