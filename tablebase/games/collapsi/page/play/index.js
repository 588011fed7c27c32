/** Play: a game against the computer or with friends, and what there is to learn from it. */

import { attempt, report, retried } from "../../../../shared/banner.js";
import { cellName } from "../../../../shared/cells.js";
import { bind } from "../../../../shared/commands.js";
import { copyShown } from "../../../../shared/copy.js";
import { isAllowed } from "../../../../shared/device.js";
import { part, write } from "../../../../shared/dom.js";
import { showHeadline } from "../../../../shared/headline.js";
import { keep } from "../../../../shared/settings.js";
import { share } from "../../../../shared/share.js";
import { keptGame, onKeptChanged } from "../../../../shared/store.js";
import { addressOf, asked, namesRules } from "../shared/address.js";
import * as api from "../shared/api.js";
import { Board } from "../shared/board.js";
import { isForMany, toMove } from "../shared/game.js";
import { explain } from "../shared/how.js";
import { other } from "../shared/notation.js";
import { mountPlayers } from "../shared/players.js";
import { learn, PartError, Session } from "../shared/session.js";
import { named } from "../shared/words.js";
import { renderChosen, renderCoach } from "./coach.js";
import { remember, seatOf, upcoming } from "./match.js";
import { mistakesOf, tryAgainAt } from "./mistakes.js";
import { chosen } from "./opponent.js";
import { NOT_KEPT, Record, unfinished } from "./record.js";
import { askAndEnd, Round } from "./round.js";
import { repairedSeats } from "./seats.js";
import { choices, choose, mountSettings, settings } from "./settings.js";
import { Setup } from "./setup.js";
import { fitting, levelOf, tableFor, tableOf, tableOfSeats, viewOf, written } from "./table.js";
import { headline } from "./words.js";

/**
 * @typedef {import("../shared/api.js").Side} Side
 */

const SENT_BACK = "Your friend opens the link, moves, and sends it back to you.";
const SENT = `Copied. Paste it into a message. ${SENT_BACK}`;

const LEFT = "You left this game. My games lists it, for you to analyse.";

/** A pause that shows your own move before the answer; and how long an answer is searched for, where there is no table. */
const [THINKING_MS, SEARCHING_MS] = [600, 3000];

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** @type {import("../../../../shared/app.js").Mount} */
export const mount = (root, app) => new PlayMode(root, app);

class PlayMode {
  /** @param {HTMLElement} root @param {import("../../../../shared/app.js").App} app */
  constructor(root, app) {
    this.root = root;
    this.app = app;
    /** Who plays, and at which level. @type {import("./table.js").Table} */
    this.table = tableFor("red", "beginner");
    /** Whether a game has begun. */
    this.begun = false;
    /** The game that was shown when another was asked for. @type {unknown} */
    this.before = null;
    /** Whether a game that was not over was left for another mode. */
    this.away = false;
    /** The game as it is kept. */
    this.record = new Record((said) => write(part(root, "notice"), said));
    /** How the game ended: its last position, and who won. */
    this.ended = { position: "", winner: /** @type {Side | null} */ (null) };
    /** The game that was sent last. @type {unknown} */
    this.sent = null;
    this.query = (/** @type {import("../shared/game.js").Game} */ game) =>
      addressOf(game, { mode: "play", ...written(this.table) });
    this.session = new Session(this.remember);
    this.session.again = async (game) => {
      await this.session.show(game);
      await this.answer(true);
    };
    this.setup = new Setup(this.root, this.session, () => this.begun, this.render);
    this.round = new Round(this.root, this.record, () => this.begun);
    this.board = new Board(this.session, part(this.root, "board"), (cell, walks, shift = "") =>
      attempt(() => this.play(cellName(cell, this.session.layout.columns) + shift, walks)),
    );

    mountPlayers(this.root, this.session);
    mountSettings(this.root, () => attempt(this.setup.prepare));
    this.session.addEventListener("change", this.render);
    this.session.addEventListener("preview", () => {
      renderChosen(this.root, this.session, viewOf(this.table));
      if (!this.session.pointed) this.drawMistake();
    });
    this.commands = this.toolbar();
    bind(this.root, this.commands, this.session);
    this.on = (/** @type {string} */ id, /** @type {() => unknown} */ run) =>
      part(this.root, id).addEventListener("click", () => attempt(run));
    this.on("send", this.send);
    this.on("begin", this.begin);
    this.on("continue", () => this.resume(unfinished()));
    this.on("play-again", this.again);
    this.on("swap", this.swap);
    this.on("drop-match", this.drop);
    this.on("try-again", this.tryAgain);
    this.on("play-selected", () => this.play(this.session.selected));
    this.focus = () => {
      scrollTo(0, 0);
      this.board.focus();
    };
    onKeptChanged((id) => id === this.record.kept.id && this.begun && attempt(this.follow));
    addEventListener(
      "focus",
      () => this.app.isShown() && this.begun && !this.waits && !this.isYours() && attempt(this.answer),
    );
    if (!isAllowed()) write(part(this.root, "notice"), NOT_KEPT);
  }

  /** Whether the game that was asked for is not there yet: the one still shown is not its record's. */
  get waits() {
    return this.session.game === this.before;
  }

  /** What buttons and keys do. @returns {import("../../../../shared/app.js").Command[]} */
  toolbar() {
    const enabled = () => this.begun && !this.waits;
    return [
      {
        button: "undo",
        key: "u",
        does: "take your move back",
        run: this.undo,
        enabled: () => this.begun && this.lastTurn() >= 0 && !this.round.isBound,
      },
      {
        button: "hint-button",
        key: "h",
        does: "show a best move",
        run: this.hint,
        enabled: () => this.begun && this.isYours() && !!this.session.probe?.moves[0]?.result,
      },
      {
        button: "new-game",
        key: "n",
        does: "start a new game",
        run: this.fresh,
        enabled,
      },
      { button: "copy", key: "c", does: "copy the link to this game", run: this.copy, enabled },
      { button: "analyse", key: "a", does: "analyse this game", run: this.analyse },
    ];
  }

  hide = () => {
    this.away = this.begun && !this.isOver();
    this.session.stop();
  };

  /** Show what the address asks for: a game, or the choices for a new one. @param {URLSearchParams} query @param {any} state */
  show = async (query, state) => {
    const { position } = asked(query);
    const isBack = this.away && position === null && !namesRules(query);
    this.away = false;
    if (isBack && !this.waits) return this.goOn();
    this.begun = position !== null;
    this.session.hidden = !settings().values;
    if (position === null) return this.start(query);
    this.record.open(state?.id);
    if (this.record.about.left) return this.closed();
    if (this.round.isBound) await this.open(new URLSearchParams(this.record.kept.address));
    else await this.open(query, state);
    await this.answer();
  };

  /** A game that was given up, or ended with its match, is not played on. */
  closed = async () => {
    this.begun = false;
    write(part(this.root, "notice"), LEFT);
    this.app.remember("?mode=play", null, true);
    await this.setup.prepare();
  };

  /** What there is for those who don't see the board. */
  tell = async () => {
    const { teller } = await import("../shared/told.js");
    return teller(this.session, () => this.begun && this.isYours(), this.play);
  };

  /** Show the choices for a new game, with the rules that the address names. @param {URLSearchParams} query */
  start = async (query) => {
    try {
      if (namesRules(query)) await choose(asked(query));
    } finally {
      await this.setup.prepare();
    }
  };

  /** Show the game of an address. @param {URLSearchParams} query @param {any} [state] kept with it */
  open = async (query, state) => {
    const { position, moves, at, ...variant } = asked(query);
    const { kept } = this.record;
    const isAsked = () => this.begun && kept === this.record.kept;
    this.before = this.session.game;
    if (this.session.line) this.session.changed();
    try {
      const rules = await learn(variant.rules);
      if (!isAsked()) return;
      this.table = seated(query, rules);
      this.ended = state?.ended ?? this.ended;
      if (state?.game) await this.session.show(state.game);
      else await this.session.open(position ?? "", variant, { moves, at, replace: true });
    } catch (error) {
      // A game of which a part is legal is played on from there.
      if (error instanceof PartError) this.answer().catch((failed) => report(failed, this.answer));
      else if (error instanceof api.EngineError && error.status < 500 && isAsked()) {
        this.begun = false; // what is wrong with the address is shown above the choices
        await this.setup.prepare();
      }
      throw error;
    } finally {
      this.session.changed();
    }
  };

  /** Go on with the game that was left for another mode. */
  goOn = async () => {
    const { game } = this.session;
    const { id, address } = this.record.kept;
    const kept = keptGame(id);
    if (kept && (kept.over || kept.address !== address)) await this.follow();
    else {
      if (kept) this.record.open(id); // My games may have given it a star
      this.session.remember(game, true);
      await this.session.show(game);
    }
    await this.answer();
  };

  /** Go on with a kept game. @param {import("../../../../shared/store.js").Kept | null} [kept] */
  resume = async (kept) => {
    if (!kept) return this.setup.prepare(); // another tab has deleted it
    await this.app.open(kept.address, { id: kept.id });
    this.focus();
  };

  /** Show what another tab has made of this game, and leave the answer to it. */
  follow = async () => {
    const kept = keptGame(this.record.kept.id);
    if (!kept) return;
    this.record.open(kept.id);
    if (this.record.about.left) return this.closed();
    await this.open(new URLSearchParams(kept.address));
  };

  /** Note in the browser's history what is shown, and keep the game. @param {import("../shared/game.js").Game} game @param {boolean} replace */
  remember = (game, replace) => {
    if (!this.begun) return;
    this.keep(game);
    this.app.remember(this.query(game), { game, id: this.record.kept.id, ended: this.ended }, replace);
  };

  /** @param {import("../shared/game.js").Game} game */
  keep = (game) => {
    const moves = game.steps.length - 1;
    const over = this.isOver(game);
    const facts = {
      seat: viewOf(this.table),
      level: written(this.table).level,
      rules: game.rules,
      moves,
      winner: over ? this.ended.winner : null,
      mistakes: over && hasPuzzles(this.session.rules) ? mistakesOf(game, viewOf(this.table)) : [],
    };
    if (!this.session.hidden || moves < this.record.about.moves) this.record.help(); // moves that Back took back
    if (!this.record.keep(this.query({ ...game, at: moves }), this.query(game), facts, over)) attempt(this.follow);
  };

  /** Whether a game has been played to its end. */
  isOver = (game = this.session.game) =>
    this.ended.winner !== null && this.ended.position === game.steps[game.steps.length - 1].position;

  /** Begin with the deal that is on the board, or with the one that is being looked for. */
  begin = async () => {
    await this.setup.done();
    const rules = await learn(this.session.game.rules);
    if (this.begun || this.setup.isLooking) return;
    const chosen = choices();
    const { rival, you, level, seats } = chosen;
    const match = chosen.length === "match" ? upcoming(chosen) : null;
    const running = match && keptGame(match.game);
    if (running) return this.resume(running);
    this.record.begin(match && { id: match.id, round: match.round });
    if (match) remember({ ...match, game: this.record.kept.id });
    const seat = match ? seatOf(match) : rival === "people" ? "all" : you;
    this.table = isForMany(rules) ? tableOfSeats(seats, rules) : fitting(tableFor(seat, level), rules);
    this.session.hidden = !chosen.values;
    this.begun = true;
    write(part(this.root, "notice"), "");
    this.session.remember(this.session.game, false);
    this.session.changed();
    await this.enter();
  };

  /** Deal again, under the same rules, and begin; in a match, the next round. */
  again = async () => {
    if (this.round.match) keep("play", { ...settings(), length: "match" });
    this.begun = false;
    if (await this.setup.prepare(this.session.game)) await this.begin();
  };

  /** A new game, instead of this one: from a round of a match the way out is asked for. */
  fresh = async () => {
    const match = this.isOver() ? null : this.round.running;
    if (match && !(await this.leave(match))) return;
    await this.app.open("?mode=play");
    scrollTo(0, 0);
  };

  /** Leave a round, if the player knows what it costs. @param {import("./match.js").Match} match */
  leave = async (match) => {
    const { steps } = this.session.game;
    const probe = await this.session.check(steps[steps.length - 1].position);
    return this.round.leave(match, probe, viewOf(this.table));
  };

  /** End the match under way. */
  drop = async () => {
    if (await askAndEnd()) await this.setup.prepare();
  };

  /** Whether somebody at this screen is to move. @param {number} [at] */
  isYours = (at = this.session.game.at) => !this.waits && this.table.people.includes(toMove(this.session.game, at));

  /** @param {string} name of a move @param {boolean} [walks] */
  play = async (name, walks) => {
    if (!this.begun || !this.isYours() || !this.session.moveTo(name)) return;
    this.record.played = true;
    if (this.session.game.at < this.record.about.moves) this.record.help(); // the browser's Back took moves back
    await this.session.play(name, walks);
    await this.answer(true);
  };

  /** Let the computer move while it is its turn, at the end of the game. @param {boolean} [anew] also after replaying a move that was taken back */
  answer = async (anew = false) => {
    const { game, probe } = this.session;
    if (
      !this.app.isShown() ||
      !this.begun ||
      this.waits ||
      this.isYours() ||
      !probe?.moves.length ||
      (!anew && game.at < game.steps.length - 1)
    )
      return;
    const [move] = await retried(Promise.all([this.think(), pause(THINKING_MS)]), () => this.answer(anew));
    if (this.session.game !== game || !this.begun || this.waits || !this.app.isShown()) return;
    await this.session.play(move, true, true); // Back leads to your turn, not to the computer's
    await this.answer(anew);
  };

  /** The computer's move. */
  think = async () => {
    const { game } = this.session;
    await Promise.race([this.session.searched, pause(SEARCHING_MS)]);
    return this.session.game === game ? chosen(this.session, levelOf(this.table, toMove(game))) : "";
  };

  render = () => {
    const { rules, game, side, probe, layout } = this.session;
    const last = game.steps[game.steps.length - 1].position;
    if (probe && !probe.moves.length) this.ended = { position: last, winner: probe.winner };
    const over = this.begun && !this.waits && this.isOver();
    const seat = over && !this.record.played ? "all" : viewOf(this.table); // of a shared game nobody here was a player
    if (over) this.keep(game);
    const card = layout.cells.find((cell) => cell?.pawns.includes(side[0]))?.card ?? "";
    const back = this.waits || ((over || !this.record.played) && !this.isYours() && game.at < game.steps.length - 1); // to look at it
    const [main, sub] = this.begun
      ? headline(back ? "all" : seat, side, back || this.isYours(), probe, card, this.session.stepsFrom(card))
      : ["Play Collapsi", "Against a computer, or with a friend"];
    const winner = probe && !probe.moves.length ? probe.winner : null;
    showHeadline(this.root, this.begun ? (winner ?? side) : "", [main, sub]);
    this.app.title(this.begun ? main : "");
    explain(this.app, this.session);
    this.root.classList.toggle("begun", this.begun);
    part(this.root, "stage").inert = !this.begun;
    part(this.root, "start").hidden = this.begun;
    part(this.root, "begin").setAttribute("aria-busy", String(this.setup.isLooking));
    part(this.root, "coach").hidden = !this.begun || over;
    part(this.root, "send").hidden = seat !== "all" || game.at === 0 || isForMany(rules) || this.round.match !== null;
    if (game !== this.sent) part(this.root, "sent").textContent = "";
    part(this.root, "over").hidden = !over;
    renderCoach(this.root, this.session, seat, settings().comments);
    this.round.render(over, this.ended);
    if (over) this.renderOver(seat);
    if (over) this.drawMistake();
    if (probe && this.begun)
      part(this.root, "status").textContent =
        `${part(this.root, "feedback").textContent} ${part(this.root, "reply").textContent} ${main}. ${sub} ${part(this.root, "round").textContent}`.trim();
  };

  /** The review, once it is loaded. @param {import("./words.js").Seat} seat */
  renderOver = (seat) => {
    const { game } = this.session;
    const show = async () => {
      const { renderReview } = await import("./later/review.js");
      if (this.session.game !== game || !this.begun || !this.ended.winner) return;
      renderReview(this.root, this.session, seat, this.ended.winner);
      this.round.renderNext();
    };
    show().catch((error) => report(error, show));
  };

  /** Looking back at a mistake, draw it on the board, and the better move. */
  drawMistake = () => {
    const { game } = this.session;
    const next = game.steps[game.at + 1];
    if (part(this.root, "over").hidden || next?.judgement?.verdict !== "blunder") return;
    this.board.draw([
      { path: next.path, kind: "played" },
      { path: next.judgement.bestPath, kind: "better" },
    ]);
  };

  /** Begin with the focus on the mover's card: after the computer's first move on your own, unless you have left it. */
  enter = async () => {
    this.focus();
    const card = document.activeElement;
    await this.answer();
    if (document.activeElement === card) this.board.focus();
  };

  /** The last position before the one shown in which you were to move; -1 if there is none. */
  lastTurn = () => {
    let at = this.session.game.at - 1;
    while (at >= 0 && !this.isYours(at)) at--;
    return at;
  };

  undo = () => {
    this.record.help();
    return this.session.goTo(this.lastTurn());
  };

  hint = () => {
    this.record.help();
    part(this.root, "status").textContent = `Hint: ${this.session.showHint()}`;
  };

  /** Back to the position in which the game was lost; what came after it is forgotten. */
  tryAgain = async () => {
    const { game } = this.session;
    const at = tryAgainAt(game, viewOf(this.table), /** @type {Side} */ (this.ended.winner));
    const before = { ...game, steps: game.steps.slice(0, at), at: at - 1 };
    this.session.remember(before, false);
    await this.session.show(before);
    await this.enter();
  };

  /** The same deal, from the other side. */
  swap = async () => {
    const { game } = this.session;
    this.table = tableFor(other(/** @type {Side} */ (viewOf(this.table))), this.table.levels[0]);
    this.record.begin();
    this.before = game;
    await this.session.open(game.steps[0].position, game);
    await this.enter();
  };

  analyse = () => this.app.open(addressOf(this.session.game));

  /** Send the game to a friend, who moves and sends it back. */
  send = async () => {
    const { game } = this.session;
    const said = await share(`Collapsi: it is ${named(toMove(game))}’s move.`, this.query(game), SENT);
    if (this.session.game !== game) return;
    this.sent = game;
    part(this.root, "sent").textContent = said || SENT_BACK;
  };

  copy = () =>
    copyShown(this.root, this.query(this.session.game), () => this.session.remember(this.session.game, false));
}

/** Whether mistakes become puzzles: between two, where every value is known. @param {import("../shared/api.js").Rules | undefined} rules */
const hasPuzzles = (rules) => rules?.tabled === true && !isForMany(rules);

/** Who plays the game of an address: where it does not say, as chosen last. @param {URLSearchParams} query @param {import("../shared/api.js").Rules} rules */
function seated(query, rules) {
  const { rival, you, level, seats } = settings();
  const [as, levels] = [query.get("as"), query.get("level")];
  if (as === null && isForMany(rules)) return tableOfSeats(repairedSeats(seats, rules), rules);
  return fitting(tableOf(as ?? (rival === "people" ? "all" : you), levels ?? level), rules);
}
