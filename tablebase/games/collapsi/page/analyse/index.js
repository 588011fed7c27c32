/** Analyse: every position's exact value, and what each move does. */

import { EngineError } from "#engine/client.js";
import { attempt, report } from "#shared/banner.js";
import { cellName } from "#shared/cells.js";
import { bind } from "#shared/commands.js";
import { copyShown } from "#shared/copy.js";
import { part } from "#shared/dom.js";
import { mountTabs } from "#shared/tabs.js";
import { addressOf, asked, hasLines } from "../shared/address.js";
import { Board } from "../shared/board.js";
import { current, isForMany, newGame, PUBLISHED } from "../shared/game.js";
import { explain } from "../shared/how.js";
import { mountPlayers } from "../shared/players.js";
import { PartError } from "../shared/session.js";
import { listEditions } from "../shared/variants.js";
import { headline } from "./words.js";
import { dealNote, dealTo, filters, mountDeals, today } from "./deals.js";
import { Editor } from "./editor.js";
import { mountHistogram } from "./histogram.js";
import { mountMoves } from "./moves.js";
import { Playback } from "./playback.js";
import { mountReport } from "./report.js";
import { LinesSession } from "./session.js";
import { mountMotions, mountNotation } from "./setup.js";
import { canStep, mountWhy, step } from "./why.js";

/** How many errors in the lines and notes of a link are shown at most. */
const SAID = 3;

/** @type {import("#shared/app.js").Mount} */
export const mount = (root, app) => new AnalyseMode(root, app);

class AnalyseMode {
  /** @param {HTMLElement} root @param {import("#shared/app.js").App} app */
  constructor(root, app) {
    this.root = root;
    this.app = app;
    this.session = new LinesSession(this.remember, this.withStudy);
    /** Lines and notes, once they are loaded. @type {import("./later/study.js").StudyPanel | null} */
    this.study = null;
    this.playback = new Playback(this.root, this.session);
    this.editor = new Editor(this.root, this.session);
    this.board = new Board(this.session, part(this.root, "board"), (cell, walks, shift) =>
      attempt(() => this.choose(cell, walks, shift)),
    );
    /** The deal that was drawn last. @type {import("../shared/api.js").RandomDeal | null} */
    this.dealt = null;
    /** What is being shown: another once something else is asked for. */
    this.showing = {};

    mountReport(this.root, this.session);
    mountWhy(this.root, this.session, this.board, this.play);
    mountMoves(this.root, this.session, (count) => this.playback.play(count));
    mountDeals(this.root, this.session, (wanted) => attempt(() => this.deal(wanted)));
    mountNotation(this.root, this.session, this.open);
    mountMotions(this.root, this.session);
    mountHistogram(this.root, this.session);
    mountPlayers(this.root, this.session);
    mountTabs(part(this.root, "tabs"));
    this.commands = this.toolbar();
    this.session.addEventListener(
      "change",
      () => (part(this.root, "edit-button").hidden = isForMany(this.session.rules)),
    );
    this.steps = [
      {
        key: "s",
        does: "step through what would happen",
        run: () => step(this.session),
        enabled: () => canStep(this.session),
      },
      { key: "Escape", does: "back to the game", run: () => this.session.set({ variation: null, selected: "" }) },
    ];
    this.list = /** @type {HTMLSelectElement} */ (part(this.root, "rules"));
    this.list.addEventListener("change", () => attempt(() => this.change(this.list.value)));
    part(this.root, "edition").addEventListener("change", (event) =>
      attempt(() => this.session.setEdition(/** @type {HTMLInputElement} */ (event.target).value)),
    );
    part(this.root, "play-from-here").addEventListener("click", () => attempt(this.playFromHere));
    for (const event of ["click", "focus"]) // by the mouse, and by the arrow keys
      part(this.root, "tab-lines").addEventListener(event, () => attempt(this.withStudy));
    this.session.addEventListener("change", this.renderAround);
    bind(this.root, this.commands, this.session);
    this.commands = [...this.commands, ...this.steps];
  }

  /** What buttons and keys do. @returns {import("#shared/app.js").Command[]} */
  toolbar() {
    return [
      { button: "undo", key: "u", does: "take a move back", run: () => this.go(-1), enabled: () => this.canGo(-1) },
      { button: "redo", key: "r", does: "play the move again", run: () => this.go(1), enabled: () => this.canGo(1) },
      {
        button: "hint-button",
        key: "h",
        does: "show a best move",
        run: this.hint,
        enabled: this.canPlayBest,
      },
      { button: "hide-button", key: "v", does: "hide or show values", run: this.toggleValues },
      { button: "deal-button", key: "n", does: "new deal", run: () => this.deal(filters(this.root)) },
      { button: "copy", key: "c", does: "copy the link to this game", run: this.copy },
      {
        button: "best",
        key: "b",
        does: "play the best move",
        run: () => this.playback.play(),
        enabled: this.canPlayBest,
      },
      { button: "playback", key: "p", does: "play out the best line, or pause", run: () => this.playback.toggle() },
      {
        button: "edit-button",
        key: "e",
        does: "set up the board",
        run: () => this.editor.toggle(),
        enabled: () => !this.session.probe?.players,
      },
    ];
  }

  /** Show what the address asks for: a game that the browser has kept, a position, today's deal. @param {URLSearchParams} query @param {any} state */
  show = async (query, state) => {
    this.playback.stop();
    const shown = (this.showing = {});
    if (state?.game) await this.session.show(state.game);
    else await this.shown(query);
    const study = state?.id || state?.game?.study || this.study ? await this.withStudy() : null;
    if (this.showing !== shown) return;
    await study?.open(state?.id);
    if (!state?.game && study?.kept) this.session.remember(this.session.game, true); // Back goes on with it, too
  };

  /** @param {URLSearchParams} query */
  shown = async (query) => {
    const { position, moves: _, at, ...variant } = asked(query);
    try {
      if (position !== null) await this.open(query, true);
      else await this.drawn(dealTo(this.session, { seed: today() }, variant, true));
    } catch (error) {
      if (!(error instanceof EngineError) || error.status >= 500 || error instanceof PartError) throw error;
      // show something besides what is wrong with the address
      await this.drawn(dealTo(this.session, { seed: today() }, { rules: PUBLISHED, edition: "" }, true));
      throw new EngineError(`${error.message}. Today’s deal is shown instead.`, error.parameter, error.status);
    }
  };

  /**
   * Open a game with its lines and notes.
   *
   * @param {URLSearchParams} query that names a position
   * @param {boolean} [replace] the entry of the browser's history
   */
  open = async (query, replace = false) => {
    const { position, moves, at, ...variant } = asked(query);
    const isAsked = this.session.ask();
    if (hasLines(query)) await this.withStudy(); // fails before the address is that of the main line
    if (!isAsked()) return;
    /** @type {PartError | null} */
    let wrong = null;
    try {
      if (!(await this.session.open(position ?? "", variant, { moves, at, replace }))) return;
    } catch (error) {
      if (!(error instanceof PartError)) throw error;
      wrong = error;
    }
    const about = hasLines(query) ? await this.openLines(query) : null;
    wrong ??= about;
    if (wrong) throw wrong;
  };

  /** Show the lines and notes of an address, too. @param {URLSearchParams} query @returns {Promise<PartError | null>} what is wrong with them */
  openLines = async (query) => {
    const { game } = this.session;
    const study = await this.withStudy();
    const { game: found, said } = await study.read(query, game);
    if (this.session.game === game) await this.session.turnTo(found, true);
    return said.length ? new PartError(said.slice(0, SAID).join(". "), "v") : null;
  };

  /** What shows lines and notes, loaded when it is first needed. */
  withStudy = async () => {
    const { StudyPanel } = await import("./later/study.js");
    this.study ??= new StudyPanel(this.root, this.session);
    return this.study;
  };

  /** The address of a game: without its lines and notes until what writes them is loaded. @param {import("../shared/game.js").Game} game */
  query = (game) => (this.study && game.study ? this.study.address(game) : addressOf(game));

  /** @param {import("../shared/game.js").Game} game @param {boolean} replace */
  remember = (game, replace) => {
    this.study?.changed(game);
    this.app.remember(this.query(game), { game, id: this.study?.kept?.id }, replace);
  };

  focus = () => this.board.focus();

  /** What there is for those who don't see the board. */
  tell = async () => {
    const { teller } = await import("../shared/told.js");
    return teller(
      this.session,
      () => true,
      (move) => this.session.play(move),
    );
  };

  hide = () => {
    this.playback.stop();
    this.session.stop();
  };

  /** What is shown around the game: its rules, its deal, the window's title. */
  renderAround = () => {
    const { rules, game, offered, probe, side, hidden } = this.session;
    import("../shared/rule_list.js")
      .then(({ listRules }) => listRules(this.list, offered, this.session.game.rules))
      .catch((error) => report(error, this.renderAround));
    if (rules) listEditions(part(this.root, "edition"), rules, game.edition);
    explain(this.app, this.session);
    part(this.root, "random-note").textContent = dealNote(this.session, this.dealt);
    /** @type {HTMLButtonElement} */ (part(this.root, "play-from-here")).disabled = probe?.moves.length === 0;
    part(this.root, "hide-button").setAttribute("aria-pressed", String(hidden));
    this.app.title(probe ? headline(side, probe, hidden)[0] : "Analyse");
  };

  /** @param {Promise<import("../shared/api.js").RandomDeal | null>} deal that is being shown */
  drawn = async (deal) => {
    part(this.root, "random-note").textContent = "Looking for a deal…";
    try {
      this.dealt = (await deal) ?? this.dealt;
    } finally {
      this.renderAround();
    }
  };

  /** Deal under other rules. @param {string} rules their name */
  change = (rules) => {
    this.playback.stop();
    return this.drawn(dealTo(this.session, {}, { rules, edition: "" }));
  };

  /** @param {Record<string, string>} wanted */
  deal = (wanted) => {
    this.playback.stop();
    return this.drawn(dealTo(this.session, wanted, this.session.game));
  };

  /** A card was chosen, or the pawn dropped on it. @param {number} cell @param {boolean} [walks] @param {string} [shift] */
  choose = async (cell, walks, shift = "") => {
    if (this.session.draft) return this.editor.click(cell);
    await this.play(cellName(cell, this.session.layout.columns) + shift, walks);
  };

  /** @param {string} name of a move @param {boolean} [walks] */
  play = async (name, walks) => {
    this.playback.stop();
    await this.session.play(name, walks);
  };

  /** @param {number} moves forward, or back if negative */
  go = (moves) => {
    this.playback.stop();
    return this.session.goTo(this.session.game.at + moves);
  };

  /** @param {number} moves */
  canGo = (moves) => !this.session.draft && this.session.game.steps[this.session.game.at + moves] !== undefined;

  canMove = () => !this.session.draft && !this.session.variation && !!this.session.probe?.moves.length;

  /** Whether a move is known to be good: without a table, once a search has found one. */
  canPlayBest = () => this.canMove() && !!this.session.probe?.moves[0].result;

  hint = () => {
    part(this.root, "status").textContent = `Hint: ${this.session.showHint()}`;
  };

  toggleValues = () => {
    this.session.set({ hidden: !this.session.hidden, variation: null });
  };

  copy = () =>
    copyShown(this.root, this.query(this.session.game), () => this.session.remember(this.session.game, false));

  /** Play on from the position shown: against the computer, with three and four players in the seats chosen. */
  playFromHere = () => {
    const { game, side, rules } = this.session;
    const as = isForMany(rules) ? "" : side;
    return this.app.open(addressOf(newGame(current(game).position, game), { mode: "play", as }));
  };
}
