/** A game of the reader's own: what is in hand and on the piles, and later what is drawn. */

import { EngineError } from "#engine/client.js";
import { attempt } from "#shared/banner.js";
import { html, part } from "#shared/dom.js";
import { counted } from "#shared/words.js";
import { PILES } from "./words.js";

/** @typedef {import("./game.js").Game} Game */

/** @param {HTMLElement} root @param {Game} game @param {(position: string) => Promise<void>} use throws what the engine says about cards that are not a position */
export function mountSetup(root, game, use) {
  part(root, "own-piles").replaceChildren(
    ...PILES.map(([short, spoken], pile) =>
      html(
        "label",
        {},
        short,
        html("input", {
          id: `own-${pile}`,
          inputmode: "numeric",
          autocomplete: "off",
          "aria-label": `Cards on the ${spoken}`,
        }),
      ),
    ),
  );
  const fields = ["hand", ...PILES.keys()].map((name) => /** @type {HTMLInputElement} */ (part(root, `own-${name}`)));
  const error = part(root, "own-error");
  const fill = (/** @type {number[][]} */ cards) => {
    fields.forEach((field, at) => (field.value = cards[at]?.join(" ") ?? ""));
    error.textContent = "";
  };
  part(root, "own-clear").addEventListener("click", () => fill([]));
  part(root, "own-shown").addEventListener(
    "click",
    () => game.answer && fill([game.answer.hand, ...game.answer.piles]),
  );
  part(root, "own").addEventListener("submit", (event) => {
    event.preventDefault();
    const [hand, ...piles] = fields.map(({ value }) => numbers(value).join(" ") || "-");
    attempt(async () => {
      error.textContent = await use(`${hand} : ${piles.join(" / ")}`).then(() => "", wrong);
    });
  });
}

/** The form for the cards that are drawn in a game of the reader's own. @param {HTMLElement} root @param {Game} game */
export function mountDrawn(root, game) {
  const form = part(root, "drawn");
  const field = /** @type {HTMLInputElement} */ (part(root, "drawn-cards"));
  const error = part(root, "drawn-error");
  game.addEventListener("change", () => {
    const wasHidden = form.hidden;
    form.hidden = !(game.isOwn && game.canDraw);
    part(root, "drawn-label").textContent = `The ${counted(game.drawing, "card")} that you draw`;
    if (form.hidden !== wasHidden) field.value = error.textContent = "";
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const cards = numbers(field.value);
    const problem = drawProblem(game, cards);
    error.textContent = problem;
    if (!problem) attempt(() => game.play(`draw-${cards.join("-")}`));
  });
}

/** Why these cards can't be drawn, or "". @param {Game} game @param {string[]} cards */
function drawProblem({ answer, drawing }, cards) {
  const gone = cards.find((card, at) => !answer?.deck.includes(Number(card)) || cards.indexOf(card) < at);
  if (gone) return `${gone} is not in the deck.`;
  return cards.length === drawing ? "" : `Expected ${counted(drawing, "card")}, not ${cards.length}.`;
}

/** The words of a field. @param {string} text */
const numbers = (text) => text.split(/[\s,;]+/).filter(Boolean);

/** What is wrong with the cards that were entered. @param {unknown} error */
function wrong(error) {
  if (error instanceof EngineError && error.status === 422) return error.message;
  throw error;
}
