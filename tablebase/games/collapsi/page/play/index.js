/** Play: a game against the computer or with friends, and what there is to learn from it. */

import { attempt } from "../../../../shared/banner.js";
import { cellName } from "../../../../shared/cells.js";
import { bind } from "../../../../shared/commands.js";
import { copyLink } from "../../../../shared/copy.js";
import { part } from "../../../../shared/dom.js";
import { showHeadline } from "../../../../shared/headline.js";
import { Turn } from "../engine/turns.js";
import { addressOf, asked, namesRules } from "../shared/address.js";
import * as api from "../shared/api.js";
import { Board } from "../shared/board.js";
import { isForMany, toMove } from "../shared/game.js";
import { explain } from "../shared/how.js";
import { other, read } from "../shared/notation.js";
import { mountPlayers } from "../shared/players.js";
import { Session, learn } from "../shared/session.js";
import { renderChosen, renderCoach } from "./coach.js";
import { dealFor } from "./dealing.js";
import { atRound, isDecided, remember, scored, seatOf, upcoming, worth } from "./match.js";
import { chosen } from "./opponent.js";
import { renderReview, tryAgainAt } from "./review.js";
import { repairedSeats } from "./seats.js";
import { choose, mountSettings, renderSettings, settings } from "./settings.js";
import { fitting, levelOf, tableFor, tableOf, tableOfSeats, viewOf, written } from "./table.js";
import { headline, roundText, scoreText } from "./words.js";

/**
 * @typedef {import("../shared/api.js").Side} Side
 */

/** A pause that shows your own move before the answer. */
const THINKING_MS = 600;

/** @type {import("../../../../shared/app.js").Mount} */
export const mount = (root, app) => new PlayMode(root, app);

class PlayMode {
  /** @param {HTMLElement} root @param {import("../../../../shared/app.js").App} app */
  constructor(root, app) {
    this.root = root;
    this.app = app;
    /** Who plays, and at which level. @type {import("./table.js").Table} */
    this.table = tableFor("red", "beginner");
    /** The match that the game is a round of. @type {import("./match.js").Match | null} */
    this.match = null;
    /** Whether a game has begun. */
    this.begun = false;
    /** The deal being looked for before a game, and the game that it will replace. */
    this.looking = { instead: /** @type {import("../shared/game.js").Game | null} */ (null) };
    /** How the game ended: its last position, and who won. */
    this.ended = { position: "", winner: /** @type {Side | null} */ (null) };
    this.query = (/** @type {import("../shared/game.js").Game} */ game) =>
      addressOf(game, { mode: "play", ...written(this.table), round: String(this.match?.round ?? "") });
    this.session = new Session((game, replace) => this.begun && this.app.remember(this.query(game), { game }, replace));
    this.board = new Board(this.session, part(this.root, "board"), (cell, walks, shift = "") =>
      attempt(() => this.play(cellName(cell, this.session.layout.columns) + shift, walks)),
    );

    mountPlayers(this.root, this.session);
    mountSettings(this.root, () => attempt(this.prepare));
    this.session.addEventListener("change", this.render);
    this.session.addEventListener("preview", () => {
      renderChosen(this.root, this.session, viewOf(this.table));
      if (!this.session.pointed) this.drawMistake();
    });
    this.commands = this.toolbar();
    bind(this.root, this.commands, this.session);
    this.on = (/** @type {string} */ id, /** @type {() => unknown} */ run) =>
      part(this.root, id).addEventListener("click", () => attempt(run));
    this.on("begin", this.begin);
    this.on("play-again", this.again);
    this.on("swap", this.swap);
    this.on("drop-match", this.drop);
    this.on("try-again", this.tryAgain);
    this.on("play-selected", () => this.play(this.session.selected));
    this.hide = () => this.session.stop();
  }

  /** What buttons and keys do. @returns {import("../../../../shared/app.js").Command[]} */
  toolbar() {
    return [
      {
        button: "undo",
        key: "u",
        does: "take your move back",
        run: this.undo,
        enabled: () => this.begun && this.lastTurn() >= 0,
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
        run: () => this.app.open("?mode=play"),
        enabled: () => this.begun,
      },
      { button: "copy", key: "c", does: "copy the link to this game", run: this.copy, enabled: () => this.begun },
      { button: "analyse", key: "a", does: "analyse this game", run: this.analyse },
    ];
  }

  /** Show what the address asks for: a game, or the choices for a new one. @param {URLSearchParams} query @param {any} state */
  show = async (query, state) => {
    const { position, moves, at, ...variant } = asked(query);
    const chosen = settings();
    this.begun = position !== null;
    this.session.hidden = !chosen.values;
    this.match = atRound(Number(query.get("round")));
    if (position === null && !namesRules(query)) return this.prepare();
    try {
      if (position === null) {
        await choose(variant);
        return this.prepare();
      }
      this.table = seated(query, await learn(variant.rules));
      if (state?.game) await this.session.show(state.game);
      else await this.session.open(position, variant, { moves, at, replace: true });
    } catch (error) {
      if (!(error instanceof api.EngineError) || error.status >= 500) throw error;
      this.begun = false; // what is wrong with the address is shown above the choices
      await this.prepare();
      throw error;
    }
    this.session.changed();
    await this.answer();
  };

  /**
   * Before a game: the choices, and on the board the deal that would be played.
   *
   * @returns {Promise<boolean>} false if something else was asked for meanwhile
   */
  prepare = async () => {
    const mine = (this.looking = { instead: this.session.game });
    this.render();
    await renderSettings(this.root);
    if (this.begun || mine !== this.looking) return false;
    const found = await dealFor(settings());
    if (this.begun || mine !== this.looking) return false;
    return this.session.open(...this.opening(found));
  };

  /** Begin with the deal that is on the board. */
  begin = async () => {
    const chosen = settings();
    const { rival, you, level, seats } = chosen;
    this.match = chosen.length === "match" ? upcoming(chosen) : null;
    if (this.match) remember(this.match);
    const seat = this.match ? seatOf(this.match) : rival === "people" ? "all" : you;
    this.table =
      this.session.rules && isForMany(this.session.rules)
        ? tableOfSeats(seats, this.session.rules)
        : tableFor(seat, level);
    this.session.hidden = !chosen.values;
    this.begun = true;
    this.session.remember(this.session.game, false);
    this.session.changed();
    await this.answer();
  };

  /** Deal again, and begin. */
  again = async () => {
    this.begun = false;
    if (await this.prepare()) await this.begin();
  };

  /** Forget the match under way. */
  drop = () => {
    remember(null);
    return this.prepare();
  };

  /** @param {import("../shared/api.js").RandomDeal} found @returns {[string, import("../shared/api.js").Variant]} */
  opening = ({ position }) => {
    const { rules, edition } = settings();
    return [position, { rules, edition }];
  };

  /** Whether somebody at this screen is to move. @param {number} [at] */
  isYours = (at = this.session.game.at) => this.table.people.includes(toMove(this.session.game, at));

  /** @param {string} name of a move @param {boolean} [walks] */
  play = async (name, walks) => {
    if (!this.begun || !this.isYours() || !this.session.moveTo(name)) return;
    await this.session.play(name, walks);
    await this.answer(true);
  };

  /** Let the computer move while it is its turn, at the end of the game. @param {boolean} [anew] also after replaying a move that was taken back */
  answer = async (anew = false) => {
    const { game, probe } = this.session;
    if (
      !this.app.isShown() ||
      !this.begun ||
      this.isYours() ||
      !probe?.moves.length ||
      (!anew && game.at < game.steps.length - 1)
    )
      return;
    const pause = new Promise((resolve) => setTimeout(resolve, THINKING_MS));
    const move = await chosen(this.session, levelOf(this.table, toMove(game)));
    await pause;
    if (this.session.game !== game || !this.begun || !this.app.isShown()) return;
    await this.session.play(move, true, true); // Back leads to your turn, not to the computer's
    await this.answer(anew);
  };

  render = () => {
    const { rules, game, side, probe, layout } = this.session;
    const seat = viewOf(this.table);
    const last = game.steps[game.steps.length - 1].position;
    if (probe && !probe.moves.length) this.ended = { position: last, winner: probe.winner };
    const over = this.begun && this.ended.position === last && this.ended.winner !== null;
    const card = layout.cells.find((cell) => cell?.pawns.includes(side[0]))?.card ?? "";
    const [main, sub] = this.begun
      ? headline(seat, side, this.isYours(), probe, card, this.session.stepsFrom(card))
      : ["Play Collapsi", "Against a computer, or with a friend"];
    const winner = probe && !probe.moves.length ? probe.winner : null;
    showHeadline(this.root, this.begun ? (winner ?? side) : "", [main, sub]);
    this.app.title(this.begun ? main : "");
    part(this.root, "far").textContent = new Turn(rules).howFar;
    if (rules) explain(rules, this.session.stepsFrom("J"));
    this.root.classList.toggle("begun", this.begun);
    part(this.root, "stage").inert = !this.begun;
    part(this.root, "start").hidden = this.begun;
    /** @type {HTMLButtonElement} */ (part(this.root, "begin")).disabled = game === this.looking.instead;
    part(this.root, "coach").hidden = !this.begun || over;
    part(this.root, "over").hidden = !over;
    renderCoach(this.root, this.session, seat, settings().comments && !isForMany(rules));
    if (over && this.ended.winner) renderReview(this.root, this.session, seat, this.ended.winner);
    this.renderMatch(over);
    if (over) this.drawMistake();
    if (probe && this.begun)
      part(this.root, "status").textContent =
        `${part(this.root, "feedback").textContent} ${part(this.root, "reply").textContent} ${main}. ${sub} ${part(this.root, "round").textContent}`.trim();
  };

  /** The score of the match, and what the round has brought. @param {boolean} over */
  renderMatch = (over) => {
    const points = worth(read(this.ended.position || "A r"));
    if (this.match && over && this.ended.winner && !this.match.counted)
      remember((this.match = scored(this.match, this.ended.winner, points)));
    part(this.root, "score").hidden = !this.begun || !this.match;
    part(this.root, "round").hidden = !over || !this.match;
    part(this.root, "round").textContent = "";
    part(this.root, "play-again").textContent = !this.match
      ? "Play again"
      : isDecided(this.match)
        ? "Play a new match"
        : "Next round";
    if (!this.match) return;
    part(this.root, "swap").hidden = true; // the colours change anyway
    part(this.root, "score").textContent = scoreText(this.match);
    if (over && this.ended.winner)
      part(this.root, "round").textContent = roundText(this.match, this.ended.winner, points);
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

  /** The last position before the one shown in which you were to move; -1 if there is none. */
  lastTurn = () => {
    let at = this.session.game.at - 1;
    while (at >= 0 && !this.isYours(at)) at--;
    return at;
  };

  undo = () => this.session.goTo(this.lastTurn());

  hint = () => {
    const best = this.session.probe?.moves[0].move ?? "";
    this.session.set({ hint: best });
    this.session.select(best);
    part(this.root, "status").textContent = `Hint: ${best}`;
  };

  /** Back to the position in which the game was lost; what came after it is forgotten. */
  tryAgain = async () => {
    const { game } = this.session;
    const at = tryAgainAt(game, viewOf(this.table), /** @type {Side} */ (this.ended.winner));
    const before = { ...game, steps: game.steps.slice(0, at), at: at - 1 };
    this.session.remember(before, false);
    await this.session.show(before);
    await this.answer();
  };

  /** The same deal, from the other side. */
  swap = async () => {
    const { game } = this.session;
    this.table = tableFor(other(/** @type {Side} */ (viewOf(this.table))), this.table.levels[0]);
    await this.session.open(game.steps[0].position, game);
    await this.answer();
  };

  analyse = () => this.app.open(addressOf(this.session.game));

  copy = async () => {
    const show = () => this.session.remember(this.session.game, false);
    part(this.root, "status").textContent = await copyLink(
      part(this.root, "copy"),
      this.query(this.session.game),
      show,
    );
  };
}

/** Who plays the game of an address: where it does not say, as chosen last. @param {URLSearchParams} query @param {import("../shared/api.js").Rules} rules */
function seated(query, rules) {
  const { rival, you, level, seats } = settings();
  const [as, levels] = [query.get("as"), query.get("level")];
  if (as === null && isForMany(rules)) return tableOfSeats(repairedSeats(seats, rules), rules);
  return fitting(tableOf(as ?? (rival === "people" ? "all" : you), levels ?? level), rules);
}
