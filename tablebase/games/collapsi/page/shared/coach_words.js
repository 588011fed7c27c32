/**
 * What a rule of thumb that is right says about a move, in words: whether it agrees, and the
 * preference that decides.
 *
 * @typedef {import("./api.js").Advice} Advice
 * @typedef {import("./api.js").AdvisedMove} Move
 * @typedef {import("../engine/preferences.js").Preference} Preference
 * @typedef {Record<string, {noun: string, clause: string}>} Wording words for features
 * @typedef {{before: Preference[], preference: Preference, left: Move[], kept: Move[]}} Stage
 *   a preference and those before it, the moves that are equal until then, and those it keeps
 */

import { counted } from "#shared/words.js";
import { preferred, worth } from "../engine/preferences.js";

/** The most moves that are listed. */
const LISTED = 4;

/** Whether all moves that the rule makes keep a win. @param {Advice} advice */
export const isRight = ({ made, moves }) => moves.every((each) => !made.includes(each.move) || each.keeps_win);

/**
 * What the rule says about a move, in words that follow its name; nothing if there is no choice.
 *
 * @param {Advice} advice
 * @param {string} name of the move
 * @param {{wording: Wording, no_reply: number}} known
 */
export function coachText({ order, made, moves }, name, { wording, no_reply }) {
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

/** The preference that speaks against a move, or for those that the rule makes. @param {Preference[]} order @param {Move[]} moves @param {Move[]} chosen @param {Move} move @returns {Stage | undefined} */
function deciding(order, moves, chosen, move) {
  let left = moves;
  const stages = order.map((preference, at) => {
    const stage = { before: order.slice(0, at), preference, left, kept: preferred(left, preference) };
    left = stage.kept;
    return stage;
  });
  if (chosen.includes(move)) return stages.findLast(({ left, kept }) => kept.length < left.length);
  return stages.find(({ kept }) => !kept.includes(move));
}

/** Whether the rule agrees with a move. @param {Move[]} chosen @param {Move} move */
function verdict(chosen, move) {
  if (chosen.includes(move)) return "agrees";
  const says = `says ${list(chosen, "or")}`;
  return move.keeps_win ? `${says}, which ${outcome(chosen)} too` : says;
}

/** What the rule's moves have more or less of than the rest. @param {Stage} stage @param {Move[]} chosen @param {string} there on which cards @param {Move[]} rest @param {Wording} wording */
function comparison({ before, preference, left }, chosen, there, rest, wording) {
  const nouns = before.flatMap((each) => Object.keys(each)).map((name) => wording[name].noun);
  const where = nouns.length ? `${list(left)} tie on ${nouns.join(" and ")}, but on ${list(chosen)}` : there;
  return `${where} ${clause(preference, chosen[0], wording)}; ${contrast(rest, preference)}`;
}

/** What a move has; a sum is one feature minus another. @param {Preference} preference @param {Move} move @param {Wording} wording */
function clause(preference, move, wording) {
  const [name, another] = Object.keys(preference);
  if (another) return `${wording[name].noun} minus ${wording[another].noun} come to ${written(preference, move)}`;
  const number = move.features[name];
  return wording[name].clause.replace(/\{(.*)\}/, (_, noun) =>
    !noun ? String(number) : number ? counted(number, noun) : `no ${noun}`,
  );
}

/** What the moves that the rule does not make have. @param {Move[]} rest @param {Preference} preference */
function contrast(rest, preference) {
  const [best] = preferred(rest, preference);
  const number = written(preference, best);
  if (rest.length === 1) return `on ${best.move}, ${number}`;
  if (number === "none" || rest.every((each) => written(preference, each) === number)) return `elsewhere, ${number}`;
  return `elsewhere, ${Object.values(preference)[0] > 0 ? "at most" : "at least"} ${number}`;
}

/** The number that a preference compares. @param {Preference} preference @param {Move} move */
function written(preference, move) {
  const [name, another] = Object.keys(preference);
  if (!another) return String(move.features[name] || "none");
  return String(worth(preference, move)).replace("-", "−");
}

/** "wins" or "win". @param {Move[]} moves */
const outcome = (moves) => (moves.length > 1 ? "win" : "wins");

/** "b1, c4 and d1". @param {Move[]} moves */
function list(moves, word = "and") {
  if (moves.length > LISTED) return `${moves.length} cards`;
  const names = moves.map(({ move }) => move);
  const last = names.pop() ?? "";
  return names.length ? `${names.join(", ")} ${word} ${last}` : last;
}
