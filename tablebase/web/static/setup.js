/**
 * Setting up a position: by its notation, by turning the board, or card by card.
 *
 * @typedef {import("./explorer.js").Explorer} Explorer
 * @typedef {import("./notation.js").Layout} Layout
 */

import * as api from "./api.js";
import { attempt } from "./banner.js";
import { byId } from "./dom.js";
import { current } from "./game.js";
import { read, write } from "./notation.js";
import { headline, named } from "./words.js";

/** @param {Explorer} explorer */
export function mountNotation(explorer) {
  const form = /** @type {HTMLFormElement} */ (byId("enter"));
  const input = /** @type {HTMLInputElement} */ (byId("notation"));
  const say = (/** @type {string} */ error) => {
    byId("notation-error").textContent = error;
    input.setAttribute("aria-invalid", String(error !== ""));
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    say("");
    explorer.open(input.value, explorer.game).catch((error) => say(error.message));
  });
  explorer.addEventListener("change", () => {
    const { position } = current(explorer.game);
    if (document.activeElement === input && input.value !== "" && explorer.line) return;
    input.value = position;
    say("");
  });
}

/** @param {Explorer} explorer */
export function mountMotions(explorer) {
  byId("motions").addEventListener("click", (event) => {
    const button = /** @type {Element} */ (event.target).closest("[data-motion]");
    if (button instanceof HTMLElement) attempt(() => explorer.transform(button.dataset.motion ?? ""));
  });
  explorer.addEventListener("change", () => {
    const known = explorer.rules?.motions.map(({ motion }) => motion);
    for (const button of byId("motions").querySelectorAll("[data-motion]")) {
      const { motion = "" } = /** @type {HTMLElement} */ (button).dataset;
      /** @type {HTMLElement} */ (button).hidden = known !== undefined && !known.includes(motion);
    }
  });
}

export class Editor {
  #valid = "";

  /** @param {Explorer} explorer */
  constructor(explorer) {
    this.explorer = explorer;
    byId("draft-cancel").addEventListener("click", () => explorer.set({ draft: null, picked: -1 }));
    byId("draft-done").addEventListener("click", () =>
      attempt(() => explorer.open(this.#valid, explorer.game)),
    );
    byId("tools").addEventListener("change", () => explorer.set({ picked: -1 }));
    explorer.addEventListener("change", () => this.#render());
  }

  toggle() {
    const { explorer } = this;
    explorer.set({ draft: explorer.draft ? null : read(current(explorer.game).position) });
    if (explorer.draft) attempt(() => this.#check());
  }

  /** A click on the board. @param {number} place */
  async click(place) {
    const tool = /** @type {HTMLInputElement} */ (document.querySelector("[name=tool]:checked")).value;
    const { picked } = this.explorer;
    if (tool === "swap" && picked < 0) {
      this.explorer.set({ picked: place });
      return;
    }
    const draft = structuredClone(/** @type {Layout} */ (this.explorer.draft));
    const { cells } = draft;
    const touched = /** @type {import("./notation.js").Cell} */ (cells[place]);
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
    this.explorer.set({ draft, picked: -1 });
    await this.#check();
  }

  /** Ask whether the draft is a position. */
  async #check() {
    const { draft } = this.explorer;
    const note = byId("draft-note");
    const position = write(/** @type {Layout} */ (draft));
    this.#allow("");
    try {
      const probe = await this.explorer.check(position);
      if (this.explorer.draft !== draft) return;
      this.#allow(position);
      note.textContent = `${named(probe.side_to_move)} to move. `;
      note.textContent += this.explorer.hidden || !probe.winner ? "A position." : `${headline(probe.side_to_move, probe, false)[0]}.`;
    } catch (error) {
      if (!(error instanceof api.ApiError)) throw error;
      if (this.explorer.draft === draft) note.textContent = error.message;
    }
    note.classList.toggle("error", this.#valid === "");
  }

  /** @param {string} position that may be used, or "" */
  #allow(position) {
    this.#valid = position;
    /** @type {HTMLButtonElement} */ (byId("draft-done")).disabled = position === "";
  }

  #render() {
    const editing = this.explorer.draft !== null;
    byId("editing").hidden = !editing;
    byId("headline").hidden = editing;
    byId("toolbar").hidden = editing;
    byId("edit-button").setAttribute("aria-pressed", String(editing));
  }
}
