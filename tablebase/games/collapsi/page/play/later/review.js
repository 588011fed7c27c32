/**
 * After the game: who won and where it was decided, who was winning after each move, and your
 * mistakes, to be looked at and tried again. Loaded when a game is over.
 *
 * @typedef {import("../../shared/session.js").Shown<any>} Session
 * @typedef {(at: number) => unknown} Go shows another position of the game
 * @typedef {import("../../shared/api.js").Side} Side
 * @typedef {import("../../shared/game.js").Game} Game
 * @typedef {import("../words.js").Seat} Seat
 */

import { report } from "#shared/banner.js";
import { button } from "#shared/commands.js";
import { draw, html, part, refill, set, write } from "#shared/dom.js";
import { counted, markOf } from "#shared/words.js";
import { Turn } from "../../engine/turns.js";
import { isForMany, toMove } from "../../shared/game.js";
import { other } from "../../shared/notation.js";
import { named } from "../../shared/words.js";
import { losing, mistakes, tryAgainAt } from "../mistakes.js";
import { decision, onlyMovesText, pointsText } from "./words.js";

/**
 * @param {HTMLElement} root
 * @param {Session} session
 * @param {Seat} seat
 * @param {Side} winner
 * @param {(Node | string)[]} rule what a rule of thumb says about the mistake that is looked at
 * @param {Go} go
 */
export function renderReview(root, session, seat, winner, rule, go) {
  const { game, rules } = session;
  const judged = game.steps.length > 1 && game.steps.slice(1).every((step) => step.judgement);
  const duel = judged && !isForMany(rules);
  const yours = judged ? mistakes(game, seat) : [];
  const [title, text] = duel
    ? decision(seat, winner, game.steps, losing(game, winner).pop() ?? 0, yours.length)
    : ["The game is over", scores(session)];
  write(part(root, "over-title"), title);
  const mistaken = lookingBack(game);
  write(part(root, "over-text"), mistaken || text);
  draw(part(root, "over-coach"), mistaken ? rule : []);
  refill(part(root, "strip"), duel ? strip(session, seat === "all" ? "red" : seat, go) : []);
  const made = seat === "all" ? counted(yours.length, "mistake") : `Your mistakes: ${yours.length}`;
  const own = game.steps.filter((_, at) => at && (seat === "all" || toMove(game, at - 1) === seat));
  write(part(root, "only-moves"), judged ? onlyMovesText(own) : "");
  refill(part(root, "mistakes"), judged ? [html("span", {}, made), ...yours.map((at) => jump(session, at, go))] : []);
  renderTurning(part(root, "turning"), session, go);
  const again = judged ? tryAgainAt(game, seat, winner) : 0;
  set(part(root, "try-again"), { hidden: !again });
  write(part(root, "try-again"), `Try again from move ${again}`);
  part(root, "try-again").classList.toggle("primary", seat !== winner);
  part(root, "play-again").classList.toggle("primary", seat === winner || !again);
  set(part(root, "swap"), { hidden: seat === "all" || isForMany(rules) });
}

/** For three and four players, when somebody could force a win. @param {HTMLElement} list @param {Session} session @param {Go} go */
function renderTurning(list, session, go) {
  const { game, rules } = session;
  if (!rules?.tabled || !isForMany(rules)) return list.replaceChildren();
  const last = game.steps[game.steps.length - 1].position;
  const find = async () => {
    const { turningPoints } = await import("./turning.js");
    const points = await turningPoints(session, go);
    const { steps } = session.game;
    if (steps[steps.length - 1].position === last) refill(list, points);
  };
  find().catch((error) => report(error, find));
}

/** The points of three or four players, where they go out one after the other. @param {Session} session */
function scores({ game, rules }) {
  if (!rules || !isForMany(rules) || new Turn(rules).oneEnds) return "";
  return pointsText(game.steps, rules.players);
}

/** The words for what is drawn on the board while you look at a mistake. @param {Game} game */
function lookingBack({ steps, at }) {
  const next = steps[at + 1];
  if (next?.judgement?.verdict !== "blunder") return "";
  return `Move ${at + 1}: ${next.move} (dashed) gave the win away. ${next.judgement.best} (solid line) would have kept it.`;
}

/** A bar for each move: up while you were winning, down while you were not, and as long as the end was far. @param {Session} session @param {Side} you @param {Go} go */
function strip(session, you, go) {
  const { game } = session;
  const axis = html(
    "div",
    { class: "axis", "aria-hidden": "true" },
    html("span", {}, named(you)),
    html("span", {}, named(other(you))),
  );
  return [axis, ...game.steps.map((_, at) => ply(session, at, you, go))];
}

/** @param {Session} session @param {number} at @param {Side} you @param {Go} go */
function ply(session, at, you, go) {
  const { game } = session;
  const { move, judgement } = game.steps[at];
  const ahead = leader(game, at);
  const [mark, meaning] = markOf(judgement);
  const made = at ? `Move ${at}, ${named(toMove(game, at - 1))} ${move}${mark && `: ${meaning}`}` : "Start";
  const label = `${made}. ${named(ahead)} is winning, ${counted(distance(game, at), "move")} from the end.`;
  const bar = html("i");
  bar.style.setProperty(
    "--far",
    String(distance(game, at) / Math.max(1, ...game.steps.map((_, each) => distance(game, each)))),
  );
  const attributes = {
    class: `ply ${ahead} ${ahead === you ? "up" : "below"}`,
    "aria-label": label,
    title: label,
    "aria-current": at === game.at && "step",
  };
  return button(attributes, () => go(at), bar, html("span", {}, mark === "??" ? mark : ""));
}

/** How many moves the end was away, with best play, from a position of a game whose moves are judged. @param {Game} game @param {number} at */
function distance(game, at) {
  const { judgement } = game.steps[Math.max(at, 1)];
  return judgement ? (at ? judgement.dte - 1 : judgement.bestDte) : 0;
}

/** Who is winning at a position of a game whose moves are judged. @param {Game} game @param {number} at */
function leader(game, at) {
  const mover = toMove(game, Math.max(at - 1, 0));
  const { judgement } = game.steps[Math.max(at, 1)];
  const wins = judgement?.result === "win" || (at === 0 && judgement?.verdict === "blunder");
  return wins ? mover : other(mover);
}

/** A mistake, to look at: the position in which it was made. @param {Session} session @param {number} at @param {Go} go */
function jump({ game }, at, go) {
  const named = `move ${at}: ${game.steps[at].move}`;
  const attributes = { "aria-label": `Look at ${named}`, "aria-current": game.at === at - 1 && "step" };
  return button(attributes, () => go(at - 1), named);
}
