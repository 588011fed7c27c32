/** How to play under the rules shown, and the keys of the mode shown. */

import type { App, Command } from "#shared/app.ts";
import { byId, html, only, write } from "#shared/dom.ts";
import { Turn } from "../engine/turns.ts";
import { readingOf } from "./address.ts";
import { factsOf, isForMany } from "./game.ts";
import type { Shown } from "./session.ts";
import { PLAYERS, shiftRule } from "./words.ts";

const dialog = () => byId("how") as HTMLDialogElement;

/** @param commands of the mode that is shown */
export function mountHow(commands: () => Command[]) {
  for (const id of ["how-button", "more-how"]) byId(id).addEventListener("click", openHow);
  dialog().addEventListener("toggle", () => {
    const keys = commands().map(({ key, does }) =>
      html("div", {}, html("dt", {}, html("kbd", {}, key)), html("dd", {}, does)),
    );
    byId("keys").replaceChildren(...keys);
  });
}

export function openHow() {
  byId("more").hidePopover();
  if (!dialog().open) dialog().showModal();
}

/** Explain the rules of a game, while its mode is shown. @param app of the mode */
export function explain(app: App, session: Shown<any>) {
  const { rules } = session;
  if (!rules || !app.isShown()) return;
  const steps = session.stepsFrom("J");
  const turn = new Turn(rules);
  only(dialog(), factsOf(rules));
  write(byId("how-turns"), PLAYERS[turn.players - 2]);
  write(byId("how-out"), isForMany(rules) ? readingOf(rules).rule : "If you cannot move, you lose.");
  write(byId("how-shift"), turn.linesMove ? `${shiftRule(turn)} Choose an arrow at an end of the line.` : "");
  write(byId("how-landing"), turn.pawnsShare ? ", or end on its card: both then share it" : " but not end on it");
  write(byId("how-joker"), steps === "1" ? "one step" : `${steps} steps`);
}
