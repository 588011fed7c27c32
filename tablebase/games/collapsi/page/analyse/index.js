/** Analyse: every position's exact value, and what each move does. */

import { EngineError } from "../../../../engine/client.js";
import { attempt } from "../../../../shared/banner.js";
import { cellName } from "../../../../shared/cells.js";
import { bind } from "../../../../shared/commands.js";
import { copyLink } from "../../../../shared/copy.js";
import { part } from "../../../../shared/dom.js";
import { mountTabs } from "../../../../shared/tabs.js";
import { addressOf, asked } from "../shared/address.js";
import { Board } from "../shared/board.js";
import { current, isForMany, newGame, PUBLISHED } from "../shared/game.js";
import { explain } from "../shared/how.js";
import { mountPlayers } from "../shared/players.js";
import { Session } from "../shared/session.js";
import { listEditions, listRules } from "../shared/variants.js";
import { headline } from "../shared/words.js";
import { dealNote, dealTo, filters, mountDeals, today } from "./deals.js";
import { Editor } from "./editor.js";
import { mountHistogram } from "./histogram.js";
import { mountMoves } from "./moves.js";
import { Playback } from "./playback.js";

import { mountReport } from "./report.js";
import { mountMotions, mountNotation } from "./setup.js";
import { canStep, mountWhy, step } from "./why.js";

/** @type {import("../../../../shared/app.js").Mount} */
export function mount(root, app) {
  const session = new Session((game, replace) => app.remember(addressOf(game), { game }, replace));
  const playback = new Playback(root, session);
  const editor = new Editor(root, session);
  const board = new Board(session, part(root, "board"), (cell, walks, shift) =>
    attempt(() => choose(cell, walks, shift)),
  );
  /** The deal that was drawn last. @type {import("../shared/api.js").RandomDeal | null} */
  let dealt = null;

  mountReport(root, session);
  mountWhy(root, session, board, play);
  mountMoves(root, session, (count) => playback.play(count));
  mountDeals(root, session, (wanted) => attempt(() => deal(wanted)));
  mountNotation(root, session);
  mountMotions(root, session);
  mountHistogram(root, session);
  mountPlayers(root, session);
  mountTabs(part(root, "tabs"));
  const commands = [
    { button: "undo", key: "u", does: "take a move back", run: () => go(-1), enabled: () => canGo(-1) },
    { button: "redo", key: "r", does: "play the move again", run: () => go(1), enabled: () => canGo(1) },
    {
      button: "hint-button",
      key: "h",
      does: "show a best move",
      run: hint,
      enabled: () => canMove() && !!session.probe?.moves[0].result,
    },
    { button: "hide-button", key: "v", does: "hide or show values", run: toggleValues },
    { button: "deal-button", key: "n", does: "new deal", run: () => deal(filters(root)) },
    { button: "copy", key: "c", does: "copy the link to this game", run: copy },
    { button: "best", key: "b", does: "play the best move", run: () => playback.play(), enabled: canMove },
    { button: "playback", key: "p", does: "play out the best line, or pause", run: () => playback.toggle() },
    {
      button: "edit-button",
      key: "e",
      does: "set up the board",
      run: () => editor.toggle(),
      enabled: () => !session.probe?.players,
    },
  ];
  session.addEventListener("change", () => (part(root, "edit-button").hidden = isForMany(session.rules)));
  const steps = [
    { key: "s", does: "step through what would happen", run: () => step(session), enabled: () => canStep(session) },
    { key: "Escape", does: "back to the game", run: () => session.set({ variation: null, selected: "" }) },
  ];
  const list = /** @type {HTMLSelectElement} */ (part(root, "rules"));
  list.addEventListener("change", () => attempt(() => change(list.value)));
  part(root, "edition").addEventListener("change", (event) =>
    attempt(() => session.setEdition(/** @type {HTMLInputElement} */ (event.target).value)),
  );
  part(root, "play-from-here").addEventListener("click", () => attempt(playFromHere));
  session.addEventListener("change", renderAround);
  bind(root, commands, session);
  return { show, hide, commands: [...commands, ...steps] };

  /** Show what the address asks for: a game that the browser has kept, a position, today's deal. @param {URLSearchParams} query @param {any} state */
  async function show(query, state) {
    playback.stop();
    if (state?.game) return session.show(state.game);
    const { position, moves, at, ...variant } = asked(query);
    try {
      if (position !== null) await session.open(position, variant, { moves, at, replace: true });
      else await drawn(dealTo(session, { seed: today() }, variant, true));
    } catch (error) {
      if (!(error instanceof EngineError) || error.status >= 500) throw error;
      // show something besides what is wrong with the address
      await drawn(dealTo(session, { seed: today() }, { rules: PUBLISHED, edition: "" }, true));
      throw new EngineError(`${error.message}. Today’s deal is shown instead.`, error.parameter, error.status);
    }
  }

  function hide() {
    playback.stop();
    session.stop();
  }

  /** What is shown around the game: its rules, its deal, the window's title. */
  function renderAround() {
    const { rules, game, offered, probe, side, hidden } = session;
    listRules(list, offered, game.rules);
    if (rules) listEditions(part(root, "edition"), rules, game.edition);
    if (rules) explain(rules, session.stepsFrom("J"));
    part(root, "random-note").textContent = dealNote(session, dealt);
    /** @type {HTMLButtonElement} */ (part(root, "play-from-here")).disabled = probe?.moves.length === 0;
    part(root, "hide-button").setAttribute("aria-pressed", String(hidden));
    app.title(probe ? headline(side, probe, hidden)[0] : "Analyse");
  }

  /** @param {Promise<import("../shared/api.js").RandomDeal | null>} deal that is being shown */
  async function drawn(deal) {
    part(root, "random-note").textContent = "Looking for a deal…";
    dealt = (await deal) ?? dealt;
    renderAround();
  }

  /** Deal under other rules. @param {string} rules their name */
  function change(rules) {
    playback.stop();
    return drawn(dealTo(session, {}, { rules, edition: "" }));
  }

  /** @param {Record<string, string>} wanted */
  function deal(wanted) {
    playback.stop();
    return drawn(dealTo(session, wanted, session.game));
  }

  /** A card was chosen, or the pawn dropped on it. @param {number} cell @param {boolean} [walks] @param {string} [shift] */
  async function choose(cell, walks, shift = "") {
    if (session.draft) return editor.click(cell);
    await play(cellName(cell, session.layout.columns) + shift, walks);
  }

  /** @param {string} name of a move @param {boolean} [walks] */
  async function play(name, walks) {
    playback.stop();
    await session.play(name, walks);
  }

  /** @param {number} moves forward, or back if negative */
  function go(moves) {
    playback.stop();
    return session.goTo(session.game.at + moves);
  }

  /** @param {number} moves */
  function canGo(moves) {
    return !session.draft && session.game.steps[session.game.at + moves] !== undefined;
  }

  function canMove() {
    return !session.draft && !session.variation && !!session.probe?.moves.length;
  }

  function hint() {
    const best = session.probe?.moves[0].move ?? "";
    session.set({ hint: best });
    session.select(best);
    part(root, "status").textContent = `Hint: ${best}`;
  }

  function toggleValues() {
    session.set({ hidden: !session.hidden, variation: null });
  }

  async function copy() {
    const show = () => session.remember(session.game, false);
    part(root, "status").textContent = await copyLink(part(root, "copy"), addressOf(session.game), show);
  }

  /** Play on from the position shown: against the computer, with three and four players in the seats chosen. */
  function playFromHere() {
    const { game, side, rules } = session;
    const as = isForMany(rules) ? "" : side;
    return app.open(addressOf(newGame(current(game).position, game), { mode: "play", as }));
  }
}
