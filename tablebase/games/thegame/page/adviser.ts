/** The adviser's best plays in the position shown, with their values. */

import { html, show } from "#shared/dom.ts";
import { PILES, outcome, step, valueText } from "./words.ts";
import type { Game } from "./game.ts";
import type { Option } from "./answers.d.ts";

export const showAdvice = (root: HTMLElement, game: Game) =>
  show(root, {
    "advice-note": note(game),
    options: (game.options ?? []).filter(({ value }) => value !== null).map(row),
  });

function note({ options, isOver }: Game) {
  if (isOver) return "The game is over.";
  if (!options) return "Ask for a hint, and the best plays are listed here.";
  if (!options.length) return "You have laid enough cards: the adviser ends the turn.";
  return options[0].value === null
    ? "You cannot lay enough cards: the game ends."
    : "The best plays, and the value of the best position behind each:";
}

function row(option: Option) {
  const { plays, value } = option;
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
    html("b", { class: "value" }, valueText(value ?? 0)),
  );
}
