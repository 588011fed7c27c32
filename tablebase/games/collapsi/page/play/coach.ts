/**
 * What your move has done, and the answer to it: in words, and a mistake also as a picture. It
 * stays until you move again.
 */

import { draw, part, set, write } from "#shared/dom.ts";
import { Turn } from "../engine/turns.ts";
import { diagram } from "../shared/diagram.ts";
import { type Game, toMove } from "../shared/game.ts";
import type { Shown as ShownType } from "../shared/session.ts";
import { aimText, feedback, moveText } from "../shared/words.ts";
import { lastOf } from "./mistakes.ts";
import { answered, answeredByMany, chosenText, FIRST_MOVE, NO_HINT, type Seat } from "./words.ts";

type Shown = ShownType<any>;

/**
 * @param comments whether moves are commented on
 * @param rule what a rule of thumb says about your mistake
 * @returns what is said
 */
export function renderCoach(
  root: HTMLElement,
  shown: Shown,
  seat: Seat,
  comments: boolean,
  rule: (Node | string)[],
): string {
  const { game, hidden } = shown;
  const yours = comments ? lastOf(game, seat) : 0;
  const step = game.steps[yours];
  const judgement = yours ? step.judgement : null;
  const said = judgement && seat !== "all" ? feedback("Your", seat, step.move, judgement, hidden) : "";
  write(part(root, "feedback"), said);
  set(part(root, "feedback"), { class: `feedback ${judgement && said ? judgement.verdict : ""}` });
  const blundered = judgement?.verdict === "blunder";
  const replied = yours && seat !== "all" ? reply(shown, seat, yours) : "";
  write(part(root, "reply"), replied);
  const picture = judgement && (blundered || judgement.verdict === "sooner") ? mistake(game, yours) : null;
  draw(part(root, "picture"), picture ? [picture] : []);
  renderChosen(root, shown, seat);
  draw(part(root, "coach-says"), blundered ? rule : []);
  return `${said} ${replied}`;
}

/**
 * What the others have answered, and with three and four players who can force a win now.
 *
 * @param yours the number of your move
 */
function reply({ game, probe }: Shown, seat: Seat, yours: number) {
  const { steps, at } = game;
  const { judgement } = steps[yours];
  if (!judgement?.many)
    return at > yours ? answered(toMove(game, at - 1), steps[at], judgement?.verdict === "blunder") : "";
  const answers = steps.slice(yours + 1, at + 1).map((step, after) => ({ side: toMove(game, yours + after), step }));
  return answeredByMany(answers, seat, probe?.winner ?? null);
}

/** What a first tap has chosen, on your turn. */
export function renderChosen(root: HTMLElement, shown: Shown, seat: Seat) {
  const { game, probe } = shown;
  const yours = seat === "all" || seat === toMove(game);
  const move = yours ? shown.moveTo(shown.selected) : undefined;
  const first = game.steps.length === 1 && probe ? FIRST_MOVE : "";
  const lacking = yours && new Turn(shown.rules).twoSided && probe?.moves[0]?.result === null ? NO_HINT : "";
  const aiming = shown.aimed && aimText(shown.aimed, new Turn(shown.rules).mayStay);
  write(part(root, "advice"), aiming || (move ? chosenText(move) : `${first} ${lacking}`.trim()));
  const button = part(root, "play-selected");
  set(button, { hidden: !move });
  part(root, "coach").classList.toggle("choosing", aiming !== "" || move !== undefined); // folds what was said
  write(button, `Move to ${moveText(move?.move ?? "")}`);
}

/** A mistake: the move that was played, and the one that was better. */
export function mistake({ steps }: Game, at: number) {
  const { move, path, judgement } = steps[at];
  if (!judgement) return null;
  const label = `You played ${moveText(move)}, the dashed line; ${moveText(judgement.best)}, the solid line, was better.`;
  return diagram(
    steps[at - 1].position,
    [
      { path, kind: "played" },
      { path: judgement.bestPath, kind: "better" },
    ],
    label,
  );
}
