/**
 * What your move has done, and the answer to it: in words, and a mistake also as a picture. It
 * stays until you move again.
 *
 * @typedef {import("../shared/session.js").Session} Session
 * @typedef {import("../shared/game.js").Game} Game
 * @typedef {import("./words.js").Seat} Seat
 */

import { report } from "../../../../shared/banner.js";
import { part } from "../../../../shared/dom.js";
import { Turn } from "../engine/turns.js";
import { diagram } from "../shared/diagram.js";
import { toMove } from "../shared/game.js";
import { hasRule } from "../shared/rule.js";
import { aimText, feedback } from "../shared/words.js";
import { answered, answeredByMany, chosenText, FIRST_MOVE, NO_HINT } from "./words.js";

/**
 * @param {HTMLElement} root
 * @param {Session} session
 * @param {Seat} seat
 * @param {boolean} comments whether moves are commented on
 */
export function renderCoach(root, session, seat, comments) {
  const { game, hidden } = session;
  const yours = comments ? lastOf(game, seat) : 0;
  const step = game.steps[yours];
  const judgement = yours ? step.judgement : null;
  const said = judgement && seat !== "all" ? feedback("Your", seat, step.move, judgement, hidden) : "";
  part(root, "feedback").textContent = said;
  part(root, "feedback").className = `feedback ${judgement && said ? judgement.verdict : ""}`;
  const blundered = judgement?.verdict === "blunder";
  part(root, "reply").textContent = yours && seat !== "all" ? reply(session, seat, yours) : "";
  const picture = judgement && (blundered || judgement.verdict === "sooner") ? mistake(game, yours) : null;
  part(root, "picture").replaceChildren(...(picture ? [picture] : []));
  renderChosen(root, session, seat);
  renderRule(part(root, "coach-says"), session, blundered ? yours : 0);
}

/** What the others have answered, and with three and four players who can force a win now. @param {Session} session @param {Seat} seat @param {number} yours the number of your move */
function reply({ game, probe }, seat, yours) {
  const { steps, at } = game;
  const { judgement } = steps[yours];
  if (!judgement?.many)
    return at > yours ? answered(toMove(game, at - 1), steps[at], judgement?.verdict === "blunder") : "";
  const answers = steps.slice(yours + 1, at + 1).map((step, after) => ({ side: toMove(game, yours + after), step }));
  return answeredByMany(answers, seat, probe?.winner ?? null);
}

/** Show in an element what a rule of thumb says about a mistake. @param {HTMLElement} element @param {Session} session @param {number} at its number, or 0 */
export function renderRule(element, session, at) {
  element.replaceChildren();
  const say = () => sayRule(element, session, at);
  say().catch((error) => report(error, say));
}

/** @param {HTMLElement} element @param {Session} session @param {number} at */
async function sayRule(element, session, at) {
  const { game, rules } = session;
  if (!at || !hasRule(rules)) return;
  const { comment } = await import("../shared/coach.js");
  const said = await comment(game.steps[at - 1].position, game, game.steps[at].move);
  if (session.game === game) element.replaceChildren(...said);
}

/** What a first tap has chosen, on your turn. @param {HTMLElement} root @param {Session} session @param {Seat} seat */
export function renderChosen(root, session, seat) {
  const { game, probe } = session;
  const yours = seat === "all" || seat === toMove(game);
  const move = yours ? session.moveTo(session.selected) : undefined;
  const first = game.steps.length === 1 && probe ? FIRST_MOVE : "";
  const lacking = yours && new Turn(session.rules).twoSided && probe?.moves[0]?.result === null ? NO_HINT : "";
  const aiming = session.aimed && aimText(session.aimed, new Turn(session.rules).mayStay);
  part(root, "advice").textContent = aiming || (move ? chosenText(move) : `${first} ${lacking}`.trim());
  const button = part(root, "play-selected");
  button.hidden = !move;
  part(root, "coach").classList.toggle("choosing", aiming !== "" || move !== undefined); // folds what was said
  button.textContent = `Move to ${move?.move ?? ""}`;
}

/** The number of your last move; 0 if there is none. @param {Game} game @param {Seat} seat */
function lastOf(game, seat) {
  for (let at = game.at; at > 0; at--) if (toMove(game, at - 1) === seat) return at;
  return 0;
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
