/**
 * Setting up a position by its notation, or by turning the board.
 *
 * @typedef {import("../shared/session.js").Shown<import("./state.js").State>} Session
 */

import { attempt } from "#shared/banner.js";
import { part } from "#shared/dom.js";
import { asked } from "../shared/address.js";
import { current } from "../shared/game.js";
import { transformed } from "./motions.js";
import { sentence } from "../shared/words.js";

/** @param {HTMLElement} root @param {Session} session */
export function mountNotation(root, session) {
  const form = /** @type {HTMLFormElement} */ (part(root, "enter"));
  const input = /** @type {HTMLInputElement} */ (part(root, "notation"));
  /** The position that the field is of: another one replaces what is typed, and what was said of it. */
  let shown = "";
  const say = (/** @type {string} */ error) => {
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

/** What was pasted: a deal, a position, a game, or a link to one. @param {Session} session @param {string} text */
function entered(session, text) {
  const link = URL.canParse(text.trim()) ? new URL(text.trim()).searchParams : null;
  return link && asked(link).position ? { query: link.toString() } : { ...taken(text), variant: session.game };
}

/**
 * A text as a position and the moves from there. Numbers of moves and marks such as `??` are
 * overlooked.
 *
 * @param {string} text
 */
export function taken(text) {
  const words = text.trim().split(/[\s,;]+/);
  const first = words.findIndex(
    (word, at) => at > 0 && /^(\d+\.*)?([a-z]\d+[LRUD]?[?!]*)?$/.test(word) && !/^\d+$/.test(word),
  );
  const [position, played] = first < 0 ? [words, []] : [words.slice(0, first), words.slice(first)];
  const moves = played.map((word) => word.replace(/^\d+\.+/, "").replace(/[?!]+$/, "")).filter(Boolean);
  return { position: position.join(" "), moves };
}

/** @param {HTMLElement} root @param {Session} session */
export function mountMotions(root, session) {
  part(root, "motions").addEventListener("click", (event) => {
    const button = /** @type {Element} */ (event.target).closest("[data-motion]");
    const found = session.rules?.motions.find((known) => known.motion === /** @type {any} */ (button)?.dataset.motion);
    if (found) attempt(() => session.send("turn", { game: transformed(session.game, found.cells) }));
  });
  session.addEventListener("settled", () => {
    const known = session.rules?.motions.map(({ motion }) => motion);
    for (const button of part(root, "motions").querySelectorAll("[data-motion]")) {
      const { motion = "" } = /** @type {HTMLElement} */ (button).dataset;
      /** @type {HTMLElement} */ (button).hidden = known !== undefined && !known.includes(motion);
    }
  });
}
