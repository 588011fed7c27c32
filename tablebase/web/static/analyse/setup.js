/**
 * Setting up a position: by its notation, by turning the board, or card by card.
 *
 * @typedef {import("../shared/session.js").Session} Session
 * @typedef {import("../shared/notation.js").Layout} Layout
 */

import * as api from "../shared/api.js";
import { attempt } from "../shared/banner.js";
import { part } from "../shared/dom.js";
import { current } from "../shared/game.js";
import { read, write } from "../shared/notation.js";
import { headline, named } from "../shared/words.js";

/** @param {HTMLElement} root @param {Session} session */
export function mountNotation(root, session) {
  const form = /** @type {HTMLFormElement} */ (part(root, "enter"));
  const input = /** @type {HTMLInputElement} */ (part(root, "notation"));
  const say = (/** @type {string} */ error) => {
    part(root, "notation-error").textContent = error;
    input.setAttribute("aria-invalid", String(error !== ""));
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    say("");
    session.open(input.value, session.game).catch((error) => say(error.message));
  });
  session.addEventListener("change", () => {
    const { position } = current(session.game);
    if (document.activeElement === input && input.value !== "" && session.line) return;
    input.value = position;
    say("");
  });
}

/** @param {HTMLElement} root @param {Session} session */
export function mountMotions(root, session) {
  part(root, "motions").addEventListener("click", (event) => {
    const button = /** @type {Element} */ (event.target).closest("[data-motion]");
    if (button instanceof HTMLElement) attempt(() => session.transform(button.dataset.motion ?? ""));
  });
  session.addEventListener("change", () => {
    const known = session.rules?.motions.map(({ motion }) => motion);
    for (const button of part(root, "motions").querySelectorAll("[data-motion]")) {
      const { motion = "" } = /** @type {HTMLElement} */ (button).dataset;
      /** @type {HTMLElement} */ (button).hidden = known !== undefined && !known.includes(motion);
    }
  });
}

export class Editor {
  #valid = "";

  /** @param {HTMLElement} root @param {Session} session */
  constructor(root, session) {
    this.root = root;
    this.session = session;
    part(root, "draft-cancel").addEventListener("click", () => session.set({ draft: null, picked: -1 }));
    part(root, "draft-done").addEventListener("click", () =>
      attempt(() => session.open(this.#valid, session.game)),
    );
    part(root, "tools").addEventListener("change", () => session.set({ picked: -1 }));
    session.addEventListener("change", () => this.#render());
  }

  toggle() {
    const { session } = this;
    session.set({ draft: session.draft ? null : read(current(session.game).position) });
    if (session.draft) attempt(() => this.#check());
  }

  /** A click on the board. @param {number} place */
  async click(place) {
    const tool = /** @type {HTMLInputElement} */ (document.querySelector("[name=tool]:checked")).value;
    const { picked } = this.session;
    if (tool === "swap" && picked < 0) {
      this.session.set({ picked: place });
      return;
    }
    const draft = structuredClone(/** @type {Layout} */ (this.session.draft));
    const { cells } = draft;
    const touched = /** @type {import("../shared/notation.js").Cell} */ (cells[place]);
    if (tool === "swap") {
      [cells[place], cells[picked]] = [cells[picked], cells[place]];
    } else if (tool === "flip") {
      const { faceUp } = touched;
      touched.faceUp = !faceUp;
      draft.turn = draft.turn === "r" ? "b" : "r"; // one card collapses at each move
    } else {
      for (const cell of cells) if (cell) cell.pawns = cell.pawns.replace(tool, "");
      touched.pawns = [...touched.pawns, tool].sort().reverse().join("");
    }
    this.session.set({ draft, picked: -1 });
    await this.#check();
  }

  /** Ask whether the draft is a position. */
  async #check() {
    const { draft } = this.session;
    const note = part(this.root, "draft-note");
    const position = write(/** @type {Layout} */ (draft));
    this.#allow("");
    try {
      const probe = await this.session.check(position);
      if (this.session.draft !== draft) return;
      this.#allow(position);
      note.textContent = `${named(probe.side_to_move)} to move. `;
      note.textContent += this.session.hidden || !probe.winner ? "A position." : `${headline(probe.side_to_move, probe, false)[0]}.`;
    } catch (error) {
      if (!(error instanceof api.EngineError)) throw error;
      if (this.session.draft === draft) note.textContent = error.message;
    }
    note.classList.toggle("error", this.#valid === "");
  }

  /** @param {string} position that may be used, or "" */
  #allow(position) {
    this.#valid = position;
    /** @type {HTMLButtonElement} */ (part(this.root, "draft-done")).disabled = position === "";
  }

  #render() {
    const editing = this.session.draft !== null;
    part(this.root, "editing").hidden = !editing;
    part(this.root, "headline").hidden = editing;
    part(this.root, "toolbar").hidden = editing;
    part(this.root, "edit-button").setAttribute("aria-pressed", String(editing));
  }
}
