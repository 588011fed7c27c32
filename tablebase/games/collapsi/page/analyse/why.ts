/**
 * Why a move is good or bad: what it does, the reply that matters, drawn on the board, and how the
 * game goes on, step by step.
 */

import { attempt, report } from "#shared/commands.ts";
import { html, part, relabel, show } from "#shared/dom.ts";
import { judge, valueText } from "#shared/judge.ts";
import type { Move } from "../answers.d.ts";
import { Turn } from "../engine/turns.ts";
import * as api from "../shared/api.ts";
import type { Board } from "../shared/board.ts";
import { current, hasRule, isForMany, type Step } from "../shared/game.ts";
import { other, read, sideToMove } from "../shared/notation.ts";
import { future, stepsOf } from "../shared/session.ts";
import { aimText, moveText, named, replyText } from "../shared/words.ts";
import type { Session } from "./state.ts";
import { advice, standing } from "./words.ts";

const POINTED_MS = 150; // before looking up the reply to a move that is pointed at

export function mountWhy(root: HTMLElement, session: Session, board: Board, play: (move: string) => unknown) {
  let timer = 0;
  const look = () => Promise.all([renderReply(root, session, board), renderCoach(root, session)]);
  const looks = () => look().catch((error) => report(error, look));
  session.addEventListener("change", () => {
    render(root, session);
    looks();
  });
  session.addEventListener("preview", () => {
    render(root, session);
    clearTimeout(timer);
    timer = setTimeout(looks, POINTED_MS);
  });
  part(root, "play-selected").addEventListener("click", () => attempt(() => play(session.selected)));
  part(root, "step-on").addEventListener("click", () => attempt(() => step(session)));
  part(root, "step-back").addEventListener("click", () => stepBack(session));
  part(root, "step-end").addEventListener("click", () => session.set({ variation: null }));
}

/** Show the next step of what would happen: after the selected move, or with best play. */
export async function step(session: Session) {
  const { variation, game, line } = session;
  if (variation) {
    const at = Math.min(variation.at + 1, variation.steps.length - 1);
    return session.showStep({ ...variation, at });
  }
  const move = session.moveTo(session.selected);
  const steps = move ? await future(move, game) : stepsOf(line ?? []);
  if (session.game === game && steps.length) session.showStep({ steps, at: 0 });
}

function stepBack(session: Session) {
  const { variation } = session;
  if (!variation) return;
  session.set({ variation: variation.at ? { ...variation, at: variation.at - 1 } : null });
}

/** Whether there is something to step through. */
export const canStep = ({ rules, probe, hidden, draft }: Session) =>
  rules?.tabled === true && !isForMany(rules) && !hidden && !draft && !!probe?.moves.length;

function render(root: HTMLElement, session: Session) {
  const { game, side, probe, hidden, variation, pointed, aimed } = session;
  part(root, "refutation").replaceChildren();
  part(root, "coach").replaceChildren();
  if (variation) renderStep(root, variation);
  else if (aimed && !pointed) part(root, "advice").textContent = aimText(aimed, new Turn(session.rules).mayStay);
  else if (probe)
    part(root, "advice").textContent =
      pointed && !hidden ? worth(side, pointed, probe) : standing(probe, hidden, game.at > 0);
  else part(root, "advice").textContent = "";
  const selected = session.moveTo(session.selected);
  const button = part(root, "play-selected");
  button.hidden = !selected;
  button.textContent = `Move to ${moveText(selected?.move ?? "")}`;
  relabel(part(root, "step-on"), variation ? "Next" : "Step through");
  const last = variation !== null && variation.at === variation.steps.length - 1;
  show(root, {
    "step-on": { hidden: !variation && !canStep(session), disabled: last },
    "step-back": { hidden: !variation },
    "step-end": { hidden: !variation },
  });
}

/** What to say of a move that is pointed at. */
function worth(side: api.Side, move: Move, probe: api.Probe) {
  const judgement = judge(move, probe);
  return judgement && !judgement.many
    ? advice(side, move.move, judgement)
    : `${moveText(move.move)}: ${named(side)} ${valueText(move)}`;
}

function renderStep(root: HTMLElement, { steps, at }: { steps: Step[]; at: number }) {
  const { position, move } = steps[at];
  const next = sideToMove(read(position));
  const over = at === steps.length - 1 ? ` ${named(next)} cannot move.` : "";
  part(root, "advice").textContent =
    `What if? Move ${at + 1} of ${steps.length}: ${named(other(next))} ${moveText(move)}.${over}`;
}

/** The answer to the move pointed at, and what follows. */
async function renderReply(root: HTMLElement, session: Session, board: Board) {
  const { game, pointed, side, hidden } = session;
  if (!pointed || hidden || !session.rules?.tabled || isForMany(session.rules)) return;
  const line = await session.looked(api.line(pointed.position, game));
  const { moves } = line[0];
  const you = named(other(side));
  const answer = () => [`${you} answers `, html("b", {}, moveText(moves[0].move)), ` (${replyText(line[0])}).`];
  part(root, "refutation").replaceChildren(...(moves.length ? answer() : [`${you} cannot move.`]));
  const [reply] = stepsOf(line);
  if (!reply) return;
  board.draw([
    { path: reply.path, kind: `reply ${other(side)}` },
    { path: pointed.path, kind: `preview ${side}` },
  ]);
}

/** What the coach says about the move pointed at, or about a mistake that was played. */
async function renderCoach(root: HTMLElement, session: Session) {
  const { game, pointed, rules, hidden, variation } = session;
  const { move, judgement } = current(game);
  const mistaken = !pointed && judgement?.verdict === "blunder";
  const asked = mistaken ? move : pointed?.move;
  if (!asked || hidden || variation || !hasRule(rules)) return;
  const { comment, ruleOfThumb } = await import("../shared/coach.ts");
  const say = mistaken ? comment : ruleOfThumb; // how a move that is pointed at goes on is shown anyway
  const position = game.steps[game.at - Number(mistaken)].position;
  part(root, "coach").replaceChildren(...(await session.looked(say(position, game, asked))));
}
