/** 2D Nim: against the computer or a friend, and with the value of every move. */

import { attempt } from "../../../shared/banner.js";
import { cellNumber } from "../../../shared/cells.js";
import { bind } from "../../../shared/commands.js";
import { copyLink } from "../../../shared/copy.js";
import { part } from "../../../shared/dom.js";
import { query as written, shownOf } from "../../../shared/query.js";
import { mountTabs } from "../../../shared/tabs.js";
import { Board } from "./board.js";
import { answer } from "./opponent.js";
import { mountReport, mountWays } from "./report.js";
import { kept, mountSetup, remember } from "./setup.js";
import { fullBoard, sizeOf, Table } from "./table.js";
import { headline, mistakes } from "./words.js";

/** @typedef {import("../../../shared/sheet.js").Action} Action */

/** @type {import("../../../shared/app.js").Mount} */
export function mount(root, app) {
  const table = new Table((replace) => app.remember(address(table), null, replace));
  const level = /** @type {HTMLSelectElement} */ (part(root, "level"));
  new Board(part(root, "board"), table, (cell) => attempt(() => tap(cell)));
  mountReport(root, table, actions);
  mountWays(root, table);
  mountSetup(root, table, {
    players: () => attempt(changePlayers),
    level: () => remember(table, level.value),
    rules: (position, limits) => attempt(() => start(position, limits)),
  });
  mountTabs(part(root, "tabs"));
  const commands = [
    { button: "undo", key: "u", does: "take a move back", run: undo, enabled: () => !table.draft && table.at > 0 },
    { button: "redo", key: "r", does: "play the move again", run: redo, enabled: () => !table.draft && !table.isAtEnd },
    { button: "hint", key: "h", does: "show a best move", run: hint, enabled: () => table.isYours },
    { button: "new", key: "n", does: "start a new game", run: again, enabled: isOpened },
    { button: "edit", key: "e", does: "set up a position", run: edit, enabled: isOpened },
    { button: "copy", key: "c", does: "copy the link to this game", run: copy, enabled: isOpened },
    { key: "Escape", does: "select nothing", run: () => table.deselect(), enabled: () => table.selected !== null },
  ];
  bind(root, commands, table);
  table.addEventListener("change", () => {
    part(root, "edit").setAttribute("aria-pressed", String(table.draft !== ""));
    app.title(`${headline(table)[0]} · 2D Nim`);
  });
  return { show, commands };

  /** Show the game of the address, or begin one. @param {URLSearchParams} query */
  async function show(query) {
    const { rows, columns, take, misere, against, you } = kept();
    const position = query.get("p");
    if (position === null && table.steps.length) return table.goTo(table.at, true);
    const begin = async () => {
      table.set({ against: playersOf(query.get("against") ?? against), you: sideOf(query.get("you") ?? you) });
      if (!(await table.begin(fullBoard(rows, columns), { take, misere }))) return;
      app.remember(address(table), null, true);
      await computerMoves();
    };
    table.set({ draft: "", thinking: false });
    if (position === null) return begin();
    const moves = query.get("m")?.split(".").filter(Boolean) ?? [];
    const limits = { take: Number(query.get("take") ?? 3), misere: query.get("misere") !== "false" };
    const at = shownOf(query, moves.length);
    try {
      if (!(await table.begin(position, limits, moves, at))) return;
    } catch (error) {
      if (!table.steps.length) await begin();
      throw error;
    }
    table.set({ against: playersOf(query.get("against")), you: sideOf(query.get("you")) });
  }

  function isOpened() {
    return table.now !== undefined;
  }

  /** Begin a game. @param {string} position @param {import("./table.js").Limits} limits */
  async function start(position, limits) {
    table.draft = "";
    if (!(await table.begin(position, limits))) return;
    app.remember(address(table), null);
    remember(table, level.value);
    await computerMoves();
  }

  function again() {
    return start(table.steps[0].position, table.limits);
  }

  function computerMoves() {
    return answer(table, level.value);
  }

  /** What the forms say about the players. */
  async function changePlayers() {
    const chosen = (/** @type {string} */ id) =>
      /** @type {HTMLInputElement} */ (part(root, id).querySelector("input:checked")).value;
    const against = /** @type {import("./table.js").Against} */ (chosen("against"));
    table.set({ against, you: Number(chosen("you")), anchor: "", selected: null });
    remember(table, level.value);
    if (!isOpened()) return;
    if (!table.at) await computerMoves();
    app.remember(address(table), null, true);
  }

  /** A stone was clicked. @param {string} cell */
  async function tap(cell) {
    if (table.draft) return toggle(cell);
    if (!table.isYours) return;
    const { selected, anchor } = table;
    const end = selected?.cells.find((other) => table.line(anchor, other) === selected) ?? "";
    if (selected && cell === end) return take();
    if (table.line(cell, cell)) return table.select(anchor || cell, cell);
    table.deselect();
  }

  async function take() {
    if (!table.selected) return;
    await table.play(table.selected.move);
    await computerMoves();
  }

  /** Put a stone into a cell that is set up, or take it away. @param {string} cell */
  function toggle(cell) {
    const { columns } = sizeOf(table.draft);
    const place = cellNumber(cell, columns);
    const rows = table.draft.split("/").map((row) => [...row]);
    const row = rows[Math.floor(place / columns)];
    row[place % columns] = row[place % columns] === "1" ? "0" : "1";
    table.set({ draft: rows.map((cells) => cells.join("")).join("/") });
  }

  function edit() {
    table.deselect();
    table.set({ draft: table.draft ? "" : table.position });
  }

  /** Back to the last position where the reader is to move. */
  function undo() {
    let at = table.at - 1;
    if (table.against === "computer" && at > 0 && at % 2 !== table.you) at--;
    table.goTo(at);
  }

  function redo() {
    let at = table.at + 1;
    if (table.against === "computer" && at < table.steps.length - 1 && at % 2 !== table.you) at++;
    table.goTo(at);
  }

  async function copy() {
    const show = () => app.remember(address(table), null);
    part(root, "status").textContent = await copyLink(part(root, "copy"), address(table), show);
  }

  function hint() {
    if (table.answer) table.choose(table.answer.moves[0], true);
  }

  /** The buttons of the sheet. @returns {Action[]} */
  function actions() {
    const { draft, selected } = table;
    if (draft) {
      const all = (/** @type {string} */ stone) => () => table.set({ draft: draft.replaceAll(/[01]/g, stone) });
      return [
        { label: "Start here", run: () => start(draft, table.limits), primary: true },
        { label: "Fill", run: all("1") },
        { label: "Clear", run: all("0") },
        { label: "Cancel", run: edit },
      ];
    }
    if (table.isOver) return [{ label: "Play again", run: again, primary: true }, ...afterwards()];
    if (table.isYours && selected) return [{ label: `Take ${selected.cells.length}`, run: take, primary: true }];
    if (table.isComputers && !table.thinking && table.answer)
      return [{ label: "Let the computer move", run: computerMoves, primary: true }];
    return [];
  }

  /** What the reader can do when a game is over. @returns {Action[]} */
  function afterwards() {
    const person = table.against === "computer" ? table.you : null;
    const wrong = mistakes(table, person).pop();
    const found = [];
    if (wrong) found.push({ label: "Try again from the mistake", run: () => table.goTo(wrong - 1) });
    if (person !== null) found.push({ label: "Swap sides", run: swap });
    return found;
  }

  function swap() {
    table.you = 1 - table.you;
    return again();
  }
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
    m: moves.join("."),
    at: at === moves.length ? "" : String(at),
    take: limits.take === 3 ? "" : String(limits.take),
    misere: limits.misere ? "" : "false",
    against: against === "nobody" ? "" : against,
    you: against === "computer" && you ? "1" : "",
  });
}
