/** Play: a game against the computer or with friends, and what there is to learn from it. */

import { attempt } from "../../../../shared/banner.js";
import { cellName } from "../../../../shared/cells.js";
import { bind } from "../../../../shared/commands.js";
import { copyLink } from "../../../../shared/copy.js";
import { part } from "../../../../shared/dom.js";
import { showHeadline } from "../../../../shared/headline.js";
import { Turn } from "../engine/turns.js";
import { addressOf, asked } from "../shared/address.js";
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
import { mountSettings, renderSettings, settings } from "./settings.js";
import { fitting, levelOf, tableFor, tableOf, tableOfSeats, viewOf, written } from "./table.js";
import { headline, roundText, scoreText } from "./words.js";

/**
 * @typedef {import("../shared/api.js").Side} Side
 */

/** A pause that shows your own move before the answer. */
const THINKING_MS = 600;

/** @type {import("../../../../shared/app.js").Mount} */
export function mount(root, app) {
  /** Who plays, and at which level. @type {import("./table.js").Table} */
  let table = tableFor("red", "beginner");
  /** The match that the game is a round of. @type {import("./match.js").Match | null} */
  let match = null;
  /** Whether a game has begun. */
  let begun = false;
  /** The deal being looked for before a game, and the game that it will replace. */
  let looking = { instead: /** @type {import("../shared/game.js").Game | null} */ (null) };
  /** How the game ended: its last position, and who won. */
  let ended = { position: "", winner: /** @type {Side | null} */ (null) };
  const query = (/** @type {import("../shared/game.js").Game} */ game) =>
    addressOf(game, { mode: "play", ...written(table), round: String(match?.round ?? "") });
  const session = new Session((game, replace) => begun && app.remember(query(game), { game }, replace));
  const board = new Board(session, part(root, "board"), (cell, walks, shift = "") =>
    attempt(() => play(cellName(cell, session.layout.columns) + shift, walks)),
  );

  mountPlayers(root, session);
  mountSettings(root, () => attempt(prepare));
  session.addEventListener("change", render);
  session.addEventListener("preview", () => {
    renderChosen(root, session, viewOf(table));
    if (!session.pointed) drawMistake();
  });
  const commands = [
    { button: "undo", key: "u", does: "take your move back", run: undo, enabled: () => begun && lastTurn() >= 0 },
    {
      button: "hint-button",
      key: "h",
      does: "show a best move",
      run: hint,
      enabled: () => begun && isYours() && !!session.probe?.moves[0]?.result,
    },
    { button: "new-game", key: "n", does: "start a new game", run: () => app.open("?mode=play"), enabled: () => begun },
    { button: "copy", key: "c", does: "copy the link to this game", run: copy, enabled: () => begun },
    { button: "analyse", key: "a", does: "analyse this game", run: analyse },
  ];
  bind(root, commands, session);
  const on = (/** @type {string} */ id, /** @type {() => unknown} */ run) =>
    part(root, id).addEventListener("click", () => attempt(run));
  on("begin", begin);
  on("play-again", again);
  on("swap", swap);
  on("drop-match", drop);
  on("try-again", tryAgain);
  on("play-selected", () => play(session.selected));
  return { show, hide: () => session.stop(), commands };

  /** Show what the address asks for: a game, or the choices for a new one. @param {URLSearchParams} query @param {any} state */
  async function show(query, state) {
    const { position, moves, at, ...variant } = asked(query);
    const chosen = settings();
    begun = position !== null;
    session.hidden = !chosen.values;
    match = atRound(Number(query.get("round")));
    if (position === null) return prepare();
    try {
      table = seated(query, await learn(variant.rules));
      if (state?.game) await session.show(state.game);
      else await session.open(position, variant, { moves, at, replace: true });
    } catch (error) {
      if (!(error instanceof api.EngineError) || error.status >= 500) throw error;
      begun = false; // what is wrong with the address is shown above the choices
      await prepare();
      throw error;
    }
    session.changed();
    await answer();
  }

  /**
   * Before a game: the choices, and on the board the deal that would be played.
   *
   * @returns {Promise<boolean>} false if something else was asked for meanwhile
   */
  async function prepare() {
    const mine = (looking = { instead: session.game });
    render();
    await renderSettings(root);
    if (begun || mine !== looking) return false;
    const found = await dealFor(settings());
    if (begun || mine !== looking) return false;
    return session.open(...opening(found));
  }

  /** Begin with the deal that is on the board. */
  async function begin() {
    const chosen = settings();
    const { rival, you, level, seats } = chosen;
    match = chosen.length === "match" ? upcoming(chosen) : null;
    if (match) remember(match);
    const seat = match ? seatOf(match) : rival === "people" ? "all" : you;
    table = session.rules && isForMany(session.rules) ? tableOfSeats(seats, session.rules) : tableFor(seat, level);
    session.hidden = !chosen.values;
    begun = true;
    session.remember(session.game, false);
    session.changed();
    await answer();
  }

  /** Deal again, and begin. */
  async function again() {
    begun = false;
    if (await prepare()) await begin();
  }

  /** Forget the match under way. */
  function drop() {
    remember(null);
    return prepare();
  }

  /** @param {import("../shared/api.js").RandomDeal} found @returns {[string, import("../shared/api.js").Variant]} */
  function opening({ position }) {
    const { rules, edition } = settings();
    return [position, { rules, edition }];
  }

  /** Whether somebody at this screen is to move. @param {number} [at] */
  function isYours(at = session.game.at) {
    return table.people.includes(toMove(session.game, at));
  }

  /** @param {string} name of a move @param {boolean} [walks] */
  async function play(name, walks) {
    if (!begun || !isYours() || !session.moveTo(name)) return;
    await session.play(name, walks);
    await answer(true);
  }

  /** Let the computer move while it is its turn, at the end of the game. @param {boolean} [anew] also after replaying a move that was taken back */
  async function answer(anew = false) {
    const { game, probe } = session;
    if (!app.isShown() || !begun || isYours() || !probe?.moves.length || (!anew && game.at < game.steps.length - 1))
      return;
    const pause = new Promise((resolve) => setTimeout(resolve, THINKING_MS));
    const move = await chosen(session, levelOf(table, toMove(game)));
    await pause;
    if (session.game !== game || !begun || !app.isShown()) return;
    await session.play(move, true, true); // Back leads to your turn, not to the computer's
    await answer(anew);
  }

  function render() {
    const { rules, game, side, probe, layout } = session;
    const seat = viewOf(table);
    const last = game.steps[game.steps.length - 1].position;
    if (probe && !probe.moves.length) ended = { position: last, winner: probe.winner };
    const over = begun && ended.position === last && ended.winner !== null;
    const card = layout.cells.find((cell) => cell?.pawns.includes(side[0]))?.card ?? "";
    const [main, sub] = begun
      ? headline(seat, side, isYours(), probe, card, session.stepsFrom(card))
      : ["Play Collapsi", "Against a computer, or with a friend"];
    const winner = probe && !probe.moves.length ? probe.winner : null;
    showHeadline(root, begun ? (winner ?? side) : "", [main, sub]);
    app.title(begun ? main : "");
    part(root, "far").textContent = new Turn(rules).howFar;
    if (rules) explain(rules, session.stepsFrom("J"));
    root.classList.toggle("begun", begun);
    part(root, "stage").inert = !begun;
    part(root, "start").hidden = begun;
    /** @type {HTMLButtonElement} */ (part(root, "begin")).disabled = game === looking.instead;
    part(root, "coach").hidden = !begun || over;
    part(root, "over").hidden = !over;
    renderCoach(root, session, seat, settings().comments && !isForMany(rules));
    if (over && ended.winner) renderReview(root, session, seat, ended.winner);
    renderMatch(over);
    if (over) drawMistake();
    if (probe && begun)
      part(root, "status").textContent =
        `${part(root, "feedback").textContent} ${part(root, "reply").textContent} ${main}. ${sub} ${part(root, "round").textContent}`.trim();
  }

  /** The score of the match, and what the round has brought. @param {boolean} over */
  function renderMatch(over) {
    const points = worth(read(ended.position || "A r"));
    if (match && over && ended.winner && !match.counted) remember((match = scored(match, ended.winner, points)));
    part(root, "score").hidden = !begun || !match;
    part(root, "round").hidden = !over || !match;
    part(root, "round").textContent = "";
    part(root, "play-again").textContent = !match ? "Play again" : isDecided(match) ? "Play a new match" : "Next round";
    if (!match) return;
    part(root, "swap").hidden = true; // the colours change anyway
    part(root, "score").textContent = scoreText(match);
    if (over && ended.winner) part(root, "round").textContent = roundText(match, ended.winner, points);
  }

  /** Looking back at a mistake, draw it on the board, and the better move. */
  function drawMistake() {
    const { game } = session;
    const next = game.steps[game.at + 1];
    if (part(root, "over").hidden || next?.judgement?.verdict !== "blunder") return;
    board.draw([
      { path: next.path, kind: "played" },
      { path: next.judgement.bestPath, kind: "better" },
    ]);
  }

  /** The last position before the one shown in which you were to move; -1 if there is none. */
  function lastTurn() {
    let at = session.game.at - 1;
    while (at >= 0 && !isYours(at)) at--;
    return at;
  }

  function undo() {
    return session.goTo(lastTurn());
  }

  function hint() {
    const best = session.probe?.moves[0].move ?? "";
    session.set({ hint: best });
    session.select(best);
    part(root, "status").textContent = `Hint: ${best}`;
  }

  /** Back to the position in which the game was lost; what came after it is forgotten. */
  async function tryAgain() {
    const { game } = session;
    const at = tryAgainAt(game, viewOf(table), /** @type {Side} */ (ended.winner));
    const before = { ...game, steps: game.steps.slice(0, at), at: at - 1 };
    session.remember(before, false);
    await session.show(before);
    await answer();
  }

  /** The same deal, from the other side. */
  async function swap() {
    const { game } = session;
    table = tableFor(other(/** @type {Side} */ (viewOf(table))), table.levels[0]);
    await session.open(game.steps[0].position, game);
    await answer();
  }

  function analyse() {
    return app.open(addressOf(session.game));
  }

  async function copy() {
    const show = () => session.remember(session.game, false);
    part(root, "status").textContent = await copyLink(part(root, "copy"), query(session.game), show);
  }
}

/** Who plays the game of an address: where it does not say, as chosen last. @param {URLSearchParams} query @param {import("../shared/api.js").Rules} rules */
function seated(query, rules) {
  const { rival, you, level, seats } = settings();
  const [as, levels] = [query.get("as"), query.get("level")];
  if (as === null && isForMany(rules)) return tableOfSeats(repairedSeats(seats, rules), rules);
  return fitting(tableOf(as ?? (rival === "people" ? "all" : you), levels ?? level), rules);
}
