/** The moves of a game as buttons, mistakes marked: a click shows the position after the move. */

import { attempt } from "./banner.js";
import { html } from "./dom.js";
import { toMove } from "./game.js";
import { MARKS, named } from "./words.js";

/** @param {import("./session.js").Session} session @returns {HTMLElement[]} items of a list */
export function record(session) {
  const { game } = session;
  return game.steps.map((step, at) => {
    const [mark, meaning] = MARKS[step.judgement?.verdict ?? "best"];
    const side = at ? toMove(game, at - 1) : null;
    const label = side ? `${named(side)} ${step.move}${mark && `, ${meaning}`}` : "Start";
    const button = html(
      "button",
      { type: "button", class: `move ${side ?? ""}`, "aria-label": label, title: mark && meaning },
      side ? step.move : "start",
    );
    if (mark) button.append(html("span", { class: `mark ${step.judgement?.verdict}` }, mark));
    if (at === game.at) button.setAttribute("aria-current", "step");
    button.classList.toggle("taken-back", at > game.at);
    button.addEventListener("click", () => attempt(() => session.goTo(at)));
    return html("li", {}, button);
  });
}
