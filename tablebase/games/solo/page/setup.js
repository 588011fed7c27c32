/** Another board, or another reading of the rules: the forms beside the board. */

import { attempt } from "#shared/banner.js";
import { part } from "#shared/dom.js";
import { enters } from "#shared/enter.js";

/** @typedef {import("./game.js").Readings} Readings */

/** What ends a move on the exit, in words. @type {Record<Readings["exit"], string>} */
const EXITS = {
  door: "The pawn may leave before it has walked all its steps. No move passes over the exit.",
  exact:
    "The number must match exactly, and a move may pass over the exit. Most boards are then easy, and new ones can be of any grade.",
};

/**
 * @param {HTMLElement} root
 * @param {object} does
 * @param {(kind: string) => unknown} does.choose a kind of board: "daily" or a grade
 * @param {(readings: Readings) => unknown} does.read
 * @param {(seed: string) => unknown} does.draw
 * @param {(cards: string) => Promise<unknown>} does.use throws what the engine says about cards that are not a board
 */
export function mountSetup(root, { choose, read, draw, use }) {
  part(root, "kinds").addEventListener("change", (event) =>
    attempt(() => choose(/** @type {HTMLInputElement} */ (event.target).value)),
  );
  part(root, "readings").addEventListener("change", () => attempt(() => read(chosen(root))));
  enters(root, "draw", () => draw(/** @type {HTMLInputElement} */ (part(root, "seed")).value.trim()));
  enters(root, "own", () => use(/** @type {HTMLInputElement} */ (part(root, "cards")).value), "cards-error");
}

/** The readings that the form says. @param {HTMLElement} root */
function chosen(root) {
  const form = new FormData(/** @type {HTMLFormElement} */ (part(root, "readings")));
  return /** @type {Readings} */ ({ exit: form.get("exit"), joker: form.get("joker") });
}

/** Show which board and which readings are played. @param {HTMLElement} root @param {{kind: string, readings: Readings, seed: string}} played the kind or "", and the seed of the last board drawn or "" */
export function showSetup(root, { kind, readings: { exit, joker }, seed }) {
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (
    root.querySelectorAll("#kinds input, #readings input")
  )) {
    input.checked = input.value === { kind, exit, joker }[input.name];
  }
  part(root, "exit-note").textContent = EXITS[exit];
  /** @type {HTMLInputElement} */ (part(root, "seed")).placeholder = seed;
}
