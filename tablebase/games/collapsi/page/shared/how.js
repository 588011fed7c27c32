/** How to play under the rules shown, and the keys of the mode shown. */

import { byId, html, set, write } from "#shared/dom.js";
import { Turn } from "../engine/turns.js";
import { isForMany } from "./game.js";
import { readingOf } from "./own_rules.js";
import { PLAYERS } from "./words.js";

const BOARD = [
  ["← ↑ → ↓", "move around the board"],
  ["Enter", "play the move to this card"],
];

const dialog = () => /** @type {HTMLDialogElement} */ (byId("how"));

/** @param {() => import("#shared/app.js").Command[]} commands of the mode that is shown */
export function mountHow(commands) {
  for (const id of ["how-button", "more-how"]) byId(id).addEventListener("click", openHow);
  for (const id of ["how-close", "how-learn"]) byId(id).addEventListener("click", () => dialog().close());
  dialog().addEventListener("toggle", () => {
    const keys = [...BOARD, ...commands().map(({ key, does }) => [key, does])];
    byId("keys").replaceChildren(
      ...keys.map(([key, does]) => html("div", {}, html("dt", {}, html("kbd", {}, key)), html("dd", {}, does))),
    );
  });
}

export function openHow() {
  byId("more").hidePopover();
  if (!dialog().open) dialog().showModal();
}

/** Explain the rules of a game, while its mode is shown. @param {import("#shared/app.js").App} app of the mode @param {import("./session.js").Shown<any>} session */
export function explain(app, session) {
  const { rules } = session;
  if (!rules || !app.isShown()) return;
  const steps = session.stepsFrom("J");
  const turn = new Turn(rules);
  const many = isForMany(rules);
  write(byId("how-turns"), PLAYERS[turn.players - 2]);
  write(byId("how-out"), many ? readingOf(rules).rule : "If you cannot move, you lose.");
  set(byId("how-values"), { hidden: many });
  set(byId("how-values-of-many"), { hidden: !many });
  set(byId("how-edges"), { hidden: !rules.wrap });
  set(byId("how-shift"), { hidden: !turn.linesMove });
  write(byId("how-must"), turn.mayStay ? "may" : "must");
  write(byId("how-landing"), turn.pawnsShare ? ", or end on its card: both then share it" : " but not end on it");
  write(byId("how-joker"), steps === "1" ? "one step" : `${steps} steps`);
}
