/**
 * The moves of the game, mistakes marked, and best play from the position shown.
 *
 * @typedef {import("../shared/session.js").Session} Session
 */

import { attempt } from "../shared/banner.js";
import { html, part } from "../shared/dom.js";
import { toMove } from "../shared/game.js";
import { MARKS, named } from "../shared/words.js";

/** @param {HTMLElement} root @param {Session} session @param {(count: number) => Promise<void>} playBest */
export function mountMoves(root, session, playBest) {
  session.addEventListener("change", () => {
    part(root, "moves").replaceChildren(...played(session));
    part(root, "line").replaceChildren(...bestLine(session, playBest));
  });
}

/** @param {Session} session */
function played(session) {
  const { game } = session;
  return game.steps.map((step, at) => {
    const [mark, meaning] = MARKS[step.judgement?.verdict ?? "best"];
    const side = at ? toMove(game, at - 1) : "";
    const label = at ? `${named(/** @type {"red"} */ (side))} ${step.move}${mark && `, ${meaning}`}` : "Start";
    const button = html(
      "button",
      { type: "button", class: `move ${side}`, "aria-label": label, title: meaning && mark && meaning },
      at ? step.move : "start",
    );
    if (mark) button.append(html("span", { class: `mark ${step.judgement?.verdict}` }, mark));
    if (at === game.at) button.setAttribute("aria-current", "step");
    button.classList.toggle("taken-back", at > game.at);
    button.addEventListener("click", () => attempt(() => session.goTo(at)));
    return html("li", {}, button);
  });
}

/** @param {Session} session @param {(count: number) => Promise<void>} playBest */
function bestLine({ line, hidden, draft }, playBest) {
  const note = (/** @type {string} */ text) => [html("span", { class: "note" }, text)];
  if (hidden) return note("hidden");
  if (!line || draft) return [];
  if (line[0].line?.length) return line[0].line.map((move) => html("span", { class: "move" }, move));
  if (!line[0].moves.length) return note("The game is over.");
  if (line.length === 1) return note(line[0].values === null ? "There is no table of this board." : "not known yet");
  return line.slice(0, -1).map((probe, at) => {
    const { move } = probe.moves[0];
    const side = probe.side_to_move;
    const label = `Play best moves as far as ${named(side)} ${move}`;
    const button = html("button", { type: "button", class: `move ${side}`, "aria-label": label }, move);
    button.addEventListener("click", () => attempt(() => playBest(at + 1)));
    return button;
  });
}
