/** A game of the reader's own: what is in hand and on the piles, and later what is drawn. */

import { html, part, set, write } from "#shared/dom.js";
import { enters } from "#shared/enter.js";
import { counted } from "#shared/words.js";
import { PILES } from "./words.js";

/** @typedef {import("./game.js").Game} Game */

/** @param {HTMLElement} root @param {() => Game} game @param {(position: string) => unknown} use throws what the engine says about cards that are not a position */
export function mountSetup(root, game, use) {
  const piles = PILES.map(([short, spoken], pile) => {
    const label = `Cards on the ${spoken}`;
    const field = { id: `own-${pile}`, inputmode: "numeric", autocomplete: "off", "aria-label": label };
    return html("label", {}, short, html("input", field));
  });
  part(root, "own-piles").replaceChildren(...piles);
  const fields = ["hand", ...PILES.keys()].map((name) => /** @type {HTMLInputElement} */ (part(root, `own-${name}`)));
  const fill = (/** @type {number[][]} */ cards) => {
    fields.forEach((field, at) => (field.value = cards[at]?.join(" ") ?? ""));
    write(part(root, "own-error"), "");
  };
  part(root, "own-clear").addEventListener("click", () => fill([]));
  part(root, "own-shown").addEventListener("click", () => {
    const { answer } = game();
    if (answer) fill([answer.hand, ...answer.piles]);
  });
  const entered = () => {
    const [hand, ...piles] = fields.map(({ value }) => numbers(value).join(" ") || "-");
    return use(`${hand} : ${piles.join(" / ")}`);
  };
  enters(root, "own", entered, "own-error");
}

/** The form for the cards that are drawn in a game of the reader's own. @param {HTMLElement} root @param {() => Game} game @param {(move: string) => unknown} play */
export function mountDrawn(root, game, play) {
  enters(root, "drawn", () => {
    const cards = numbers(/** @type {HTMLInputElement} */ (part(root, "drawn-cards")).value);
    const problem = drawProblem(game(), cards);
    write(part(root, "drawn-error"), problem);
    return problem ? undefined : play(`draw-${cards.join("-")}`);
  });
}

/** Show that form, or hide it; it is empty when it comes. @param {HTMLElement} root @param {Game} game */
export function showDrawn(root, { isOwn, canDraw, drawing }) {
  const form = part(root, "drawn");
  if (form.hidden === (isOwn && canDraw)) {
    /** @type {HTMLInputElement} */ (part(root, "drawn-cards")).value = "";
    write(part(root, "drawn-error"), "");
  }
  set(form, { hidden: !(isOwn && canDraw) });
  write(part(root, "drawn-label"), `The ${counted(drawing, "card")} that you draw`);
}

/** Why these cards can't be drawn, or "". @param {Game} game @param {string[]} cards */
function drawProblem({ answer, drawing }, cards) {
  const gone = cards.find((card, at) => !answer?.deck.includes(Number(card)) || cards.indexOf(card) < at);
  if (gone) return `${gone} is not in the deck.`;
  return cards.length === drawing ? "" : `Expected ${counted(drawing, "card")}, not ${cards.length}.`;
}

/** The words of a field. @param {string} text */
const numbers = (text) => text.split(/[\s,;]+/).filter(Boolean);
