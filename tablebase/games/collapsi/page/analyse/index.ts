/** Analyse: every position's exact value, and what each move does. */

import { EngineError } from "#engine/client.ts";
import { attempt, report } from "#shared/banner.ts";
import { cellName } from "#shared/cells.ts";
import { bind, presses } from "#shared/commands.ts";
import { copyShown } from "#shared/copy.ts";
import { part, relabel, set, show, write } from "#shared/dom.ts";
import { showHeadline } from "#shared/headline.ts";
import { mountTabs } from "#shared/tabs.ts";
import { addressOf, asked, hasLines } from "../shared/address.ts";
import { Board } from "../shared/board.ts";
import { current, type Game, isForMany, newGame, PUBLISHED, toMove } from "../shared/game.ts";
import { explain } from "../shared/how.ts";
import { mountPlayers } from "../shared/players.ts";
import { begun, PartError, Shown } from "../shared/session.ts";
import { listEditions } from "../shared/variants.ts";
import { feedback } from "../shared/words.ts";
import { dealNote, dealt, filters, mountDeals, prepare, today } from "./deals.ts";
import { Editor } from "./editor.ts";
import { mountHistogram } from "./histogram.ts";
import { mountMoves } from "./moves.ts";
import { mountMotions, mountNotation } from "./setup.ts";
import { reduce, START, type State } from "./state.ts";
import { canStep, mountWhy, step } from "./why.ts";
import { headline, possessive } from "./words.ts";
import type { App, Command, Mount } from "#shared/app.ts";
import type { Late } from "#shared/machine.ts";
import type { StudyPanel } from "./later/study.ts";
import type { Variant } from "../shared/api.ts";

/** How many errors in the lines and notes of a link are shown at most. */
const SAID = 3;

/** How long each of the best moves is shown that are played one after the other. */
const MOVE_MS = 1100;

export const mount: Mount = (root, app) => new AnalyseMode(root, app);

class AnalyseMode {
  root: HTMLElement;
  app: App;
  session: Shown<State>;
  editor: Editor;
  board: Board;
  list: HTMLSelectElement;
  commands: Command[];

  /** Lines and notes, once they are loaded. */
  study: StudyPanel | null = null;

  constructor(root: HTMLElement, app: App) {
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
    this.list = part(root, "rules") as HTMLSelectElement;
    const rules = () => this.deal({}, { rules: this.list.value, edition: "" });
    this.list.addEventListener("change", () => attempt(rules));
    part(root, "edition").addEventListener("change", (event) => {
      const { value: edition } = event.target as HTMLInputElement;
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

  /** What buttons and keys do. */
  toolbar(): Command[] {
    const { session } = this;
    const to = (by: number) => session.game.at + by;
    const go = (by: number) => ({
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

  /** Show what the address asks for: a game that the browser has kept, a position, today's deal. */
  show = (query: URLSearchParams, entry: any) =>
    this.session.send("open", { query: query.toString(), entry: entry ?? {}, deals: !query.get("p") });

  /**
   * Load what is asked for: by an address, with what the browser's history has of it, by a position with
   * moves, or by what a deal should be like.
   *
   * @returns an event
   */
  open = async ({
    query,
    entry,
    position,
    moves,
    wanted,
    variant,
  }: {
    query?: string;
    entry?: any;
    position: string;
    moves?: string[];
    wanted?: Record<string, string>;
    variant: Variant;
  }): Promise<object> => {
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

  /** The game of an address, with its lines and notes. @param query that names a position */
  ofAddress = async (query: URLSearchParams) => {
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
    const { StudyPanel } = await import("./later/study.ts");
    this.study ??= new StudyPanel(this.root, this.session);
    return this.study;
  };

  /** Let the lines and notes be those of a game that is kept. */
  openStudy = async ({ id }: { id?: string }, { signal }: Late) => {
    if (!id && !this.session.game.study && !this.study) return;
    const study = await this.withStudy();
    if (signal.aborted) return;
    await study.open(id);
    if (study.kept) this.remember(this.session.game, true); // Back goes on with it, too
  };

  /** The address of a game: without its lines and notes until what writes them is loaded. */
  query = (game: Game) => (this.study && game.study ? this.study.address(game) : addressOf(game));

  /** Note in the browser's history what is shown. @param replace the entry shown */
  remember = (game: Game, replace: boolean) => {
    this.study?.changed(game);
    this.app.remember(this.query(game), { game, id: this.study?.kept?.id }, replace);
  };

  focus = () => this.board.focus();

  hide = () => this.session.send("hide");

  /** What there is for those who don't see the board. */
  tell = async () => {
    const { teller } = await import("../shared/told.ts");
    return teller(this.session, () => true, this.play);
  };

  deal = (wanted: Record<string, string>, variant: Variant = this.session.game) =>
    this.session.send("open", { wanted, variant, deals: true });

  /** A card was chosen, or the pawn dropped on it. */
  choose = async (cell: number, walks?: boolean, shift: string = "") => {
    if (this.session.draft) return this.editor.click(cell);
    await this.play(cellName(cell, this.session.layout.columns) + shift, walks);
  };

  /**
   * @param name of a move
   * @param moved whether the pawn is seen walking
   */
  play = async (name: string, moved?: boolean) => {
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
    import("../shared/rule_list.ts")
      .then(({ listRules }) => listRules(this.list, offered, session.game.rules))
      .catch((error) => report(error, this.render));
    if (rules) listEditions(part(root, "edition"), rules, game.edition);
    explain(app, session);
    app.title(probe ? main : "Analyse");
  };
}
