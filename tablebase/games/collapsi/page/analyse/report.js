/**
 * What is said about the position: the headline, what the last move has done, and the same to
 * screen readers.
 *
 * @typedef {import("../shared/explored.js").Session} Session
 */

import { part } from "#shared/dom.js";
import { showHeadline } from "#shared/headline.js";
import { current, toMove } from "../shared/game.js";
import { headline, possessive } from "./words.js";
import { feedback } from "../shared/words.js";

/** @param {HTMLElement} root @param {Session} session */
export function mountReport(root, session) {
  session.addEventListener("change", () => {
    renderHeadline(root, session);
    renderFeedback(root, session);
  });
}

/** @param {HTMLElement} root @param {Session} session */
function renderHeadline(root, { side, probe, hidden }) {
  const namesWinner = probe && (!probe.moves.length || !(hidden || probe.players));
  showHeadline(root, (namesWinner && probe.winner) || side, headline(side, probe, hidden));
}

/** @param {HTMLElement} root @param {Session} session */
function renderFeedback(root, { game, side, probe, hidden, variation }) {
  const { move, judgement } = current(game);
  const element = part(root, "feedback");
  const mover = toMove(game, Math.max(game.at - 1, 0));
  const said = judgement && !variation ? feedback(possessive(mover), mover, move, judgement, hidden) : "";
  element.textContent = said;
  element.className = `feedback ${said && judgement ? judgement.verdict : ""}`;
  if (probe) part(root, "status").textContent = [said, ...headline(side, probe, hidden)].join(" ").trim();
}
