/** The page: makes the explorer and its views, and starts with the position of the address. */

import * as address from "./address.js";
import { attempt, mountBanner } from "./banner.js";
import { Board } from "./board.js";
import { mountCommands } from "./commands.js";
import { dealTo, filters, mountDeals, today } from "./deals.js";
import { byId, relabel } from "./dom.js";
import { Explorer } from "./explorer.js";
import { PUBLISHED, toMove } from "./game.js";
import { mountHistogram } from "./histogram.js";
import { mountMoves } from "./moves.js";
import { cellName } from "./notation.js";
import { Opponent } from "./opponent.js";
import { Playback } from "./playback.js";
import { mountPlayers } from "./players.js";
import { mountReport } from "./report.js";
import { mountRules } from "./rules.js";
import { Editor, mountMotions, mountNotation } from "./setup.js";

const explorer = new Explorer();
const opponent = new Opponent(explorer);
const playback = new Playback(explorer);
const editor = new Editor(explorer);

new Board(explorer, byId("board"), (cell, walks) => attempt(() => choose(cell, walks)));
mountBanner();
mountReport(explorer);
mountMoves(explorer, (count) => playback.play(count));
mountRules(explorer, (name) => attempt(() => change(name)));
mountDeals(explorer, (wanted) => attempt(() => deal(wanted)));
mountNotation(explorer);
mountMotions(explorer);
mountHistogram(explorer);
mountPlayers(explorer);
mountCommands(
  [
    { button: "undo", key: "u", does: "take a move back", run: undo, enabled: canUndo },
    { button: "redo", key: "r", does: "play it again", run: redo, enabled: canRedo },
    { button: "hint-button", key: "h", does: "show a best move", run: hint, enabled: canMove },
    { button: "hide-button", key: "v", does: "hide or show values", run: toggleValues },
    { button: "deal-button", key: "n", does: "deal anew", run: () => deal(filters()) },
    { button: "copy", key: "c", does: "copy the link to this position", run: copy },
    { button: "best", key: "b", does: "play the best move", run: () => playback.play(), enabled: canMove },
    { button: "playback", key: "p", does: "play or pause best play", run: () => playback.toggle() },
    { button: "edit-button", key: "e", does: "edit the board", run: () => editor.toggle(), enabled: () => !explorer.probe?.players },
    { button: "how-button", key: "?", does: "how to play", run: help },
  ],
  explorer,
);
explorer.addEventListener("change", renderSettings);
addEventListener("popstate", () => attempt(start));
attempt(() => opponent.load());
attempt(start);

/** Show what the address asks for: a game that the browser has kept, a position, today's deal. */
async function start() {
  playback.stop();
  const game = address.kept();
  const { position, ...variant } = address.asked();
  if (game) return explorer.show(game);
  try {
    if (position === null) return await dealOfToday(variant);
    return await explorer.open(position, variant, address.replace);
  } catch (error) {
    // so that there is something to look at beside the error
    await dealOfToday({ rules: PUBLISHED, edition: "" }, () => {});
    throw error;
  }
}

/** The deal of the day: the same for everybody. @param {import("./api.js").Variant} variant */
function dealOfToday(variant, remember = address.replace) {
  return dealTo(explorer, { seed: today() }, variant, remember);
}

/** Deal under other rules. @param {string} rules their name */
async function change(rules) {
  playback.stop();
  await dealTo(explorer, {}, { rules, edition: "" });
}

/** @param {Record<string, string>} wanted */
async function deal(wanted) {
  playback.stop();
  await dealTo(explorer, wanted, explorer.game);
}

/** A card was clicked, or the pawn dropped on it. @param {number} cell @param {boolean} [walks] */
async function choose(cell, walks) {
  if (explorer.draft) return editor.click(cell);
  const name = cellName(cell, explorer.layout.columns);
  if (!explorer.moveTo(name) || opponent.thinking) return;
  playback.stop();
  await explorer.play(name, walks);
  await opponent.answer();
}

/** Back to the last position where a person is to move. */
function undo() {
  playback.stop();
  let at = explorer.game.at - 1;
  while (at > 0 && toMove(explorer.game, at) === opponent.side) at--;
  return explorer.goTo(at);
}

/** Forward to the next position where a person is to move. */
function redo() {
  playback.stop();
  const last = explorer.game.steps.length - 1;
  let at = explorer.game.at + 1;
  while (at < last && toMove(explorer.game, at) === opponent.side) at++;
  return explorer.goTo(at);
}

function canUndo() {
  return !explorer.draft && explorer.game.at > 0;
}

function canRedo() {
  return !explorer.draft && explorer.game.at < explorer.game.steps.length - 1;
}

function canMove() {
  return !explorer.draft && !!explorer.probe?.moves.length;
}

function hint() {
  const best = explorer.probe?.moves[0].move ?? "";
  explorer.set({ hint: best });
  explorer.point(best);
  byId("status").textContent = `Hint: ${best}`;
}

function toggleValues() {
  explorer.set({ hidden: !explorer.hidden });
}

async function copy() {
  let done = "Copied";
  try {
    await navigator.clipboard.writeText(address.addressOf(explorer.game));
  } catch {
    address.push(explorer.game); // a browser may forbid copying; the address bar never does
    done = "In the address bar";
  }
  relabel("copy", done);
  byId("status").textContent = done;
  setTimeout(() => relabel("copy", "Copy link"), 2000);
}

function help() {
  byId("how").scrollIntoView({ block: "nearest" });
  byId("how").focus();
}

function renderSettings() {
  byId("hide-button").setAttribute("aria-pressed", String(explorer.hidden));
}
