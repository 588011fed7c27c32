/** Play: a game against the computer or with friends, and what there is to learn from it. */

import { attempt } from "#shared/banner.ts";
import { cellName } from "#shared/cells.ts";
import { bind } from "#shared/commands.ts";
import { copyShown } from "#shared/copy.ts";
import { isAllowed } from "#shared/device.ts";
import { part, write } from "#shared/dom.ts";
import { keep } from "#shared/settings.ts";
import { share } from "#shared/share.ts";
import { keepGame, type Kept, keptGame, newKept, onKeptChanged } from "#shared/store.ts";
import { addressOf, asked, namesRules } from "../shared/address.ts";
import { Board } from "../shared/board.ts";
import { type Game, isForMany, toMove } from "../shared/game.ts";
import { mountPlayers } from "../shared/players.ts";
import { begun, check, learn, Shown } from "../shared/session.ts";
import { named } from "../shared/words.ts";
import { renderChosen } from "./coach.ts";
import { count, lastMatch, remember, seatOf as seatIn, upcoming } from "./match.ts";
import { chosen } from "./opponent.ts";
import { droppedText, fresh, NOT_KEPT, type Record, unfinished } from "./record.ts";
import { repairedSeats } from "./seats.ts";
import { choices, choose, mountSettings, settings } from "./settings.ts";
import { prepare } from "./setup.ts";
import { first, isBound, isOver, isYours, lastTurn, matchOf, query, reduce, running, type State } from "./state.ts";
import { fitting, tableFor, tableOf, tableOfSeats, viewOf } from "./table.ts";
import { render, renderNext, seatOf } from "./view.ts";
import type { App, Command, Mount } from "#shared/app.ts";
import type { Late } from "#shared/machine.ts";
import type { Rules } from "../answers.d.ts";
import type { Side } from "../shared/api.ts";

const SENT_BACK = "Your friend opens the link, moves, and sends it back to you.";
const SENT = `Copied. Paste it into a message. ${SENT_BACK}`;

/**
 * A pause that shows your own move before the answer; and how long an answer is searched for, where there is no table.
 */
const [THINKING_MS, SEARCHING_MS] = [600, 3000];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export const mount: Mount = (root, app) => new PlayMode(root, app);

class Played extends Shown<State> {
  /** @override Where values are hidden, rings mark only the cards that you can reach. */
  get playable() {
    return isYours(this.state) || this.state.values ? super.playable : [];
  }
}

class PlayMode {
  root: HTMLElement;
  app: App;
  shown: Played;
  board: Board;
  commands: Command[];

  /** Whether it was said that games are not kept. */
  #warned = !isAllowed();

  /** What shows the review, once it is loaded. */
  #review: typeof import("./later/review.ts") | null = null;

  /** What had the focus when a game began. */
  #focused: Element | null = null;

  constructor(root: HTMLElement, app: App) {
    this.root = root;
    this.app = app;
    this.shown = new Played(first(fresh()), reduce, this.effects());
    this.board = new Board(this.shown, part(root, "board"), (cell, walks, shift = "") =>
      attempt(() => this.play(cellName(cell, this.shown.layout.columns) + shift, walks)),
    );
    mountPlayers(root, this.shown);
    mountSettings(root, () => attempt(() => this.shown.send("chosen")));
    this.shown.addEventListener("change", this.render);
    this.shown.addEventListener("preview", () => {
      renderChosen(root, this.shown, viewOf(this.state.table));
      if (!this.shown.pointed) this.drawMistake();
    });
    this.commands = this.toolbar();
    bind(root, this.commands, this.shown);
    const on = (id: string, run: () => unknown) => part(root, id).addEventListener("click", () => attempt(run));
    on("send", () => this.shown.send("send"));
    on("begin", () => this.shown.send("begin"));
    on("continue", this.resume);
    on("play-again", this.again);
    on("swap", () => this.shown.send("swap", { kept: fresh() }));
    on("drop-match", this.drop);
    on("try-again", () => this.shown.send("again"));
    on("play-selected", () => this.play(this.shown.selected));
    onKeptChanged(
      (id) => id === this.state.kept.id && attempt(() => this.shown.send("follow", { kept: keptGame(id) })),
    );
    addEventListener("focus", () => {
      // Errors of other modes are left alone.
      if (app.isShown() && this.state.phase === "playing" && !isYours(this.state))
        attempt(() => this.shown.send("focused"));
    });
    if (!isAllowed()) this.shown.send("notice", { text: NOT_KEPT });
  }

  get state() {
    return this.shown.state;
  }

  /** What buttons and keys do. */
  toolbar(): Command[] {
    const playing = () => this.state.phase === "playing";
    return [
      {
        button: "undo",
        key: "u",
        does: "take your move back",
        run: () => this.shown.send("undo"),
        enabled: () => lastTurn(this.state) >= 0 && !isBound(this.state),
      },
      {
        button: "hint-button",
        key: "h",
        does: "show a best move",
        run: () => this.shown.send("hint"),
        enabled: () => isYours(this.state) && !!this.shown.probe?.moves[0]?.result,
      },
      { button: "new-game", key: "n", does: "start a new game", run: this.fresh, enabled: playing },
      { button: "copy", key: "c", does: "copy the link to this game", run: this.copy, enabled: playing },
      {
        button: "analyse",
        key: "a",
        does: "analyse this game",
        run: () => this.app.open(addressOf(this.state.game)),
      },
    ];
  }

  /** What the reducer wants done. */
  effects() {
    return {
      deal: this.deal,
      begin: this.begin,
      open: this.open,
      close: () => this.app.remember("?mode=play", null, true),
      note: ({ replace }: { replace: boolean }) => this.note(replace),
      keep: this.keep,
      score: this.score,
      think: this.think,
      comment: this.comment,
      review: this.review,
      send: this.share,
      hint: () => write(part(this.root, "status"), `Hint: ${this.shown.showHint()}`),
      focus: () => {
        this.focus();
        this.#focused = document.activeElement;
      },
      refocus: () => {
        if (document.activeElement === this.#focused) this.board.focus(); // the reader has not left it
      },
    };
  }

  hide = () => this.shown.send("hide");

  focus = () => {
    scrollTo(0, 0);
    this.board.focus();
  };

  /**
   * Show what the address asks for: a game, or the choices for a new one.
   *
   * @param entry of the browser's history
   */
  show = (query: URLSearchParams, entry: any) =>
    this.shown.send("address", {
      position: asked(query).position,
      query: query.toString(),
      entry,
      choose: namesRules(query) ? asked(query) : undefined,
      kept: keptGame(entry?.id ?? ""),
      own: keptGame(this.state.kept.id),
      fresh: fresh(),
      match: lastMatch(),
      values: settings().values,
    });

  /** What there is for those who don't see the board. */
  tell = async () => {
    const { teller } = await import("../shared/told.ts");
    return teller(this.shown, () => isYours(this.state), this.play);
  };

  /** @param name of a move */
  play = (name: string, walks?: boolean) => this.shown.send("move", { name, walks });

  go = (at: number) => this.shown.send("go", { at });

  /** Show the choices, and find a deal. */
  deal = async ({ variant, choose: wanted }: { variant?: any; choose?: any }, { signal }: Late) => {
    const wrong = wanted ? await choose(wanted).catch((error) => error) : null;
    return { type: "dealt", ...(await prepare(this.root, signal, variant)), wrong };
  };

  /** Begin with the deal that is on the board, or go on with the round of a match. */
  begin = () => {
    const { rules } = this.shown;
    const picked = choices();
    const match = picked.length === "match" ? upcoming(picked) : null;
    if (!rules) return undefined;
    if (match && keptGame(match.game)) return this.goOn(keptGame(match.game));
    const kept = fresh(match && { id: match.id, round: match.round });
    if (match) remember({ ...match, game: kept.id });
    const { rival, you, level, seats, values } = picked;
    const seat = match ? seatIn(match) : rival === "people" ? "all" : you;
    const table = isForMany(rules) ? tableOfSeats(seats, rules) : fitting(tableFor(seat, level), rules);
    return { type: "begun", rules, table, kept, match: lastMatch(), values };
  };

  /** Load the game of an address. */
  open = async ({ query: text, game }: { query: string; game?: Game }) => {
    const address = new URLSearchParams(text);
    const { position, moves, at, ...variant } = asked(address);
    const rules = await learn(variant.rules);
    const table = seated(address, rules);
    const found = game ? { game } : await begun(position ?? "", variant, moves, at);
    return { type: "opened", ...found, rules, table, match: lastMatch(), noted: game !== undefined };
  };

  /** Note in the browser's history what is shown. @param replace the entry shown */
  note = (replace: boolean) => {
    const { game, kept, ended } = this.state;
    this.app.remember(query(this.state), { game, id: kept.id, ended }, replace);
  };

  /** Keep the game, unless another tab has changed it. */
  keep = ({ game }: { game: Record }) => {
    const { id, begun } = game.id ? game : newKept(game);
    const isNew = game.id ? {} : { id, begun, changed: 0, starred: false };
    const done = keepGame({ ...game, ...isNew });
    if (!done) return { type: "follow", kept: keptGame(id) };
    const warning = done.lasts || this.#warned ? "" : NOT_KEPT;
    this.#warned ||= !done.lasts;
    return { type: "kept", game: done.game, notice: warning || (done.dropped.length ? droppedText(done.dropped) : "") };
  };

  /** Count a round, once: another tab may have done so. */
  score = ({ round, winner, points }: { round: { id: string; round: number }; winner: Side; points: number }) => {
    count(round, winner, points);
    return { type: "scored", match: lastMatch() };
  };

  /** The computer's move. */
  think = async ({ level }: { level: string }) => {
    const found = Promise.race([this.shown.searched, pause(SEARCHING_MS)]).then(() => chosen(this.shown, level));
    const [move] = await Promise.all([found, pause(THINKING_MS)]);
    return { type: "reply", move };
  };

  /** What a rule of thumb says about a mistake. */
  comment = async ({ position, move, about }: { position: string; move: string; about: string }) => {
    const { game } = this.state;
    const { comment } = await import("../shared/coach.ts");
    return { type: "comment", about, words: await comment(position, game, move) };
  };

  review = async () => {
    this.#review ??= await import("./later/review.ts");
    return { type: "reviews" };
  };

  /** Send the game to a friend, who moves and sends it back. */
  share = async () => {
    const { game } = this.state;
    const said = await share(`Collapsi: it is ${named(toMove(game))}’s move.`, query(this.state), SENT);
    return { type: "sent", said: said || SENT_BACK };
  };

  render = () => {
    const { state, shown, root } = this;
    render(root, this.app, shown);
    if (!isOver(state) || !state.ended.winner) return undefined;
    this.#review?.renderReview(root, shown, seatOf(state), state.ended.winner, state.comment.words, this.go);
    if (this.#review) renderNext(root, state);
    return this.drawMistake();
  };

  /** Looking back at a mistake, draw it on the board, and the better move. */
  drawMistake = () => {
    const { steps, at } = this.state.game;
    const next = steps[at + 1];
    if (!isOver(this.state) || next?.judgement?.verdict !== "blunder") return;
    this.board.draw([
      { path: next.path, kind: "played" },
      { path: next.judgement.bestPath, kind: "better" },
    ]);
  };

  /** Go on with the game played last. */
  resume = () => this.goOn(unfinished());

  goOn = async (kept?: Kept | null) => {
    if (!kept) return this.shown.send("chosen"); // another tab has deleted it
    await this.app.open(kept.address, { id: kept.id });
    this.focus();
  };

  /** Deal again, under the same rules, and begin; in a match, the next round. */
  again = () => {
    if (matchOf(this.state)) keep("play", { ...settings(), length: "match" });
    return this.shown.send("anew");
  };

  /** A new game, instead of this one: from a round of a match the way out is asked for. */
  fresh = async () => {
    const match = isOver(this.state) ? null : running(this.state);
    if (match) {
      const { game, table } = this.state;
      const probe = await check(game, game.steps[game.steps.length - 1].position);
      const { leave } = await import("./later/leave.ts");
      const { left, said } = await leave(match, probe, viewOf(table));
      if (!left) return;
      if (said) this.shown.send("notice", { text: said });
    }
    await this.app.open("?mode=play");
    scrollTo(0, 0);
  };

  /** End the match under way. */
  drop = async () => {
    const { askAndEnd } = await import("./later/leave.ts");
    if (await askAndEnd()) await this.shown.send("chosen");
  };

  copy = () => copyShown(this.root, query(this.state), () => this.note(false));
}

/** Who plays the game of an address: where it does not say, as chosen last. */
function seated(query: URLSearchParams, rules: Rules) {
  const { rival, you, level, seats } = settings();
  const [as, levels] = [query.get("as"), query.get("level")];
  if (as === null && isForMany(rules)) return tableOfSeats(repairedSeats(seats, rules), rules);
  return fitting(tableOf(as ?? (rival === "people" ? "all" : you), levels ?? level), rules);
}
