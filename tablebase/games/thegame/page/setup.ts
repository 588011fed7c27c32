/** A game of the reader's own: what is in hand and on the piles, and later what is drawn. */

import { enters } from "#shared/commands.ts";
import { html, part, set, write } from "#shared/dom.ts";
import { counted } from "#shared/judge.ts";
import type { Game } from "./game.ts";
import { PILES } from "./words.ts";

/** @param use throws what the engine says about cards that are not a position */
export function mountSetup(root: HTMLElement, game: () => Game, use: (position: string) => unknown) {
  const piles = PILES.map(([short, spoken], pile) => {
    const label = `Cards on the ${spoken}`;
    const field = { id: `own-${pile}`, inputmode: "numeric", autocomplete: "off", "aria-label": label };
    return html("label", {}, short, html("input", field));
  });
  part(root, "own-piles").replaceChildren(...piles);
  const fields = ["hand", ...PILES.keys()].map((name) => part(root, `own-${name}`) as HTMLInputElement);
  const fill = (cards: number[][]) => {
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

/** The form for the cards that are drawn in a game of the reader's own. */
export function mountDrawn(root: HTMLElement, game: () => Game, play: (move: string) => unknown) {
  enters(root, "drawn", () => {
    const cards = numbers((part(root, "drawn-cards") as HTMLInputElement).value);
    const problem = drawProblem(game(), cards);
    write(part(root, "drawn-error"), problem);
    return problem ? undefined : play(`draw-${cards.join("-")}`);
  });
}

/** Show that form, or hide it; it is empty when it comes. */
export function showDrawn(root: HTMLElement, { isOwn, canDraw, drawing }: Game) {
  const form = part(root, "drawn");
  if (form.hidden === (isOwn && canDraw)) {
    (part(root, "drawn-cards") as HTMLInputElement).value = "";
    write(part(root, "drawn-error"), "");
  }
  set(form, { hidden: !(isOwn && canDraw) });
  write(part(root, "drawn-label"), `The ${counted(drawing, "card")} that you draw`);
}

/** Why these cards can't be drawn, or "". */
function drawProblem({ answer, drawing }: Game, cards: string[]) {
  const gone = cards.find((card, at) => !answer?.deck.includes(Number(card)) || cards.indexOf(card) < at);
  if (gone) return `${gone} is not in the deck.`;
  return cards.length === drawing ? "" : `Expected ${counted(drawing, "card")}, not ${cards.length}.`;
}

/** The words of a field. */
const numbers = (text: string) => text.split(/[\s,;]+/).filter(Boolean);
