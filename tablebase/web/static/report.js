/**
 * What is said about the position: the headline, why a move is good or bad, and the same to
 * screen readers.
 *
 * @typedef {import("./explorer.js").Explorer} Explorer
 */

import * as api from "./api.js";
import { attempt } from "./banner.js";
import { byId } from "./dom.js";
import { current, judge } from "./game.js";
import { other } from "./notation.js";
import { advice, counted, feedback, headline, named } from "./words.js";

const POINTED_MS = 150; // before the answer to a move pointed at is looked up

/** @param {Explorer} explorer */
export function mountReport(explorer) {
  let timer = 0;
  explorer.addEventListener("change", () => {
    renderHeadline(explorer);
    renderFeedback(explorer);
    renderAdvice(explorer);
  });
  explorer.addEventListener("preview", () => {
    renderAdvice(explorer);
    clearTimeout(timer);
    if (explorer.preview) timer = setTimeout(() => attempt(() => renderRefutation(explorer)), POINTED_MS);
  });
}

/** @param {Explorer} explorer */
function renderHeadline({ side, probe, hidden, draft }) {
  const [main, sub] = draft ? ["Edit the board", ""] : headline(side, probe, hidden);
  const winner = probe && (!hidden || !probe.moves.length) ? probe.winner : "";
  byId("headline").className = `headline ${draft ? "" : winner || side}`;
  byId("headline-main").textContent = main;
  byId("headline-sub").textContent = sub;
  document.title = probe && !draft ? `${main} · Collapsi explorer` : "Collapsi explorer";
}

/** @param {Explorer} explorer */
function renderFeedback({ game, side, probe, hidden, draft }) {
  const { move, judgement } = current(game);
  const element = byId("feedback");
  const said = judgement && !draft ? feedback(other(side), move, judgement) : "";
  element.textContent = said;
  element.className = `feedback ${said && judgement ? judgement.verdict : ""}`;
  if (probe && !draft) byId("status").textContent = [said, ...headline(side, probe, hidden)].join(" ").trim();
}

/** @param {Explorer} explorer */
function renderAdvice(explorer) {
  const { side, probe, hidden, draft, preview } = explorer;
  const move = explorer.moveTo(preview);
  byId("refutation").textContent = "";
  byId("advice").textContent = "";
  if (!probe || draft) return;
  byId("advice").textContent =
    move && !hidden ? `${move.move}: ${advice(side, judge(move, probe))}` : standing(explorer);
}

/** What to know before a move is pointed at. @param {Explorer} explorer */
function standing({ probe, hidden }) {
  if (!probe?.moves.length) return "Take moves back to see where it was decided.";
  if (hidden) return "Play the move you think best; you will be told how good it was.";
  const loser = named(other(probe.winner));
  return `With best play ${loser} cannot move after ${counted(probe.dte, "more move")}. Point at a move, or play it, to see what it does.`;
}

/** How the game goes on after the move pointed at. @param {Explorer} explorer */
async function renderRefutation(explorer) {
  const { game, hidden, draft, preview, side } = explorer;
  const move = explorer.moveTo(preview);
  if (!move || hidden || draft) return;
  const line = await api.line(move.position, game.edition);
  if (explorer.preview !== preview || explorer.game !== game || explorer.draft) return;
  const last = line[line.length - 1];
  const replies = line.slice(0, -1).map((probe) => probe.moves[0].move);
  byId("refutation").textContent = replies.length
    ? `${named(other(side))} answers ${replies.join(" ")} and ${named(last.side_to_move)} cannot move.`
    : `${named(last.side_to_move)} cannot move.`;
}
