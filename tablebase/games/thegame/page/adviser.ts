/** The adviser's best plays in the position shown, and how far each falls behind the best. */

import { html, show } from "#shared/dom.ts";
import type { Option } from "./answers.d.ts";
import type { Game } from "./game.ts";
import { behind, outcome, PILES, step } from "./words.ts";

export const showAdvice = (root: HTMLElement, game: Game) =>
  show(root, {
    "advice-note": note(game),
    options: (game.options ?? []).filter(({ value }) => value !== null).map((option, _, all) => row(option, all[0])),
  });

function note({ options, isOver }: Game) {
  if (isOver) return "The game is over.";
  if (!options) return "Ask for a hint, and the best plays are listed here.";
  if (!options.length) return "You have laid enough cards: the adviser ends the turn.";
  return options[0].value === null
    ? "You cannot lay enough cards: the game ends."
    : "The best plays, and by how many points of the adviser’s count each falls behind:";
}

function row(option: Option, best: Option) {
  const { plays } = option;
  const said = plays.map((play) =>
    html(
      "span",
      { class: play.is_trick ? "play trick" : "play" },
      `${play.card} on ${PILES[play.pile][0]}`,
      html("small", {}, ` ${step(play)}`),
    ),
  );
  return html(
    "li",
    { title: outcome(option) },
    html("span", { class: "plays" }, ...said),
    html("b", { class: "value" }, behind(option, best)),
  );
}
