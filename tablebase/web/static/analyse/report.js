/**
 * What is said about the position: the headline, why a move is good or bad, and the same to
 * screen readers.
 *
 * @typedef {import("../shared/session.js").Session} Session
 */

import * as api from "../shared/api.js";
import { report } from "../shared/banner.js";
import { part } from "../shared/dom.js";
import { current, isForMany, judge } from "../shared/game.js";
import { other } from "../shared/notation.js";
import { advice, continuation, feedback, headline, named, standing, valueText } from "../shared/words.js";

const POINTED_MS = 150; // before the answer to a move pointed at is looked up

/** @param {HTMLElement} root @param {Session} session */
export function mountReport(root, session) {
  let timer = 0;
  session.addEventListener("change", () => {
    renderHeadline(root, session);
    renderFeedback(root, session);
    renderAdvice(root, session);
  });
  session.addEventListener("preview", () => {
    renderAdvice(root, session);
    clearTimeout(timer);
    const look = () => renderRefutation(root, session).catch((error) => report(error, look));
    if (session.preview) timer = setTimeout(look, POINTED_MS);
  });
}

/** @param {HTMLElement} root @param {Session} session */
function renderHeadline(root, { side, probe, hidden }) {
  const [main, sub] = headline(side, probe, hidden);
  const namesWinner = probe && (!probe.moves.length || !(hidden || probe.players));
  part(root, "headline").className = `headline ${namesWinner ? probe.winner : side}`;
  part(root, "headline-main").textContent = main;
  part(root, "headline-sub").textContent = sub;
}

/** @param {HTMLElement} root @param {Session} session */
function renderFeedback(root, { game, side, probe, hidden, draft }) {
  const { move, judgement } = current(game);
  const element = part(root, "feedback");
  const said = judgement && !draft ? feedback(other(side), move, judgement) : "";
  element.textContent = said;
  element.className = `feedback ${said && judgement ? judgement.verdict : ""}`;
  if (probe && !draft) part(root, "status").textContent = [said, ...headline(side, probe, hidden)].join(" ").trim();
}

/** @param {HTMLElement} root @param {Session} session */
function renderAdvice(root, session) {
  const { game, side, probe, hidden, draft, preview } = session;
  const move = session.moveTo(preview);
  let said = "";
  if (draft) said = "Set the board up as you like. Pawns that have not moved yet stand on jokers.";
  else if (probe) said = move && !hidden ? `${move.move}: ${worth(side, move, probe)}` : standing(probe, hidden, game.at > 0);
  part(root, "advice").textContent = said;
  part(root, "refutation").textContent = "";
}

/**
 * What to say of a move that is pointed at.
 *
 * @param {import("../shared/api.js").Side} side that would move
 * @param {import("../shared/api.js").MoveValue} move
 * @param {import("../shared/api.js").Probe} probe
 */
function worth(side, move, probe) {
  const judgement = judge(move, probe);
  return judgement ? advice(side, judgement) : `${named(side)} ${valueText(move)}`;
}

/** How the game goes on after the move pointed at. @param {HTMLElement} root @param {Session} session */
async function renderRefutation(root, session) {
  const { game, hidden, draft, preview, side } = session;
  const move = session.moveTo(preview);
  if (!move || hidden || draft || !session.rules?.tabled || isForMany(session.rules)) return;
  const line = await api.line(move.position, game);
  if (session.preview !== preview || session.game !== game || session.draft) return;
  const last = line[line.length - 1];
  const replies = line.slice(0, -1).map((probe) => probe.moves[0].move);
  part(root, "refutation").textContent = continuation(other(side), replies, last.side_to_move);
}
