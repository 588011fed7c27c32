/**
 * What your move has done, and the answer to it: in words, and a mistake also as a picture. It
 * stays until you move again.
 *
 * @typedef {import("../shared/game.js").Game} Game
 * @typedef {import("./words.js").Seat} Seat
 * @typedef {import("../shared/session.js").Shown<any>} Shown
 */

import { draw, part, set, write } from "#shared/dom.js";
import { Turn } from "../engine/turns.js";
import { diagram } from "../shared/diagram.js";
import { toMove } from "../shared/game.js";
import { aimText, feedback } from "../shared/words.js";
import { lastOf } from "./mistakes.js";
import { answered, answeredByMany, chosenText, FIRST_MOVE, NO_HINT } from "./words.js";

/**
 * @param {HTMLElement} root
 * @param {Shown} shown
 * @param {Seat} seat
 * @param {boolean} comments whether moves are commented on
 * @param {(Node | string)[]} rule what a rule of thumb says about your mistake
 * @returns {string} what is said
 */
export function renderCoach(root, shown, seat, comments, rule) {
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

/** What the others have answered, and with three and four players who can force a win now. @param {Shown} shown @param {Seat} seat @param {number} yours the number of your move */
function reply({ game, probe }, seat, yours) {
  const { steps, at } = game;
  const { judgement } = steps[yours];
  if (!judgement?.many)
    return at > yours ? answered(toMove(game, at - 1), steps[at], judgement?.verdict === "blunder") : "";
  const answers = steps.slice(yours + 1, at + 1).map((step, after) => ({ side: toMove(game, yours + after), step }));
  return answeredByMany(answers, seat, probe?.winner ?? null);
}

/** What a first tap has chosen, on your turn. @param {HTMLElement} root @param {Shown} shown @param {Seat} seat */
export function renderChosen(root, shown, seat) {
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
  write(button, `Move to ${move?.move ?? ""}`);
}

/** A mistake: the move that was played, and the one that was better. @param {Game} game @param {number} at */
export function mistake({ steps }, at) {
  const { move, path, judgement } = steps[at];
  if (!judgement) return null;
  const label = `You played ${move}, the dashed line; ${judgement.best}, the solid line, was better.`;
  return diagram(
    steps[at - 1].position,
    [
      { path, kind: "played" },
      { path: judgement.bestPath, kind: "better" },
    ],
    label,
  );
}
