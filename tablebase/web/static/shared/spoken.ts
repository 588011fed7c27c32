/**
 * Playing without seeing the board: a field that takes a move as text, and two buttons that read
 * aloud where the player can go and what is on the board. Loaded when one of them is asked for.
 *
 * A mode says what is on the board, and which moves there are (`Teller`). The field takes a move in
 * notation, or in the words that are read aloud for it.
 */

import type { Teller, Told } from "./app.ts";
import { attempt } from "./commands.ts";
import { part, template, toBoard } from "./dom.ts";
import { counted } from "./judge.ts";

/** A live region is read aloud only if it was there, and empty, for a moment. */
const QUIET_MS = 100;

/** As many moves as an example of what is expected. */
const EXAMPLES = 3;

/** Do what a key or the menu asks for. @param root of the mode */
export function speak(root: HTMLElement, teller: Teller, what: "type" | "moves" | "board") {
  const panel = root.querySelector(".spoken") ?? build(root, teller);
  const [field, said] = ["input", "[role=status]"].map((name) => panel.querySelector(name) as HTMLElement);
  if (what === "moves") say(said, movesText(root, teller.moves()));
  else if (what === "board") say(said, `${headline(root)} ${teller.board()}`);
  else field.focus();
}

function build(root: HTMLElement, teller: Teller) {
  const panel = template("spoken-parts").firstElementChild as HTMLElement;
  const [form, field, said] = ["form", "input", "[role=status]"].map((one) => panel.querySelector(one)) as any[];
  const does: Record<string, () => unknown> = {
    moves: () => speak(root, teller, "moves"),
    board: () => speak(root, teller, "board"),
    close() {
      panel.remove();
      toBoard(root);
    },
  };
  panel.addEventListener("click", ({ target }) => {
    const run = does[(target as HTMLButtonElement).name];
    if (run) attempt(run);
  });
  panel.addEventListener("keydown", ({ key }) => key === "Escape" && does.close());
  field.addEventListener("focus", () => (field.placeholder = teller.moves()[0]?.move ?? ""));
  form.addEventListener("submit", (event: Event) => {
    event.preventDefault();
    const move = moveOf(field.value, teller.moves());
    if (!move) return say(said, refusal(root, field.value, teller.moves()));
    field.value = said.textContent = "";
    attempt(() => teller.play(move.move));
  });
  root.querySelector(".side")?.prepend(panel);
  return panel;
}

/** Write a text so that it is read aloud, also if it is the same again. */
function say(region: HTMLElement, text: string) {
  region.textContent = "";
  setTimeout(() => (region.textContent = text), QUIET_MS);
}

/** The headline of a mode and the line below it. */
const headline = (root: HTMLElement) =>
  ["headline-main", "headline-sub"].map((id) => `${part(root, id).textContent?.replace(/[.…]$/, "")}.`).join(" ");

function movesText(root: HTMLElement, moves: Told[]) {
  if (!moves.length) return `${headline(root)} You cannot move now.`;
  return `${counted(moves.length, "move")}: ${moves.map(({ said }) => said).join(", ")}.`;
}

/** The move that a text names. */
const moveOf = (text: string, moves: Told[]) =>
  moves.find(({ move, said }) => plain(text) === plain(move) || plain(text) === plain(said));

/** A text without what people write differently. */
const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

function refusal(root: HTMLElement, text: string, moves: Told[]) {
  if (!moves.length) return movesText(root, moves);
  const examples = moves.slice(0, EXAMPLES).map(({ move }) => move);
  return `“${text.trim()}” is not a move that you can make. Type, for example, ${examples.join(" or ")}.`;
}
