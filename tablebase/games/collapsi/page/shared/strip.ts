/** The course of a game of two: who was winning after each move, as far as it is known, and its mistakes. */

import { button } from "#shared/commands.ts";
import { classes, html } from "#shared/dom.ts";
import { counted, markOf } from "#shared/judge.ts";
import type { Side } from "./api.ts";
import { type Game, toMove } from "./game.ts";
import { other } from "./notation.ts";
import { moveText, named } from "./words.ts";

/** Shows another position of the game. */
export type Go = (at: number) => unknown;

/** A bar for each move: up while you were winning, down while you were not, and as long as the end was far. */
export function strip(game: Game, you: Side, go: Go) {
  const axis = html(
    "div",
    { class: "axis", "aria-hidden": "true" },
    html("span", {}, named(you)),
    html("span", {}, named(other(you))),
  );
  const known = game.steps.map((_, at) => standing(game, at));
  const most = Math.max(1, ...known.map((each) => each?.far ?? 0));
  return [axis, ...known.map((each, at) => ply(game, at, each, most, you, go))];
}

type Standing = { ahead: Side; far: number } | null;

/** Who was winning at a position, and how many moves from the end, as the moves before and after it say. */
export function standing(game: Game, at: number): Standing {
  const made = game.steps[at].judgement;
  const before = made && toMove(game, at - 1);
  if (before) return { ahead: made.result === "win" ? before : other(before), far: made.dte - 1 };
  const next = game.steps[at + 1]?.judgement;
  if (!next) return null;
  const side = toMove(game, at);
  return { ahead: next.result === "win" || next.verdict === "blunder" ? side : other(side), far: next.bestDte };
}

function ply(game: Game, at: number, known: Standing, most: number, you: Side, go: Go) {
  const { move, judgement } = game.steps[at];
  const [mark, meaning] = markOf(judgement);
  const made = at ? `Move ${at}, ${named(toMove(game, at - 1))} ${moveText(move)}${mark && `: ${meaning}`}` : "Start";
  const end = known ? `${named(known.ahead)} is winning, ${counted(known.far, "move")} from the end` : "Not judged";
  const bar = html("i", { hidden: !known });
  if (known) bar.style.setProperty("--far", String(known.far / most));
  const attributes = {
    class: classes(`ply ${known?.ahead ?? ""}`, { up: known?.ahead === you, below: known?.ahead === other(you) }),
    "aria-label": `${made}. ${end}.`,
    title: `${made}. ${end}.`,
    "aria-current": at === game.at && "step",
  };
  return button(attributes, () => go(at), bar, html("span", {}, mark === "??" ? mark : ""));
}

/** Mistakes, to look at: the positions in which they were made. @param ats the numbers of the moves */
export const jumps = (game: Game, ats: number[], go: Go) =>
  ats.map((at) => {
    const named = `move ${at}: ${moveText(game.steps[at].move)}`;
    const attributes = { "aria-label": `Look at ${named}`, "aria-current": game.at === at - 1 && "step" };
    return button(attributes, () => go(at - 1), named);
  });
