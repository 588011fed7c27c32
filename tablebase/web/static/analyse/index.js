/** Analyse: every position's exact value, and what each move does. */

import { EngineError } from "../engine/client.js";
import { addressOf, asked } from "../shared/address.js";
import { attempt } from "../shared/banner.js";
import { Board } from "../shared/board.js";
import { bind } from "../shared/commands.js";
import { part, relabel } from "../shared/dom.js";
import { PUBLISHED, toMove } from "../shared/game.js";
import { cellName } from "../shared/notation.js";
import { Session } from "../shared/session.js";
import { headline } from "../shared/words.js";
import { dealTo, filters, mountDeals, today } from "./deals.js";
import { mountHistogram } from "./histogram.js";
import { mountMoves } from "./moves.js";
import { Opponent } from "./opponent.js";
import { Playback } from "./playback.js";
import { mountPlayers } from "./players.js";
import { mountReport } from "./report.js";
import { mountRules } from "./rules.js";
import { Editor, mountMotions, mountNotation } from "./setup.js";

/** @type {import("../shared/app.js").Mount} */
export function mount(root, app) {
  const session = new Session((game, replace) => app.remember(addressOf(game), { game }, replace));
  const opponent = new Opponent(root, session);
  const playback = new Playback(root, session);
  const editor = new Editor(root, session);

  new Board(session, part(root, "board"), (cell, walks) => attempt(() => choose(cell, walks)));
  mountReport(root, session);
  mountMoves(root, session, (count) => playback.play(count));
  mountRules(root, session, (name) => attempt(() => change(name)));
  mountDeals(root, session, (wanted) => attempt(() => deal(wanted)));
  mountNotation(root, session);
  mountMotions(root, session);
  mountHistogram(root, session);
  mountPlayers(root, session);
  const commands = [
    { button: "undo", key: "u", does: "take a move back", run: undo, enabled: canUndo },
    { button: "redo", key: "r", does: "play it again", run: redo, enabled: canRedo },
    { button: "hint-button", key: "h", does: "show a best move", run: hint, enabled: canMove },
    { button: "hide-button", key: "v", does: "hide or show values", run: toggleValues },
    { button: "deal-button", key: "n", does: "deal anew", run: () => deal(filters(root)) },
    { button: "copy", key: "c", does: "copy the link to this position", run: copy },
    { button: "best", key: "b", does: "play the best move", run: () => playback.play(), enabled: canMove },
    { button: "playback", key: "p", does: "play or pause best play", run: () => playback.toggle() },
    { button: "edit-button", key: "e", does: "edit the board", run: () => editor.toggle(), enabled: () => !session.probe?.players },
  ];
  bind(root, commands, session);
  session.addEventListener("change", () => {
    part(root, "hide-button").setAttribute("aria-pressed", String(session.hidden));
    app.title(session.probe ? headline(session.side, session.probe, session.hidden)[0] : "Analyse");
  });
  attempt(() => opponent.load());
  return { show, hide: () => playback.stop(), commands };

  /** Show what the address asks for: a game that the browser has kept, a position, today's deal. @param {URLSearchParams} query @param {any} state */
  async function show(query, state) {
    playback.stop();
    if (state?.game) return session.show(state.game);
    const { position, moves, at, ...variant } = asked(query);
    try {
      if (position === null) return await note(dealTo(session, { seed: today() }, variant, true));
      return await session.open(position, variant, { moves, at, replace: true });
    } catch (error) {
      if (!(error instanceof EngineError) || error.status >= 500) throw error;
      // so that there is something to look at beside what is wrong with the address
      await note(dealTo(session, { seed: today() }, { rules: PUBLISHED, edition: "" }, true));
      throw error;
    }
  }

  /** @param {Promise<string>} dealt what there is to say of a new deal */
  async function note(dealt) {
    part(root, "random-note").textContent = await dealt;
  }

  /** Deal under other rules. @param {string} rules their name */
  async function change(rules) {
    playback.stop();
    await note(dealTo(session, {}, { rules, edition: "" }));
  }

  /** @param {Record<string, string>} wanted */
  async function deal(wanted) {
    playback.stop();
    await note(dealTo(session, wanted, session.game));
  }

  /** A card was clicked, or the pawn dropped on it. @param {number} cell @param {boolean} [walks] */
  async function choose(cell, walks) {
    if (session.draft) return editor.click(cell);
    const name = cellName(cell, session.layout.columns);
    if (!session.moveTo(name) || opponent.thinking) return;
    playback.stop();
    await session.play(name, walks);
    await opponent.answer();
  }

  /** Back to the last position where a person is to move. */
  function undo() {
    playback.stop();
    let at = session.game.at - 1;
    while (at > 0 && toMove(session.game, at) === opponent.side) at--;
    return session.goTo(at);
  }

  /** Forward to the next position where a person is to move. */
  function redo() {
    playback.stop();
    const last = session.game.steps.length - 1;
    let at = session.game.at + 1;
    while (at < last && toMove(session.game, at) === opponent.side) at++;
    return session.goTo(at);
  }

  function canUndo() {
    return !session.draft && session.game.at > 0;
  }

  function canRedo() {
    return !session.draft && session.game.at < session.game.steps.length - 1;
  }

  function canMove() {
    return !session.draft && !!session.probe?.moves.length;
  }

  function hint() {
    const best = session.probe?.moves[0].move ?? "";
    session.set({ hint: best });
    session.point(best);
    part(root, "status").textContent = `Hint: ${best}`;
  }

  function toggleValues() {
    session.set({ hidden: !session.hidden });
  }

  async function copy() {
    let done = "Copied";
    try {
      await navigator.clipboard.writeText(new URL(addressOf(session.game), location.href).href);
    } catch {
      session.remember(session.game, false); // a browser may forbid copying; the address bar never does
      done = "In the address bar";
    }
    relabel(part(root, "copy"), done);
    part(root, "status").textContent = done;
    setTimeout(() => relabel(part(root, "copy"), "Copy link"), 2000);
  }
}
