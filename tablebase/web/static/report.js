/**
 * What is said about the position: the headline, why a move is good or bad, and the same to
 * screen readers.
 *
 * @typedef {import("./explorer.js").Explorer} Explorer
 */

import * as api from "./api.js";
import { report } from "./banner.js";
import { byId } from "./dom.js";
import { current, isForMany, judge } from "./game.js";
import { other } from "./notation.js";
import { advice, continuation, feedback, headline, named, standing, valueText } from "./words.js";

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
    const look = () => renderRefutation(explorer).catch((error) => report(error, look));
    if (explorer.preview) timer = setTimeout(look, POINTED_MS);
  });
}

/** @param {Explorer} explorer */
function renderHeadline({ side, probe, hidden }) {
  const [main, sub] = headline(side, probe, hidden);
  const namesWinner = probe && (!probe.moves.length || !(hidden || probe.players));
  byId("headline").className = `headline ${namesWinner ? probe.winner : side}`;
  byId("headline-main").textContent = main;
  byId("headline-sub").textContent = sub;
  document.title = probe ? `${main} · Collapsi explorer` : "Collapsi explorer";
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
  const { game, side, probe, hidden, draft, preview } = explorer;
  const move = explorer.moveTo(preview);
  let said = "";
  if (draft) said = "Set the board up as you like. Pawns that have not moved yet stand on jokers.";
  else if (probe) said = move && !hidden ? `${move.move}: ${worth(side, move, probe)}` : standing(probe, hidden, game.at > 0);
  byId("advice").textContent = said;
  byId("refutation").textContent = "";
}

/**
 * What to say of a move that is pointed at.
 *
 * @param {import("./api.js").Side} side that would move
 * @param {import("./api.js").MoveValue} move
 * @param {import("./api.js").Probe} probe
 */
function worth(side, move, probe) {
  const judgement = judge(move, probe);
  return judgement ? advice(side, judgement) : `${named(side)} ${valueText(move)}`;
}

/** How the game goes on after the move pointed at. @param {Explorer} explorer */
async function renderRefutation(explorer) {
  const { game, hidden, draft, preview, side } = explorer;
  const move = explorer.moveTo(preview);
  if (!move || hidden || draft || !explorer.rules?.tabled || isForMany(explorer.rules)) return;
  const line = await api.line(move.position, game);
  if (explorer.preview !== preview || explorer.game !== game || explorer.draft) return;
  const last = line[line.length - 1];
  const replies = line.slice(0, -1).map((probe) => probe.moves[0].move);
  byId("refutation").textContent = continuation(other(side), replies, last.side_to_move);
}
