/**
 * The coach: what the rule of thumb says about a move where it is right, whether it agrees and the preference
 * that decides; and where it is not right, the concrete reason why the move loses. Loaded when first needed.
 */

import { button } from "#shared/commands.ts";
import { byId, write } from "#shared/dom.ts";
import { counted } from "#shared/judge.ts";
import { type Preference, preferred, worth } from "../engine/preferences.ts";
import type { Advice, AdvisedMove, Variant } from "./api.ts";
import * as api from "./api.ts";
import { RULE } from "./game.ts";
import { reason } from "./words.ts";

/**
 * What the rule of thumb says about a move, with a button that shows the rule; nothing where it is
 * wrong, or where nothing can be won.
 *
 * @param position in which the move is made
 */
export async function ruleOfThumb(position: string, variant: Variant, move: string): Promise<(Node | string)[]> {
  const [advice, known] = await Promise.all([api.advice(position, variant, RULE), api.strategies()]);
  const said = isRight(advice) ? coachText(advice, move, known) : "";
  if (!said) return [];
  return [button({}, showRule, "Rule of thumb"), said];
}

/**
 * What the coach says about a mistake: the rule of thumb, or else how the move loses.
 *
 * @param position in which it was made
 */
export async function comment(position: string, variant: Variant, move: string): Promise<(Node | string)[]> {
  const said = await ruleOfThumb(position, variant, move);
  if (said.length) return said;
  const made = (await api.probe(position, variant)).moves.find((each) => each.move === move);
  return made ? reason(await api.line(made.position, variant)) : [];
}

async function showRule() {
  write(byId("rule-words"), await api.wordsOf(RULE));
  (byId("rule") as HTMLDialogElement).showModal();
}

/** Words for features. */
type Wording = Record<string, { noun: string; clause: string }>;

/** A preference and those before it, the moves that are equal until then, and those it keeps. */
type Stage = { before: Preference[]; preference: Preference; left: AdvisedMove[]; kept: AdvisedMove[] };

/** The most moves that are listed. */
const LISTED = 4;

/** Whether all moves that the rule makes keep a win. */
export const isRight = ({ made, moves }: Advice) => moves.every((each) => !made.includes(each.move) || each.keeps_win);

/**
 * What the rule says about a move, in words that follow its name; nothing if there is no choice.
 *
 * @param name of the move
 */
export function coachText(
  { order, made, moves }: Advice,
  name: string,
  { wording, no_reply }: { wording: Wording; no_reply: number },
) {
  const move = moves.find((each) => each.move === name);
  if (!move || moves.length === 1) return "";
  const chosen = moves.filter((each) => made.includes(each.move));
  const stage = deciding(order, moves, chosen, move);
  if (!stage) return ""; // all moves are alike to it
  const agrees = chosen.includes(move);
  const there = agrees ? `on ${list(chosen)}` : "there";
  const rest = agrees ? stage.left.filter((each) => !stage.kept.includes(each)) : [move];
  const winsAtOnce = Object.values(chosen[0].features).includes(no_reply);
  const reason = winsAtOnce ? `${there} they cannot move` : comparison(stage, chosen, there, rest, wording);
  return `${verdict(chosen, move)}: ${reason}.`;
}

/** The preference that speaks against a move, or for those that the rule makes. */
function deciding(
  order: Preference[],
  moves: AdvisedMove[],
  chosen: AdvisedMove[],
  move: AdvisedMove,
): Stage | undefined {
  let left = moves;
  const stages = order.map((preference, at) => {
    const stage = { before: order.slice(0, at), preference, left, kept: preferred(left, preference) };
    left = stage.kept;
    return stage;
  });
  if (chosen.includes(move)) return stages.findLast(({ left, kept }) => kept.length < left.length);
  return stages.find(({ kept }) => !kept.includes(move));
}

/** Whether the rule agrees with a move. */
function verdict(chosen: AdvisedMove[], move: AdvisedMove) {
  if (chosen.includes(move)) return "agrees";
  const says = `says ${list(chosen, "or")}`;
  return move.keeps_win ? `${says}, which ${outcome(chosen)} too` : says;
}

/** What the rule's moves have more or less of than the rest. @param there on which cards */
function comparison(
  { before, preference, left }: Stage,
  chosen: AdvisedMove[],
  there: string,
  rest: AdvisedMove[],
  wording: Wording,
) {
  const nouns = before.flatMap((each) => Object.keys(each)).map((name) => wording[name].noun);
  const where = nouns.length ? `${list(left)} tie on ${nouns.join(" and ")}, but on ${list(chosen)}` : there;
  return `${where} ${clause(preference, chosen[0], wording)}; ${contrast(rest, preference)}`;
}

/** What a move has; a sum is one feature minus another. */
function clause(preference: Preference, move: AdvisedMove, wording: Wording) {
  const [name, another] = Object.keys(preference);
  if (another) return `${wording[name].noun} minus ${wording[another].noun} come to ${written(preference, move)}`;
  const number = move.features[name];
  return wording[name].clause.replace(/\{(.*)\}/, (_, noun) =>
    !noun ? String(number) : number ? counted(number, noun) : `no ${noun}`,
  );
}

/** What the moves that the rule does not make have. */
function contrast(rest: AdvisedMove[], preference: Preference) {
  const [best] = preferred(rest, preference);
  const number = written(preference, best);
  if (rest.length === 1) return `on ${best.move}, ${number}`;
  if (number === "none" || rest.every((each) => written(preference, each) === number)) return `elsewhere, ${number}`;
  return `elsewhere, ${Object.values(preference)[0] > 0 ? "at most" : "at least"} ${number}`;
}

/** The number that a preference compares. */
function written(preference: Preference, move: AdvisedMove) {
  const [name, another] = Object.keys(preference);
  if (!another) return String(move.features[name] || "none");
  return String(worth(preference, move)).replace("-", "−");
}

/** "wins" or "win". */
const outcome = (moves: AdvisedMove[]) => (moves.length > 1 ? "win" : "wins");

/** "b1, c4 and d1". */
function list(moves: AdvisedMove[], word = "and") {
  if (moves.length > LISTED) return `${moves.length} cards`;
  const names = moves.map(({ move }) => move);
  const last = names.pop() ?? "";
  return names.length ? `${names.join(", ")} ${word} ${last}` : last;
}
