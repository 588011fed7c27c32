/**
 * Why a move is good or bad: what it does, the reply that matters, drawn on the board, and how the
 * game goes on, step by step.
 */

import { presses, report } from "#shared/commands.ts";
import { html, part, relabel, set, show } from "#shared/dom.ts";
import { judge, valueText } from "#shared/judge.ts";
import type { Move } from "../answers.d.ts";
import { Turn } from "../engine/turns.ts";
import * as api from "../shared/api.ts";
import type { Board } from "../shared/board.ts";
import { current, hasRule, isForMany, type Step } from "../shared/game.ts";
import { other, read, sideToMove } from "../shared/notation.ts";
import { continued, stepsOf } from "../shared/session.ts";
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
  presses(root, {
    "play-selected": () => play(session.selected),
    "step-on": () => step(session),
    "step-back": () => back(session),
    "step-end": () => session.set({ variation: null }),
  });
}

/** Show the next step of what would happen: after the selected move, or with best play. */
export async function step(session: Session) {
  const { variation, game } = session;
  if (variation) return session.showStep(variation.steps, Math.min(variation.at + 1, variation.steps.length - 1));
  const steps = await future(session);
  if (session.game === game && steps.length) session.showStep(steps, 0);
}

/** Show the step before, or the game. */
function back(session: Session) {
  const { variation } = session;
  session.set({ variation: variation?.at ? { ...variation, at: variation.at - 1 } : null });
}

/** Whether there is something to step through. */
export const canStep = ({ rules, probe, hidden, draft }: Session) =>
  rules?.tabled === true && !isForMany(rules) && !hidden && !draft && !!probe?.moves.length;

/** What would happen. */
async function future(session: Session): Promise<Step[]> {
  const move = session.moveTo(session.selected);
  if (!move) return stepsOf(session.line ?? []);
  return continued({ ...move, judgement: null }, session.game);
}

function render(root: HTMLElement, session: Session) {
  const { game, side, probe, hidden, variation, pointed, aimed, rules } = session;
  const advised = () => {
    if (variation) return stepText(variation);
    if (aimed && !pointed) return aimText(aimed, new Turn(rules).mayStay);
    if (!probe) return "";
    return pointed && !hidden ? worth(side, pointed, probe) : standing(probe, hidden, game.at > 0, rules?.tabled);
  };
  const selected = session.moveTo(session.selected);
  const isLast = variation !== null && variation.at === variation.steps.length - 1;
  relabel(part(root, "step-on"), variation ? "Next" : "Step through");
  show(root, {
    refutation: [],
    coach: [],
    advice: advised(),
    "play-selected": `Move to ${moveText(selected?.move ?? "")}`,
    "step-on": { hidden: !variation && !canStep(session), disabled: isLast },
    "step-back": { hidden: !variation },
    "step-end": { hidden: !variation },
  });
  set(part(root, "play-selected"), { hidden: !selected });
}

/** What to say of a move that is pointed at. */
function worth(side: api.Side, move: Move, probe: api.Probe) {
  const judgement = judge(move, probe);
  return judgement && !judgement.many
    ? advice(side, move.move, judgement)
    : `${moveText(move.move)}: ${named(side)} ${valueText(move)}`;
}

/** The step that is shown of what would happen. */
function stepText({ steps, at }: { steps: Step[]; at: number }) {
  const { position, move } = steps[at];
  const next = sideToMove(read(position));
  const over = at === steps.length - 1 ? ` ${named(next)} cannot move.` : "";
  return `What if? Move ${at + 1} of ${steps.length}: ${named(other(next))} ${moveText(move)}.${over}`;
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
