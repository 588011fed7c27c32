/** 2D Nim: against the computer or a friend, and with the value of every move. */

import { attempt } from "#shared/banner.js";
import { cellNumber } from "#shared/cells.js";
import { part } from "#shared/dom.js";
import { GameMode } from "#shared/mode.js";
import { movesFields, movesIn, query as written } from "#shared/query.js";
import { Board } from "./board.js";
import { answer } from "./opponent.js";
import { mountReport, mountWays } from "./report.js";
import { kept, mountSetup, remember } from "./setup.js";
import { fullBoard, sizeOf, Table } from "./table.js";
import { teller } from "./told.js";
import { headline, mistakes } from "./words.js";

/** @typedef {import("#shared/sheet.js").Action} Action */

/** @type {import("#shared/app.js").Mount} */
export const mount = (root, app) => new NimMode(root, app);

/** @extends {GameMode<Table>} */
class NimMode extends GameMode {
  /** @param {HTMLElement} root @param {import("#shared/app.js").App} app */
  constructor(root, app) {
    super(root, app, (remember) => new Table(remember), address);
    this.level = /** @type {HTMLSelectElement} */ (part(this.root, "level"));
    new Board(part(this.root, "board"), this.game, (cell) => attempt(() => this.tap(cell)));
    mountReport(this.root, this.game, this.actions);
    mountWays(this.root, this.game);
    mountSetup(this.root, this.game, {
      players: () => attempt(this.changePlayers),
      level: () => remember(this.game, this.level.value),
      rules: (position, limits) => attempt(() => this.start(position, limits)),
    });
    this.frame(this.toolbar());
    this.game.addEventListener("change", () => {
      part(this.root, "edit").setAttribute("aria-pressed", String(this.game.draft !== ""));
      this.app.title(`${headline(this.game)[0]} · 2D Nim`);
    });
  }

  /** What the toolbar and keys do. @returns {import("#shared/app.js").Command[]} */
  toolbar() {
    return [
      {
        button: "undo",
        key: "u",
        does: "take a move back",
        run: this.undo,
        enabled: () => !this.game.draft && this.game.at > 0,
      },
      {
        button: "redo",
        key: "r",
        does: "play the move again",
        run: this.redo,
        enabled: () => !this.game.draft && !this.game.isAtEnd,
      },
      { button: "hint", key: "h", does: "show a best move", run: this.hint, enabled: () => this.game.isYours },
      { button: "new", key: "n", does: "start a new game", run: this.again, enabled: this.isOpened },
      { button: "edit", key: "e", does: "set up a position", run: this.edit, enabled: this.isOpened },
      { button: "copy", key: "c", does: "copy the link to this game", run: this.copy, enabled: this.isOpened },
      {
        key: "Escape",
        does: "select nothing",
        run: () => this.game.deselect(),
        enabled: () => this.game.selected !== null,
      },
    ];
  }

  /** What there is for those who don't see the board. */
  tell = async () => teller(this.game, this.make);

  /** Show the game of the address, or begin one. @param {URLSearchParams} query */
  async follow(query) {
    const { rows, columns, take, misere, against, you } = kept();
    const position = query.get("p");
    if (position === null && this.game.steps.length) return this.game.goTo(this.game.at, true);
    const begin = async () => {
      this.game.set({ against: playersOf(query.get("against") ?? against), you: sideOf(query.get("you") ?? you) });
      if (!(await this.game.begin(fullBoard(rows, columns), { take, misere }))) return;
      this.remember(true);
      await this.computerMoves();
    };
    // Until a game is shown, forms begin another with these players.
    /** @type {Partial<import("./table.js").Table>} */
    const players = { against: playersOf(query.get("against")), you: sideOf(query.get("you")) };
    this.game.set({ draft: "", thinking: false, ...(this.game.steps.length ? {} : players) });
    if (position === null) return begin();
    const { moves, at } = movesIn(query);
    const limits = { take: Number(query.get("take") ?? 3), misere: query.get("misere") !== "false" };
    try {
      if (!(await this.game.begin(position, limits, moves, at))) return;
    } catch (error) {
      if (!this.game.steps.length) await begin();
      throw error;
    }
    this.game.set(players);
  }

  /** Begin a game. @param {string} position @param {import("./table.js").Limits} limits */
  start = async (position, limits) => {
    this.game.draft = "";
    if (!(await this.game.begin(position, limits))) return;
    this.remember();
    remember(this.game, this.level.value);
    await this.computerMoves();
  };

  again = () => this.start(this.game.steps[0].position, this.game.limits);

  computerMoves = () => answer(this.game, this.level.value);

  /** What the forms say about the players. */
  changePlayers = async () => {
    const chosen = (/** @type {string} */ id) =>
      /** @type {HTMLInputElement} */ (part(this.root, id).querySelector("input:checked")).value;
    const against = /** @type {import("./table.js").Against} */ (chosen("against"));
    this.game.set({ against, you: Number(chosen("you")), anchor: "", selected: null });
    remember(this.game, this.level.value);
    if (!this.isOpened()) return;
    if (!this.game.at) await this.computerMoves();
    this.remember(true);
  };

  /** A stone was clicked. @param {string} cell */
  tap = async (cell) => {
    if (this.game.draft) return this.toggle(cell);
    if (!this.game.isYours) return;
    const { selected, anchor } = this.game;
    const end = selected?.cells.find((other) => this.game.line(anchor, other) === selected) ?? "";
    if (selected && cell === end) return this.take();
    if (this.game.line(cell, cell)) return this.game.select(anchor || cell, cell);
    this.game.deselect();
  };

  take = async () => {
    if (this.game.selected) await this.make(this.game.selected.move);
  };

  /** @param {string} move */
  make = async (move) => {
    await this.game.play(move);
    await this.computerMoves();
  };

  /** Put a stone into a cell that is set up, or take it away. @param {string} cell */
  toggle = (cell) => {
    const { columns } = sizeOf(this.game.draft);
    const place = cellNumber(cell, columns);
    const rows = this.game.draft.split("/").map((row) => [...row]);
    const row = rows[Math.floor(place / columns)];
    row[place % columns] = row[place % columns] === "1" ? "0" : "1";
    this.game.set({ draft: rows.map((cells) => cells.join("")).join("/") });
  };

  edit = () => {
    this.game.deselect();
    this.game.set({ draft: this.game.draft ? "" : this.game.position });
  };

  /** Back to the last position where the reader is to move. */
  undo = () => {
    let at = this.game.at - 1;
    if (this.game.against === "computer" && at > 0 && at % 2 !== this.game.you) at--;
    this.game.goTo(at);
  };

  redo = () => {
    let at = this.game.at + 1;
    if (this.game.against === "computer" && at < this.game.steps.length - 1 && at % 2 !== this.game.you) at++;
    this.game.goTo(at);
  };

  hint = () => {
    if (this.game.answer) this.game.choose(this.game.answer.moves[0], true);
  };

  /** The buttons of the sheet. @returns {Action[]} */
  actions = () => {
    const { draft, selected } = this.game;
    if (draft) {
      const all = (/** @type {string} */ stone) => () => this.game.set({ draft: draft.replaceAll(/[01]/g, stone) });
      return [
        { label: "Start here", run: () => this.start(draft, this.game.limits), primary: true },
        { label: "Fill", run: all("1") },
        { label: "Clear", run: all("0") },
        { label: "Cancel", run: this.edit },
      ];
    }
    if (this.game.isOver) return [{ label: "Play again", run: this.again, primary: true }, ...this.afterwards()];
    if (this.game.isYours && selected)
      return [{ label: `Take ${selected.cells.length}`, run: this.take, primary: true }];
    if (this.game.isComputers && !this.game.thinking && this.game.answer)
      return [{ label: "Let the computer move", run: this.computerMoves, primary: true }];
    return [];
  };

  /** What the reader can do when a game is over. @returns {Action[]} */
  afterwards = () => {
    const person = this.game.against === "computer" ? this.game.you : null;
    const wrong = mistakes(this.game, person).pop();
    const found = [];
    if (wrong) found.push({ label: "Try again from the mistake", run: () => this.game.goTo(wrong - 1) });
    if (person !== null) found.push({ label: "Swap sides", run: this.swap });
    return found;
  };

  swap = () => {
    this.game.you = 1 - this.game.you;
    return this.again();
  };
}

/** Who plays, as an address says; anything else is the analysis. @param {string | null} text */
const playersOf = (text) => (text === "computer" || text === "friend" ? text : "nobody");

/** The reader's side. @param {unknown} text */
const sideOf = (text) => (String(text) === "1" ? 1 : 0);

/** The game as an address. @param {import("./table.js").Table} table */
function address({ steps, moves, at, limits, against, you }) {
  return written({
    mode: "nim",
    p: steps[0].position,
    ...movesFields(moves, at),
    take: limits.take === 3 ? "" : String(limits.take),
    misere: limits.misere ? "" : "false",
    against: against === "nobody" ? "" : against,
    you: against === "computer" && you ? "1" : "",
  });
}
