/** 2D Nim: against the computer or a friend, and with the value of every move. */

import type { Mount } from "#shared/app.ts";
import { command } from "#shared/commands.ts";
import { part, set } from "#shared/dom.ts";
import { gameMode } from "#shared/mode.ts";
import { movesIn } from "#shared/query.ts";
import { machineOf } from "#shared/rules.ts";
import type { Action } from "#shared/sheet.ts";
import { mountBoard } from "./board.ts";
import { report } from "./report.ts";
import { kept, mountSetup, remember, showSetup } from "./setup.ts";
import { fullBoard, NIM, seen, sizeOf, type Table } from "./table.ts";
import * as words from "./words.ts";

export const mount: Mount = (root, app) => {
  const rules = { ...NIM, start: { ...NIM.start, level: kept().level } };
  const machine = machineOf(rules, { keep: () => remember(game()) });
  const { send, game, isOpened, ...mode } = gameMode(root, app, machine, seen, fields);
  const showBoard = mountBoard(part(root, "board"), game, send);
  mountSetup(root, send);

  /** Begin a game. */
  const start = (position: string, changes?: Partial<Table>) =>
    send("open", { position, limits: game().limits, changes: { ...changes, live: true }, keeps: true });
  /** The same again. */
  const again = (changes?: Partial<Table>) => start(game().steps[0].position, changes);
  const edit = () => send("draft", { draft: game().draft ? "" : game().position });

  /** Show the game of the address, or begin one. */
  async function show(query: URLSearchParams) {
    const { rows, columns, take, misere, ...last } = kept();
    const [position, against, you] = ["p", "against", "you"].map((name) => query.get(name));
    if (position === null && isOpened()) return send("back");
    // Forms that are changed before a game is there choose its players.
    const choose = (against: any, you: any, live: boolean) => {
      const players = { against: playersOf(against), you: sideOf(you) };
      if (!isOpened()) send("set", { changes: players });
      return { ...(isOpened() ? players : {}), live };
    };
    const begin = () => {
      const changes = choose(against ?? last.against, you ?? last.you, true);
      return send("open", { position: fullBoard(rows, columns), limits: { take, misere }, changes, noted: "replace" });
    };
    if (position === null) return begin();
    const changes = choose(against, you, false);
    const limits = { take: Number(query.get("take") ?? 3), misere: query.get("misere") !== "false" };
    try {
      return await send("open", { position, ...movesIn(query), limits, changes, noted: "" });
    } catch (error) {
      if (!isOpened()) await begin();
      throw error;
    }
  }

  /** The buttons of the sheet. */
  function actions({ draft, selected, isOver, isYours, isComputers, thinking, answer, ...table }: Table): Action[] {
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
    if (isYours && selected)
      return [first(`Take ${selected.cells.length}`, () => send("move", { name: selected.move }))];
    if (isComputers && !thinking && answer?.moves.length) return [first("Let the computer move", () => send("live"))];
    if (!isOver) return [];
    const person = table.against === "computer" ? table.you : null;
    const wrong = words.mistakes(game(), person).pop();
    return [
      first("Play again", () => again()),
      ...(wrong ? [{ label: "Try again from the mistake", run: () => send("go", { at: wrong - 1 }) }] : []),
      ...(person !== null ? [{ label: "Swap sides", run: () => again({ you: 1 - person }) }] : []),
    ];
  }

  function render(table: Table) {
    showBoard(table);
    report(root, table, send);
    const { limits, against, you } = table;
    const played = { ...sizeOf(table.position), ...limits, against, you };
    mode.showForms(played, () => showSetup(root, played));
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
const playersOf = (text: string | null) => (text === "computer" || text === "friend" ? text : "nobody");

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
