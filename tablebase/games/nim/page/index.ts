/** 2D Nim: against the computer or a friend, and with the value of every move. */

import type { App, Command, Mount } from "#shared/app.ts";
import { part, set } from "#shared/dom.ts";
import { GameMode } from "#shared/mode.ts";
import { movesFields, movesIn, query as written } from "#shared/query.ts";
import type { Action } from "#shared/sheet.ts";
import { Board } from "./board.ts";
import { colour, report, sheet } from "./report.ts";
import { kept, mountSetup, remember, showSetup } from "./setup.ts";
import { fullBoard, nim, seen, sizeOf, type Table } from "./table.ts";
import { headline, mistakes, teller } from "./words.ts";

export const mount: Mount = (root, app) => new NimMode(root, app);

class NimMode extends GameMode<Table> {
  board: Board;

  constructor(root: HTMLElement, app: App) {
    super(root, app, nim({ keep: () => remember(this.game) }, { level: kept().level }), seen, address);
    this.board = new Board(part(root, "board"), () => this.game, this.send);
    mountSetup(root, this.send);
    this.frame(this.toolbar(), this.said, this.render);
  }

  /** What the toolbar and keys do. */
  toolbar(): Command[] {
    const { send } = this;
    const isOn = (by: number) => !this.game.draft && this.game.steps[this.game.at + by] !== undefined;
    const turn = (by: number) => ({ run: () => send("turn", { by }), enabled: () => isOn(by) });
    return [
      { button: "undo", key: "u", does: "take a move back", ...turn(-1) },
      { button: "redo", key: "r", does: "play the move again", ...turn(1) },
      { button: "hint", key: "h", does: "show a best move", run: () => send("hint"), enabled: () => this.game.isYours },
      { button: "new", key: "n", does: "start a new game", run: () => this.again(), enabled: this.isOpened },
      { button: "edit", key: "e", does: "set up a position", run: this.edit, enabled: this.isOpened },
      { button: "copy", key: "c", does: "copy the link to this game", run: this.copy, enabled: this.isOpened },
      {
        key: "Escape",
        does: "select nothing",
        run: () => send("deselect"),
        enabled: () => this.game.selected !== null,
      },
    ];
  }

  /** What there is for those who don't see the board. */
  tell = async () => teller(this);

  /** Show the game of the address, or begin one. */
  show = async (query: URLSearchParams) => {
    const { rows, columns, take, misere, ...last } = kept();
    const [position, against, you] = ["p", "against", "you"].map((name) => query.get(name));
    if (position === null && this.isOpened()) return this.send("back");
    // Forms that are changed before a game is there choose its players.
    const choose = (against: any, you: any, live: boolean) => {
      const players = { against: playersOf(against), you: sideOf(you) };
      if (!this.isOpened()) this.send("set", { changes: players });
      return { ...(this.isOpened() ? players : {}), live };
    };
    const begin = () => {
      const changes = choose(against ?? last.against, you ?? last.you, true);
      return this.send("open", {
        position: fullBoard(rows, columns),
        limits: { take, misere },
        changes,
        noted: "replace",
      });
    };
    if (position === null) return begin();
    const changes = choose(against, you, false);
    const limits = { take: Number(query.get("take") ?? 3), misere: query.get("misere") !== "false" };
    try {
      return await this.send("open", { position, ...movesIn(query), limits, changes, noted: "" });
    } catch (error) {
      if (!this.isOpened()) await begin();
      throw error;
    }
  };

  /** Begin a game. */
  start = (position: string, changes?: Partial<Table>) =>
    this.send("open", { position, limits: this.game.limits, changes: { ...changes, live: true }, keeps: true });

  /** The same again. */
  again = (changes?: Partial<Table>) => this.start(this.game.steps[0].position, changes);

  edit = () => this.send("draft", { draft: this.game.draft ? "" : this.game.position });

  said = (table: Table) => ({
    title: "2D Nim",
    headline: headline(table),
    colour: colour(table),
    sheet: sheet(table),
    actions: this.actions(table),
  });

  /** The buttons of the sheet. */
  actions(table: Table): Action[] {
    const { draft, selected, isOver, isYours, isComputers, thinking, answer } = table;
    if (draft) {
      const all = (stone: string) => () => this.send("draft", { draft: draft.replaceAll(/[01]/g, stone) });
      return [
        { label: "Start here", run: () => this.start(draft), primary: true },
        { label: "Fill", run: all("1") },
        { label: "Clear", run: all("0") },
        { label: "Cancel", run: this.edit },
      ];
    }
    if (isOver) return [{ label: "Play again", run: () => this.again(), primary: true }, ...this.afterwards(table)];
    if (isYours && selected)
      return [
        {
          label: `Take ${selected.cells.length}`,
          run: () => this.send("move", { name: selected.move }),
          primary: true,
        },
      ];
    if (isComputers && !thinking && answer)
      return [{ label: "Let the computer move", run: () => this.send("live"), primary: true }];
    return [];
  }

  /** What the reader can do when a game is over. */
  afterwards(table: Table): Action[] {
    const person = table.against === "computer" ? table.you : null;
    const wrong = mistakes(table, person).pop();
    const found = [];
    if (wrong) found.push({ label: "Try again from the mistake", run: () => this.send("go", { at: wrong - 1 }) });
    if (person !== null) found.push({ label: "Swap sides", run: () => this.again({ you: 1 - person }) });
    return found;
  }

  render = (table: Table) => {
    this.board.render(table);
    report(this.root, table, this.send);
    const { limits, against, you } = table;
    this.showForms({ size: sizeOf(table.position), limits, against, you }, (played) => showSetup(this.root, played));
    set(part(this.root, "edit"), { "aria-pressed": String(table.draft !== "") });
  };
}

/** Who plays, as an address says; anything else is the analysis. */
const playersOf = (text: string | null) => (text === "computer" || text === "friend" ? text : "nobody");

/** The reader's side. */
const sideOf = (text: unknown) => (String(text) === "1" ? 1 : 0);

/** The game as an address. */
const address = ({ steps, at, limits, against, you }: Table) =>
  written({
    mode: "nim",
    p: steps[0].position,
    ...movesFields(steps, at),
    take: limits.take === 3 ? "" : String(limits.take),
    misere: limits.misere ? "" : "false",
    against: against === "nobody" ? "" : against,
    you: against === "computer" && you ? "1" : "",
  });
