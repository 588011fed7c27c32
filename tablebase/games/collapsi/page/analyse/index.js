/** Analyse: every position's exact value, and what each move does. */

import { EngineError } from "#engine/client.js";
import { attempt, report } from "#shared/banner.js";
import { cellName } from "#shared/cells.js";
import { bind, presses } from "#shared/commands.js";
import { copyShown } from "#shared/copy.js";
import { part, relabel, set, show, write } from "#shared/dom.js";
import { showHeadline } from "#shared/headline.js";
import { mountTabs } from "#shared/tabs.js";
import { addressOf, asked, hasLines } from "../shared/address.js";
import { Board } from "../shared/board.js";
import { current, isForMany, newGame, PUBLISHED, toMove } from "../shared/game.js";
import { explain } from "../shared/how.js";
import { mountPlayers } from "../shared/players.js";
import { begun, PartError, Shown } from "../shared/session.js";
import { listEditions } from "../shared/variants.js";
import { feedback } from "../shared/words.js";
import { dealNote, dealt, filters, mountDeals, prepare, today } from "./deals.js";
import { Editor } from "./editor.js";
import { mountHistogram } from "./histogram.js";
import { mountMoves } from "./moves.js";
import { mountMotions, mountNotation } from "./setup.js";
import { reduce, START } from "./state.js";
import { canStep, mountWhy, step } from "./why.js";
import { headline, possessive } from "./words.js";

/** @typedef {import("../shared/game.js").Game} Game */

/** How many errors in the lines and notes of a link are shown at most. */
const SAID = 3;

/** How long each of the best moves is shown that are played one after the other. */
const MOVE_MS = 1100;

/** @type {import("#shared/app.js").Mount} */
export const mount = (root, app) => new AnalyseMode(root, app);

class AnalyseMode {
  /** Lines and notes, once they are loaded. @type {import("./later/study.js").StudyPanel | null} */
  study = null;

  /** @param {HTMLElement} root @param {import("#shared/app.js").App} app */
  constructor(root, app) {
    this.root = root;
    this.app = app;
    this.session = new Shown(START, reduce, {
      open: this.open,
      study: this.openStudy,
      note: async ({ replace }) => {
        if (this.session.game.study && !this.study) await this.withStudy();
        this.remember(this.session.game, replace);
      },
      prepare,
      tick: () => new Promise((done) => setTimeout(() => done({ type: "tick" }), MOVE_MS)),
    });
    const { session } = this;
    this.editor = new Editor(root, session);
    this.board = new Board(session, part(root, "board"), (cell, walks, shift) =>
      attempt(() => this.choose(cell, walks, shift)),
    );
    session.addEventListener("change", this.render);
    mountWhy(root, session, this.board, this.play);
    mountMoves(root, session);
    mountDeals(root, session, (wanted) => attempt(() => this.deal(wanted)));
    mountNotation(root, session);
    mountMotions(root, session);
    mountHistogram(root, session);
    mountPlayers(root, session);
    mountTabs(part(root, "tabs"));
    this.list = /** @type {HTMLSelectElement} */ (part(root, "rules"));
    const rules = () => this.deal({}, { rules: this.list.value, edition: "" });
    this.list.addEventListener("change", () => attempt(rules));
    part(root, "edition").addEventListener("change", (event) => {
      const { value: edition } = /** @type {HTMLInputElement} */ (event.target);
      const { game } = session;
      const variant = { rules: game.rules, edition };
      attempt(() => session.send("open", { position: current(game).position, variant }));
    });
    presses(root, { "play-from-here": this.playFromHere, "tab-lines": this.withStudy });
    part(root, "tab-lines").addEventListener("focus", () => attempt(this.withStudy)); // by the arrow keys
    bind(root, this.toolbar(), session);
    const back = () => session.set({ variation: null, selected: "" });
    this.commands = [
      ...this.toolbar(),
      { key: "s", does: "step through what would happen", run: () => step(session), enabled: () => canStep(session) },
      { key: "Escape", does: "back to the game", run: back },
    ];
  }

  /** What buttons and keys do. @returns {import("#shared/app.js").Command[]} */
  toolbar() {
    const { session } = this;
    const to = (/** @type {number} */ by) => session.game.at + by;
    const go = (/** @type {number} */ by) => ({
      run: () => session.send("go", { at: to(by) }),
      enabled: () => !session.draft && session.game.steps[to(by)] !== undefined,
    });
    // Without a table a move is known to be good once a search has found one.
    const canPlay = () => !session.draft && !session.variation && !!session.probe?.moves[0]?.result;
    const hint = () => write(part(this.root, "status"), `Hint: ${session.showHint()}`);
    const hide = () => session.set({ hidden: !session.hidden, variation: null });
    return [
      { button: "undo", key: "u", does: "take a move back", ...go(-1) },
      { button: "redo", key: "r", does: "play the move again", ...go(1) },
      { button: "hint-button", key: "h", does: "show a best move", run: hint, enabled: canPlay },
      { button: "hide-button", key: "v", does: "hide or show values", run: hide },
      { button: "deal-button", key: "n", does: "new deal", run: () => this.deal(filters(this.root)) },
      { button: "copy", key: "c", does: "copy the link to this game", run: this.copy },
      { button: "best", key: "b", does: "play the best move", run: () => session.send("best"), enabled: canPlay },
      {
        button: "playback",
        key: "p",
        does: "play out the best line, or pause",
        run: () => session.send("autoplay"),
        enabled: () => session.state.playing || (!!session.probe?.moves.length && !session.draft),
      },
      {
        button: "edit-button",
        key: "e",
        does: "set up the board",
        run: () => this.editor.toggle(),
        enabled: () => !session.probe?.players,
      },
    ];
  }

  /** Show what the address asks for: a game that the browser has kept, a position, today's deal. @param {URLSearchParams} query @param {any} entry */
  show = (query, entry) =>
    this.session.send("open", { query: query.toString(), entry: entry ?? {}, deals: !query.get("p") });

  /**
   * Load what is asked for: by an address, with what the browser's history has of it, by a position with
   * moves, or by what a deal should be like.
   *
   * @param {{query?: string, entry?: any, position: string, moves?: string[], wanted?: Record<string, string>,
   *   variant: import("../shared/api.js").Variant}} how
   * @returns {Promise<object>} an event
   */
  open = async ({ query, entry, position, moves, wanted, variant }) => {
    if (wanted) return { type: "opened", ...(await dealt(wanted, variant)) };
    if (query === undefined) return { type: "opened", ...(await begun(position, variant, moves)) };
    const address = new URLSearchParams(query);
    if (!entry) return { type: "opened", ...(await this.ofAddress(address)) };
    const event = { type: "opened", noted: "replace", id: entry.id };
    if (entry.game) return { ...event, game: entry.game, noted: "" };
    try {
      const found =
        asked(address).position === null ? dealt({ seed: today() }, asked(address)) : this.ofAddress(address);
      return { ...event, ...(await found) };
    } catch (error) {
      if (!(error instanceof EngineError) || error.status >= 500) throw error;
      // Show something besides what is wrong with the address.
      const found = await dealt({ seed: today() }, { rules: PUBLISHED, edition: "" });
      const said = `${error.message}. Today’s deal is shown instead.`;
      return { ...event, ...found, wrong: new EngineError(said, error.parameter, error.status) };
    }
  };

  /** The game of an address, with its lines and notes. @param {URLSearchParams} query that names a position */
  ofAddress = async (query) => {
    const { position, moves, at, ...variant } = asked(query);
    const study = hasLines(query) ? await this.withStudy() : null;
    const found = await begun(position ?? "", variant, moves, at);
    if (!study) return found;
    const { game, said } = await study.read(query, found.game);
    const wrong = found.wrong ?? (said.length ? new PartError(said.slice(0, SAID).join(". "), "v") : null);
    return { game, line: null, wrong };
  };

  /** What shows lines and notes, loaded when it is first needed. */
  withStudy = async () => {
    const { StudyPanel } = await import("./later/study.js");
    this.study ??= new StudyPanel(this.root, this.session);
    return this.study;
  };

  /** Let the lines and notes be those of a game that is kept. @param {{id?: string}} kept @param {import("#shared/machine.js").Late} late */
  openStudy = async ({ id }, { signal }) => {
    if (!id && !this.session.game.study && !this.study) return;
    const study = await this.withStudy();
    if (signal.aborted) return;
    await study.open(id);
    if (study.kept) this.remember(this.session.game, true); // Back goes on with it, too
  };

  /** The address of a game: without its lines and notes until what writes them is loaded. @param {Game} game */
  query = (game) => (this.study && game.study ? this.study.address(game) : addressOf(game));

  /** Note in the browser's history what is shown. @param {Game} game @param {boolean} replace the entry shown */
  remember = (game, replace) => {
    this.study?.changed(game);
    this.app.remember(this.query(game), { game, id: this.study?.kept?.id }, replace);
  };

  focus = () => this.board.focus();

  hide = () => this.session.send("hide");

  /** What there is for those who don't see the board. */
  tell = async () => {
    const { teller } = await import("../shared/told.js");
    return teller(this.session, () => true, this.play);
  };

  /** @param {Record<string, string>} wanted @param {import("../shared/api.js").Variant} [variant] */
  deal = (wanted, variant = this.session.game) => this.session.send("open", { wanted, variant, deals: true });

  /** A card was chosen, or the pawn dropped on it. @param {number} cell @param {boolean} [walks] @param {string} [shift] */
  choose = async (cell, walks, shift = "") => {
    if (this.session.draft) return this.editor.click(cell);
    await this.play(cellName(cell, this.session.layout.columns) + shift, walks);
  };

  /** @param {string} name of a move @param {boolean} [moved] whether the pawn is seen walking */
  play = async (name, moved) => {
    if (this.session.moveTo(name)) await this.session.send("move", { name, moved });
  };

  copy = () => copyShown(this.root, this.query(this.session.game), () => this.remember(this.session.game, false));

  /** Play on from the position shown: against the computer, with three and four players in the seats chosen. */
  playFromHere = () => {
    const { game, side, rules } = this.session;
    const as = isForMany(rules) ? "" : side;
    return this.app.open(addressOf(newGame(current(game).position, game), { mode: "play", as }));
  };

  /** What is said of the position, and shown around the game: its rules, its deal. */
  render = () => {
    const { root, session, app } = this;
    const { rules, game, offered, probe, side, hidden, variation, state } = session;
    const [main, sub] = headline(side, probe, hidden);
    const namesWinner = probe && (!probe.moves.length || !(hidden || probe.players));
    showHeadline(root, (namesWinner && probe.winner) || side, [main, sub]);
    const { move, judgement } = current(game);
    const mover = toMove(game, Math.max(game.at - 1, 0));
    const said = judgement && !variation ? feedback(possessive(mover), mover, move, judgement, hidden) : "";
    set(part(root, "feedback"), { class: `feedback ${said && judgement ? judgement.verdict : ""}` });
    show(root, {
      feedback: said,
      "random-note": dealNote(session),
      "play-from-here": { disabled: probe?.moves.length === 0 },
      "hide-button": { "aria-pressed": String(hidden) },
      "edit-button": { hidden: isForMany(rules) },
    });
    if (probe) write(part(root, "status"), [said, main, sub].join(" ").trim());
    relabel(part(root, "playback"), state.playing ? "Pause" : "Autoplay", state.playing ? "pause" : "start");
    import("../shared/rule_list.js")
      .then(({ listRules }) => listRules(this.list, offered, session.game.rules))
      .catch((error) => report(error, this.render));
    if (rules) listEditions(part(root, "edition"), rules, game.edition);
    explain(app, session);
    app.title(probe ? main : "Analyse");
  };
}
