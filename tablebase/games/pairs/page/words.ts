/** What the page says about Pair Solitaire, also to those who don't see the cards. */

import { html } from "#shared/dom.ts";
import { counted } from "#shared/judge.ts";
import type { Solution } from "./answers.d.ts";
import { face, shared, short, spoken } from "./cards.ts";
import type { Game } from "./game.ts";

/** The headline and the line below it. */
export function headline(game: Game): [string, string] {
  const { cards, answer, at } = game;
  const removed = at ? `${counted(at, "card")} removed` : "Remove as many as you can";
  if (!game.isOver)
    return [
      `${counted(cards.length, "card")} left`,
      `${removed} · ${answer ? `${answer.removable.length} can go` : "…"}`,
    ];
  if (game.isPerfect) return ["A perfect game", `${counted(cards.length, "card")} left`];
  return [`${counted(cards.length, "card")} left`, "No card matches another two places away"];
}

/** The cards that a removable card matches. */
function matches(game: Game, card: string) {
  const others = partners(game, card).filter((other) => shared(card, other));
  return `it matches ${others.map((other) => `${short(other)} (${shared(card, other)})`).join(" and ")}.`;
}

/** Why a card can go, or why it can't. */
export function reason(game: Game, card: string) {
  const others = partners(game, card);
  if (game.answer?.removable.includes(card)) return `${short(card)} can go: ${matches(game, card)}`;
  if (!others.length) return `${short(card)} stays: there is no card two places away.`;
  return `${short(card)} stays: it does not match ${others.map(short).join(" or ")}.`;
}

/** The cards exactly two places away. */
export function partners({ cards }: Game, card: string) {
  const at = cards.indexOf(card);
  return [cards[at - 2], cards[at + 2]].filter(Boolean);
}

/** What the sheet says below the stack. */
export function sheet(game: Game): [string, string] {
  const { search, solution, pointed, hinted, loss } = game;
  if (search) return ["Searching…", search.searched ? `${counted(search.searched, "position")} seen` : ""];
  if (pointed) return [reason(game, pointed), ""];
  if (hinted) return [`Hint: remove ${short(hinted)}; ${matches(game, hinted)}`, solution ? outlook(solution) : ""];
  if (game.isPlanned && !game.isAtEnd) return planned(game);
  if (game.isOver && loss) {
    const kept = `Removing ${short(loss.kept)} would have kept that chance.`;
    return [
      `Until you removed ${short(loss.card)}, you could have left ${counted(loss.left, "card")}. ${kept}`,
      `That was move ${loss.at + 1}.`,
    ];
  }
  if (game.isOver) return [over(game), ""];
  return [
    "Remove a card that matches the card two places before or after it, in rank or in suit.",
    "The stack then closes up.",
  ];
}

function planned(game: Game): [string, string] {
  const { move } = game.steps[game.at + 1];
  const all = game.steps.length - 1 - game.planned;
  return [`Step ${game.at - game.planned + 1} of ${all}: remove ${short(move)}; ${matches(game, move)}`, ""];
}

function over({ isPerfect, best }: Game) {
  if (isPerfect) return "Two cards are left: no game leaves fewer.";
  if (best) return best.proven ? "No game of this stack leaves fewer." : "The search found no game that leaves fewer.";
  return "The game is over. Could you have left fewer?";
}

/** What a solution says about the position it starts from. */
export function outlook({ left, perfect, proven }: Solution) {
  if (perfect) return "Two cards can be left, a perfect game.";
  const fewest = `${counted(left, "card")} can be left`;
  return proven ? `${fewest}, and no game leaves fewer.` : `${fewest}; fewer may be possible.`;
}

export const unsolved = (game: Game) =>
  game.isOver
    ? "No more cards can be removed."
    : "Two at best. Search for the fewest you can leave from here, and how.";

/** How sure that is. */
export function proof({ perfect, proven, searched, states }: Solution) {
  const seen = `${counted(searched, "position")} searched`;
  if (perfect) return `No game can leave fewer than two cards. ${seen}.`;
  if (!proven) return `Not proven. ${seen}.`;
  const all = states.reduce((sum, number) => sum + number, 0);
  return `Proven by searching all ${counted(all, "position")} that can be reached.`;
}

export const colour = ({ isPerfect }: Game) => (isPerfect ? "green" : "");

/** A move in the list. */
export const step = ({ steps }: Game, at: number) => ({
  text: html("span", {}, ...face(steps[at].move)),
  label: `Move ${at}: ${spoken(steps[at].move)}`,
});

/** The cards, and those that can go, for those who don't see them. */
export const board = ({ cards }: Game) =>
  `${counted(cards.length, "card")}, top card first: ${cards.map(spoken).join(", ")}.`;

export const moves = ({ answer }: Game) =>
  (answer?.removable ?? []).map((card) => ({ move: card, said: spoken(card) }));
