/** What the page says about The Game, also to those who don't see it. */

import { counted } from "#shared/judge.ts";
import type { Option, Lay as Play } from "./answers.d.ts";
import { type Game, isDraw } from "./game.ts";

/** The rules call a game excellent that leaves fewer cards than this. */
const EXCELLENT = 10;

/** The piles in short, and in words. */
export const PILES = [
  ["↑1", "first pile up"],
  ["↑2", "second pile up"],
  ["↓1", "first pile down"],
  ["↓2", "second pile down"],
];

/** A move in the list, and read aloud. */
export function described(move: string) {
  const [, ...drawn] = move.split("-");
  if (isDraw(move)) return { text: "draw", label: drawn.length ? `Drawn: ${drawn.join(", ")}` : "Draw" };
  const [, card, way, number] = /^(\d+)([ud])(\d)$/.exec(move) as RegExpExecArray;
  const [short, spoken] = PILES[(way === "u" ? 0 : 2) + Number(number) - 1];
  return { text: `${card}${short}`, label: `${card} on the ${spoken}` };
}

export const step = ({ steps }: Game, at: number) => described(steps[at].move);

/** How far a play moves its pile. */
export const moved = ({ advance, is_trick }: Play) => (is_trick ? `trick −${-advance}` : `+${advance}`);

/** The headline and the line below it. */
export function headline(game: Game): [string, string] {
  const { answer } = game;
  if (!answer) return ["…", "…"];
  const { remaining, deck } = answer;
  if (game.isWon) return ["You win!", "All 98 cards are laid"];
  if (game.isOver) return [`Over: ${counted(remaining, "card")} left`, "No card can be laid"];
  return [`${counted(remaining, "card")} left`, `Turn ${game.turn} · ${duty(game)} · ${deck.length} in the deck`];
}

function duty({ missing, answer, canDraw }: Game) {
  if (!answer?.deck.length) return "lay what you can";
  if (canDraw) return "end turn or lay more";
  return answer.laid ? `lay ${missing} more` : `lay ${missing} or more`;
}

/** What the sheet says. */
export function sheet(game: Game): [string, string] {
  const { options, chosen, targets, answer } = game;
  if (game.isOver) return over(game);
  if (chosen) return chosenText(chosen, targets);
  if (options) return [adviceText(options), options.length ? outcome(options[0]) : ""];
  if (game.canDraw) return ["End your turn to fill up your hand, or lay more cards.", ""];
  if (answer?.laid) return ["Lay another card.", ""];
  return [
    "Choose a card, then a pile.",
    "On ↑ cards go up, on ↓ they go down. A card exactly 10 back is allowed too: the backwards trick.",
  ];
}

function chosenText(chosen: number, targets: Play[]): [string, string] {
  if (!targets.length) return [`${chosen} does not go on any pile.`, ""];
  return [`${chosen} goes on ${targets.map((play) => `${PILES[play.pile][0]} (${moved(play)})`).join(" or ")}.`, ""];
}

/** What the adviser would do, with the reason. */
export function adviceText(options: Option[]) {
  if (!options.length) return "The adviser ends the turn.";
  const [{ plays, value }] = options;
  const said = plays.map((play) => `${play.card} on ${PILES[play.pile][0]} (${moved(play)})`).join(", then ");
  if (value !== null) return `Lay ${said}.`;
  return said ? `You cannot lay enough cards: the game ends after ${said}.` : "No card can be laid.";
}

/** What the adviser's list says above it. */
export function adviceNote({ options, isOver }: Game) {
  if (isOver) return "The game is over.";
  if (!options) return "Ask for a hint, and the best plays are listed here.";
  const isListed = options.length > 0 && options[0].value !== null;
  return isListed
    ? "The best plays, and by how many points of the adviser’s count each falls behind:"
    : adviceText(options);
}

/** What the plays come to. */
export function outcome({ plays, value }: Option) {
  if (value === null) return "";
  const total = plays.reduce((sum, { advance }) => sum + advance, 0);
  const tricks = plays.filter(({ is_trick }) => is_trick).length;
  const moved = total >= 0 ? `uses up ${total}` : `gains ${-total}`;
  return `That ${moved} in all${tricks ? `, with ${counted(tricks, "backwards trick")}` : ", without a trick"}.`;
}

/** How far a way to play falls behind the best. */
export const behind = ({ value }: Option, best: Option) =>
  value === best.value ? "best" : `−${((best.value ?? 0) - (value ?? 0)).toFixed(1)}`;

function over({ isWon, answer, rival }: Game): [string, string] {
  const left = answer?.remaining ?? 0;
  const said = isWon
    ? "You have beaten The Game."
    : left < EXCELLENT
      ? "Excellent: fewer than 10 cards are left."
      : "Fewer than 10 cards left would be excellent.";
  const others = rival ? `leaves ${counted(rival, "card")}` : "wins";
  return [said, rival === null ? "" : `The adviser ${others} with the same cards.`];
}

export const colour = ({ isWon }: Game) => (isWon ? "green" : "");

/** The table, and what may be done, for those who don't see it. */
export const board = ({ answer }: Game) =>
  [
    `In hand: ${answer?.hand.join(", ") || "nothing"}.`,
    ...PILES.map(([, spoken], pile) => {
      const empty = answer?.piles[pile].length ? "" : ", empty";
      return `${spoken[0].toUpperCase()}${spoken.slice(1)}: ${answer?.tops[pile]}${empty}.`;
    }),
  ].join(" ");

/** The moves; in a game of one's own the cards that are drawn have a form. */
export const moves = ({ answer, canDraw, isOwn }: Game) =>
  [...(answer?.plays.map(({ move }) => move) ?? []), ...(canDraw && !isOwn ? ["draw"] : [])].map((move) => ({
    move,
    said: described(move).label.toLowerCase(),
  }));
