/** A game of the reader's own: what is in hand and on the piles, and later what is drawn. */

import { refuse } from "#engine/errors.ts";
import { enters, presses } from "#shared/commands.ts";
import { part, set, write } from "#shared/dom.ts";
import { counted } from "#shared/judge.ts";
import type { Game } from "./game.ts";
import { PILES } from "./words.ts";

const fieldOf = (root: HTMLElement, id: string) => part(root, id) as HTMLInputElement;

/** The words of a field. */
const numbers = ({ value }: HTMLInputElement) => value.split(/[\s,;]+/).filter(Boolean);

/** @returns what gives the position that is entered */
export function mountOwn(root: HTMLElement, game: () => Game) {
  const fields = ["hand", ...PILES.keys()].map((name) => fieldOf(root, `own-${name}`));
  presses(root, {
    "own-shown"() {
      const { hand = [], piles = [] } = game().answer ?? {};
      (part(root, "own") as HTMLFormElement).reset(); // what was wrong is no longer shown
      for (const [at, cards] of [hand, ...piles].entries()) fields[at].value = cards.join(" ");
    },
  });
  return () => {
    const [hand, ...piles] = fields.map((field) => numbers(field).join(" ") || "-");
    return `${hand} : ${piles.join(" / ")}`;
  };
}

/** The form for the cards that are drawn in a game of the reader's own. */
export const mountDrawn = (root: HTMLElement, game: () => Game, play: (move: string) => unknown) =>
  enters(root, "drawn", () => {
    const [{ answer, drawing }, cards] = [game(), numbers(fieldOf(root, "drawn-cards"))];
    const gone = cards.find((card, at) => !answer?.deck.includes(Number(card)) || cards.indexOf(card) < at);
    if (gone) refuse(`${gone} is not in the deck.`);
    if (cards.length !== drawing) refuse(`Expected ${counted(drawing, "card")}, not ${cards.length}.`);
    return play(`draw-${cards.join("-")}`);
  });

/** Show that form, or hide it; it is empty when it comes. */
export function showDrawn(root: HTMLElement, { isOwn, canDraw, drawing }: Game) {
  const [form, hidden] = [part(root, "drawn") as HTMLFormElement, !(isOwn && canDraw)];
  if (form.hidden !== hidden) form.reset();
  set(form, { hidden });
  write(part(root, "drawn-label"), `The ${counted(drawing, "card")} that you draw`);
}
