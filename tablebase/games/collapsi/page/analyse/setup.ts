/** Setting up a position by its notation, or by turning the board. */

import { attempt } from "#shared/banner.ts";
import { part } from "#shared/dom.ts";
import { asked } from "../shared/address.ts";
import { current } from "../shared/game.ts";
import { transformed } from "./motions.ts";
import { sentence } from "../shared/words.ts";
import type { Shown } from "../shared/session.ts";
import type { State } from "./state.ts";

type Session = Shown<State>;

export function mountNotation(root: HTMLElement, session: Session) {
  const form = part(root, "enter") as HTMLFormElement;
  const input = part(root, "notation") as HTMLInputElement;
  /** The position that the field is of: another one replaces what is typed, and what was said of it. */
  let shown = "";
  const say = (error: string) => {
    shown = current(session.game).position;
    part(root, "notation-error").textContent = error;
    input.setAttribute("aria-invalid", String(error !== ""));
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    say("");
    if (!input.value.trim()) return say("Enter a deal, a position or a link to one.");
    const typed = input.value;
    session.send("open", entered(session, typed)).catch((error) => {
      input.value = typed; // a part of it may be shown
      say(sentence(error.message));
    });
  });
  session.addEventListener("settled", () => {
    const { position } = current(session.game);
    if (position === shown || (document.activeElement === input && input.value !== "" && session.line)) return;
    input.value = position;
    say("");
  });
}

/** What was pasted: a deal, a position, a game, or a link to one. */
function entered(session: Session, text: string) {
  const link = URL.canParse(text.trim()) ? new URL(text.trim()).searchParams : null;
  return link && asked(link).position ? { query: link.toString() } : { ...taken(text), variant: session.game };
}

/**
 * A text as a position and the moves from there. Numbers of moves and marks such as `??` are
 * overlooked.
 */
export function taken(text: string) {
  const words = text.trim().split(/[\s,;]+/);
  const first = words.findIndex(
    (word, at) => at > 0 && /^(\d+\.*)?([a-z]\d+[LRUD]?[?!]*)?$/.test(word) && !/^\d+$/.test(word),
  );
  const [position, played] = first < 0 ? [words, []] : [words.slice(0, first), words.slice(first)];
  const moves = played.map((word) => word.replace(/^\d+\.+/, "").replace(/[?!]+$/, "")).filter(Boolean);
  return { position: position.join(" "), moves };
}

export function mountMotions(root: HTMLElement, session: Session) {
  part(root, "motions").addEventListener("click", (event) => {
    const button = (event.target as Element).closest("[data-motion]");
    const found = session.rules?.motions.find((known) => known.motion === (button as any)?.dataset.motion);
    if (found) attempt(() => session.send("turn", { game: transformed(session.game, found.cells) }));
  });
  session.addEventListener("settled", () => {
    const known = session.rules?.motions.map(({ motion }) => motion);
    for (const button of part(root, "motions").querySelectorAll("[data-motion]")) {
      const { motion = "" } = (button as HTMLElement).dataset;
      (button as HTMLElement).hidden = known !== undefined && !known.includes(motion);
    }
  });
}
